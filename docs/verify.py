#!/usr/bin/env python3
"""Checks the deals of a match: python3 verify.py MATCH.json [COMMITMENT]

The file holds {"game": the view, "rounds": [each finished round]}, as the API gives them; COMMITMENT is the one that you
noted before the first deal. What each step means stands in rules.md, "The deal can be checked". Only Python's standard
library is needed. Exit status 1 at the first thing that is wrong.
"""
import json
import sys
from hashlib import sha256

ORDER = [rank + suit for rank in "789XUOKA" for suit in "alhb"] + ["Cc", "Pc"]


def u32(n):
    return n.to_bytes(4, "big")


def words(key):
    i = 0
    while True:
        block = sha256(key + u32(i)).digest()
        yield from (int.from_bytes(block[at:at + 4], "big") for at in range(0, 32, 4))
        i += 1


def below(m, stream):
    return next(w for w in stream if w < 2**32 - 2**32 % m) % m


def after(seat, dealt_in, seats):
    return [s for s in ((seat + i) % seats for i in range(1, seats + 1)) if s in dealt_in]


def check(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: found {found}, expected {expected}")


def check_round(n, r, before, rules):
    seed, seats = bytes.fromhex(r["seed"]), len(r["hands"])
    dealt_in = {s for s in range(seats) if r["hands"][s]}
    check(f"round {n}, number", r["round"], n)
    check(f"round {n}, commitment", r["commitment"], sha256(seed).hexdigest())
    if before:
        check(f"round {n}, chain of seeds", r["commitment"], before["seed"])

    entropy = b"".join(sha256(text.encode()).digest() for text in r["entropy"])
    stream = words(sha256(seed + entropy + u32(n)).digest())
    dealer = after(before["dealer"], dealt_in, seats)[0] if before else below(seats, stream)
    check(f"round {n}, dealer", r["dealer"], dealer)

    deck = ORDER[:34 if rules["chroniclers"] else 32] * rules["decks"]
    for k in range(len(deck) - 1, 0, -1):
        j = below(k + 1, stream)
        deck[k], deck[j] = deck[j], deck[k]
    check(f"round {n}, deck", r["deck"], deck)

    turns = after(dealer, dealt_in, seats)
    dealt = (rules["handSize"] or len(deck) // len(turns)) * len(turns)
    hands = [[] for _ in range(seats)]
    for i, card in enumerate(deck[:dealt]):
        hands[turns[i % len(turns)]].append(card)
    check(f"round {n}, hands", r["hands"], [sorted(hand, key=ORDER.index) for hand in hands])
    check(f"round {n}, cards set aside", r["aside"], sorted(deck[dealt:], key=ORDER.index))
    print(f"round {n}: commitment, {'chain, ' if before else ''}dealer, deck, hands and cards set aside are right")


with open(sys.argv[1], encoding="utf-8") as file:
    match = json.load(file)
rounds = match["rounds"] or sys.exit("no round is over yet")
if len(sys.argv) > 2:
    check("round 1, commitment as noted", rounds[0]["commitment"], sys.argv[2])
for n, r in enumerate(rounds, 1):
    check_round(n, r, rounds[n - 2] if n > 1 else None, match["game"]["rules"])
