#!/usr/bin/env python3
"""The deal of "The deal can be checked" and the drawn card of R27, written a second time.

It shares no code with the programs that it is a check on: it needs Python's standard library and
nothing else. Run it to print the file beside it:

    python3 deal.py > deals.json

Cards are two characters, rank then suit. "deck" is in dealing order; hands and what is set aside
are in a hand's order (rank, then suit, Chroniclers last).
"""

import hashlib
import hmac
import json
import struct
import sys

RANKS = "789XUOKA"
SUITS = "alhb"
ORDER = [rank + suit for rank in RANKS for suit in SUITS] + ["Cc", "Pc"]


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def uint32be(number: int) -> bytes:
    return struct.pack(">I", number)


def seed_chain(last_seed: bytes, rounds: int) -> list[bytes]:
    """The seeds of rounds 1 to `rounds`: each is the hash of the one after it."""
    seeds = [last_seed]
    while len(seeds) < rounds:
        seeds.insert(0, sha256(seeds[0]))
    return seeds


def deal_key(seed: bytes, entropy: list[str], round_number: int) -> bytes:
    parts = [sha256(text.encode("utf-8")) for text in entropy]
    return sha256(seed + b"".join(parts) + uint32be(round_number))


def timeout_key(seed: bytes, round_number: int, version: int) -> bytes:
    message = b"timeout" + uint32be(round_number) + uint32be(version)
    return hmac.new(seed, message, hashlib.sha256).digest()


class Stream:
    """32-bit words of SHA-256(key, block number), eight big-endian words a block."""

    def __init__(self, key: bytes):
        self.key = key
        self.block = 0
        self.words: list[int] = []

    def word(self) -> int:
        if not self.words:
            self.words = list(struct.unpack(">8I", sha256(self.key + uint32be(self.block))))
            self.block += 1
        return self.words.pop(0)

    def below(self, m: int) -> int:
        """A number below m; words past the last whole multiple of m are thrown away."""
        limit = 2**32 - 2**32 % m
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % m


def ordered_deck(decks: int, chroniclers: bool) -> list[str]:
    one = ORDER if chroniclers else ORDER[:32]
    return list(one) * decks


def in_hand_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=ORDER.index)


def deal(case: dict) -> dict:
    """Adds to a case what follows from it."""
    seeds = seed_chain(bytes.fromhex(case["lastSeed"]), case["rounds"])
    seed = seeds[case["round"] - 1]
    seats, dealt_in = len(case["entropy"]), case["dealtIn"]

    key = deal_key(seed, case["entropy"], case["round"])
    stream = Stream(key)
    if case["round"] == 1:
        dealer = stream.below(seats)
    else:
        after = [(case["previousDealer"] + step) % seats for step in range(1, seats + 1)]
        dealer = next(seat for seat in after if seat in dealt_in)

    deck = ordered_deck(case["decks"], case["chroniclers"])
    for k in range(len(deck) - 1, 0, -1):
        j = stream.below(k + 1)
        deck[k], deck[j] = deck[j], deck[k]

    size = case["handSize"] or len(deck) // len(dealt_in)
    after = [(dealer + step) % seats for step in range(1, seats + 1)]
    receivers = [seat for seat in after if seat in dealt_in]
    hands: list[list[str]] = [[] for _ in range(seats)]
    for i in range(size * len(receivers)):
        hands[receivers[i % len(receivers)]].append(deck[i])

    return case | {
        "chain": [s.hex() for s in seeds],
        "seed": seed.hex(),
        "commitment": sha256(seed).hex(),
        "key": key.hex(),
        "dealer": dealer,
        "deck": deck,
        "hands": [in_hand_order(hand) for hand in hands],
        "aside": in_hand_order(deck[size * len(receivers):]),
    }


def timeout(case: dict) -> dict:
    key = timeout_key(bytes.fromhex(case["seed"]), case["round"], case["version"])
    return case | {"key": key.hex(), "number": Stream(key).below(case["handSize"])}


def deal_case(name, last_seed, rounds, round_number, entropy, decks, chroniclers,
              hand_size=None, dealt_in=None, previous_dealer=None) -> dict:
    return {
        "name": name, "lastSeed": last_seed, "rounds": rounds, "round": round_number,
        "entropy": entropy, "decks": decks, "chroniclers": chroniclers, "handSize": hand_size,
        "dealtIn": dealt_in if dealt_in is not None else list(range(len(entropy))),
        "previousDealer": previous_dealer,
    }


def fixed_seed(text: str) -> str:
    return sha256(text.encode("utf-8")).hex()


COUNTING = bytes(range(32)).hex()

DEALS = [
    deal_case("two players, one deck, no entropy", COUNTING, 1, 1, ["", ""], 1, False),
    deal_case("three players, two cards set aside", "00" * 32, 1, 1, ["ash", "birch", ""], 1, False),
    deal_case("four players with Chroniclers, two set aside", "ff" * 32, 3, 1,
              ["a", "b", "c", "d"], 1, True),
    deal_case("eight players, two decks with Chroniclers, four set aside", fixed_seed("eight"), 2, 1,
              ["%d" % seat for seat in range(8)], 2, True),
    deal_case("five players, two decks, hands of six", fixed_seed("five"), 1, 1,
              ["", "x", "", "y", ""], 2, False, hand_size=6),
    deal_case("entropy beyond ASCII", fixed_seed("words"), 1, 1,
              ["Żołądź, wyżnik", "tök alsó ♠ 🂡", "Grün-Ober\u0301"], 1, True),
    deal_case("second round, the deal moves on by one", COUNTING, 5, 2, ["", ""], 1, True,
              previous_dealer=1),
    deal_case("third round, the next seat has left and is passed over", fixed_seed("match"), 50, 3,
              ["north", "east", "south", "west"], 1, False, dealt_in=[0, 1, 3], previous_dealer=1),
    deal_case("last round, two of seven left over, hands of thirty-four", fixed_seed("long"), 4, 4,
              ["", "", "", "", "", "", "seven"], 2, True, hand_size=34, dealt_in=[2, 5],
              previous_dealer=5),
    deal_case("one card each", fixed_seed("one"), 1, 1, ["q", "q", "q"], 1, True, hand_size=1),
]

TIMEOUTS = [
    {"seed": seed, "round": round_number, "version": version, "handSize": hand_size}
    for seed, round_number, version, hand_size in [
        (COUNTING, 1, 3, 16),
        (COUNTING, 1, 4, 16),
        (COUNTING, 2, 4, 16),
        ("00" * 32, 1, 40, 1),
        ("ff" * 32, 50, 70000, 3),
        (fixed_seed("match"), 3, 299, 10),
        (fixed_seed("long"), 4, 1024, 33),
        (fixed_seed("eight"), 1, 17, 68),
    ]
]

# The stream by itself: some bounds under which words are thrown away. With m = 3 * 2**30 every
# fourth word is; no deal of ours would ever show a mistake there.
NUMBERS = [
    {"key": fixed_seed("numbers"), "below": [3 * 2**30] * 24},
    {"key": fixed_seed("numbers"), "below": [2**31 + 1] * 24},
    {"key": fixed_seed("numbers"), "below": [1, 2, 3, 5, 7, 2**31, 32, 34, 64, 68]},
]


def numbers(case: dict) -> dict:
    stream = Stream(bytes.fromhex(case["key"]))
    return case | {"numbers": [stream.below(m) for m in case["below"]]}


def print_case(case: dict) -> str:
    """One line a member, so that a difference can be read."""
    lines = ",\n".join("      %s: %s" % (json.dumps(name), json.dumps(value, ensure_ascii=False))
                       for name, value in case.items())
    return "    {\n%s\n    }" % lines


def main() -> None:
    sections = {
        "deals": [deal(case) for case in DEALS],
        "timeouts": [timeout(case) for case in TIMEOUTS],
        "numbers": [numbers(case) for case in NUMBERS],
    }
    body = ",\n".join("  %s: [\n%s\n  ]" % (json.dumps(name), ",\n".join(map(print_case, cases)))
                      for name, cases in sections.items())
    sys.stdout.reconfigure(encoding="utf-8")
    print("{\n%s\n}" % body)


if __name__ == "__main__":
    main()
