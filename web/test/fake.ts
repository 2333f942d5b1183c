// Serves the built page and, instead of the API, the scripted states: the id of
// a table is the name of its state. Run it by `npm run fake`.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { myGames, openGames, states, type State } from "./states";

const dist = path.resolve(process.cwd(), "dist");

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Starts the server; port 0 takes a free one. */
export async function serve(port: number): Promise<{ server: Server; base: string }> {
  const server = createServer((request, response) => {
    answer(request, response).catch((fault: unknown) => {
      response.statusCode = 500;
      response.end(String(fault));
    });
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  const address = server.address();
  return { server, base: `http://localhost:${typeof address === "object" ? address?.port : port}` };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  if (pathname.startsWith("/v1/")) return api(request, response, pathname, searchParams);
  const file = pathname === "/" || pathname.startsWith("/g/") ? "/index.html" : pathname;
  response.setHeader("Content-Security-Policy", policy);
  response.setHeader("Content-Type", types[path.extname(file)] ?? "application/octet-stream");
  try {
    response.end(await readFile(path.join(dist, path.normalize(file))));
  } catch {
    response.statusCode = 404;
    response.end();
  }
}

function api(request: IncomingMessage, response: ServerResponse, pathname: string, query: URLSearchParams): void {
  const send = (status: number, body: unknown) => {
    response.statusCode = status;
    response.setHeader("Content-Type", status < 400 ? "application/json" : "application/problem+json");
    response.end(JSON.stringify(body));
  };
  const problem = (status: number, code: string, more: object = {}) => send(status, { type: `/problems/${code}`, title: code, status, code, detail: code, ...more });

  if (pathname === "/v1/games" && request.method === "GET") return send(200, { games: openGames() });
  if (pathname === "/v1/me/games") return send(200, { games: query.get("state") === "finished" ? [] : myGames() });
  const [, id = "", rest = ""] = /^\/v1\/games\/([^/]+)(?:\/(.*))?$/.exec(pathname) ?? [];
  if (id === "expired") return problem(410, "game-expired");
  const state: State | undefined = states()[id];
  if (!state) return problem(404, "no-such-game");
  response.setHeader("ETag", `"${state.view.version}"`);
  response.setHeader("Poll-After", "60");
  if (rest === "events") {
    const after = Number(query.get("after"));
    return send(200, { version: state.view.version, events: state.events.filter((event) => event.version > after) });
  }
  if (request.method === "GET" && rest === "") {
    if (request.headers["if-none-match"] === `"${state.view.version}"`) {
      response.statusCode = 304;
      response.end();
      return;
    }
    return send(200, state.view);
  }
  // Commands always come too late here, so that refusals can be looked at.
  problem(412, "stale-version", { game: state.view });
}

if (process.argv[1]?.endsWith("fake.js")) {
  const { base } = await serve(Number(process.env.PORT ?? 8090));
  console.log(`${base}/g/${Object.keys(states()).join(`\n${base}/g/`)}`);
}
