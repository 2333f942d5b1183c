// The real program, which run.mjs has built, started on a free port with an empty store.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

export interface Site {
  base: string;
  stop(): Promise<void>;
}

/** Starts the program and waits until it says that it is healthy. */
export async function startSite(): Promise<Site> {
  const binary = path.resolve("out/local");
  const data = mkdtempSync(path.join(tmpdir(), "cheat-"));
  const port = await freePort();
  const program = spawn(binary, [], {
    env: { ...process.env, PORT: String(port), DATA_DIR: data, PUBLIC_URL: "", LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const base = `http://localhost:${port}`;
  await healthy(base, program);
  return {
    base,
    async stop() {
      const ended = new Promise((done) => program.once("exit", done));
      program.kill("SIGTERM");
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function healthy(base: string, program: ChildProcess): Promise<void> {
  for (let n = 0; n < 100; n++) {
    if (program.exitCode !== null) throw new Error(`the program ended with ${program.exitCode}`);
    try {
      if ((await fetch(`${base}/v1/health`)).ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("the program does not answer");
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (typeof address === "object" && address ? done(address.port) : fail(new Error("no port"))));
    });
  });
}
