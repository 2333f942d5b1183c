// Every route that the page uses, by what it does.
import type { Answer, Client } from "./client";
import type { Card, EventPage, FinishedRound, GameList, Level, MyGameList, NewGame, Rank, Seated, View } from "./contract";

const path = (id: string, rest = "") => `/v1/games/${encodeURIComponent(id)}${rest}`;

/** What the page asks of the API, as one player (`token`) or as a spectator. */
export class Games {
  constructor(
    private readonly client: Client,
    readonly token: string | undefined,
  ) {}

  create(game: NewGame): Promise<Seated> {
    return this.post("/v1/games", game);
  }

  join(id: string, name: string, entropy: string): Promise<Seated> {
    return this.post(path(id, "/players"), { name, entropy });
  }

  rematch(id: string, entropy: string): Promise<Seated> {
    return this.post(path(id, "/rematch"), { entropy });
  }

  start(id: string, bots: Level[], entropy: string): Promise<View> {
    return this.post(path(id, "/start"), { bots, entropy });
  }

  play(id: string, seen: number, cards: Card[], rank: Rank): Promise<View> {
    return this.post(path(id, "/plays"), { cards, rank }, seen);
  }

  call(id: string, seen: number): Promise<View> {
    return this.post(path(id, "/calls"), {}, seen);
  }

  accept(id: string, seen: number): Promise<View> {
    return this.post(path(id, "/accepts"), {}, seen);
  }

  deal(id: string, seen: number): Promise<View> {
    return this.post(path(id, "/rounds"), {}, seen);
  }

  async leave(id: string): Promise<void> {
    await this.client.ask(path(id, "/players/me"), { method: "DELETE", token: this.token });
  }

  async free(id: string, seat: number, seen: number): Promise<void> {
    await this.client.ask(path(id, `/players/${seat}`), { method: "DELETE", token: this.token, seen });
  }

  view(id: string, known?: number, signal?: AbortSignal): Promise<Answer<View>> {
    return this.client.ask<View>(path(id), { token: this.token, known, ...(signal && { signal }) });
  }

  /** All that happened after a version, page after page. */
  async events(id: string, after: number): Promise<EventPage> {
    const page = await this.get<EventPage>(path(id, `/events?after=${after}`));
    while (page.next !== undefined) {
      const more: EventPage = await this.get(path(id, `/events?after=${page.next}`));
      page.events.push(...more.events);
      page.version = more.version;
      if (more.next === undefined) delete page.next;
      else page.next = more.next;
    }
    return page;
  }

  round(id: string, n: number): Promise<FinishedRound> {
    return this.get(path(id, `/rounds/${n}`));
  }

  open(): Promise<GameList> {
    return this.get("/v1/games?limit=20");
  }

  mine(state: "active" | "finished"): Promise<MyGameList> {
    return this.get(`/v1/me/games?state=${state}`);
  }

  private async get<T>(target: string): Promise<T> {
    return present(await this.client.ask<T>(target, { token: this.token }));
  }

  private async post<T>(target: string, body: unknown, seen?: number): Promise<T> {
    return present(await this.client.ask<T>(target, { method: "POST", token: this.token, body, seen }));
  }
}

function present<T>(answer: Answer<T>): T {
  if (answer.body === null) throw new Error("an answer without a body to a request that named no version");
  return answer.body;
}
