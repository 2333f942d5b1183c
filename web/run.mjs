// Bundles the TypeScript of a folder into out/ and runs it: `node run.mjs test`
// runs the tests of test/, `node run.mjs fake` the server of scripted states.
import { build } from "esbuild";
import { spawn } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";

const [what = "test", ...rest] = process.argv.slice(2);
const folder = what === "fake" ? "test" : what;
const wanted = what === "fake" ? /^fake\.ts$/ : /\.test\.tsx?$/;
const entryPoints = (await readdir(folder)).filter((name) => wanted.test(name)).map((name) => path.join(folder, name));
const outdir = path.join("out", what);

await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints,
  outdir,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  jsx: "automatic",
  jsxImportSource: "preact",
  packages: "external",
  define: { ICON: '""', ICON_TURN: '""' },
  logLevel: "warning",
});
const files = (await readdir(outdir)).map((name) => path.join(outdir, name));
const args = what === "fake" ? files : ["--test", "--test-concurrency=1", ...rest, ...files];
spawn(process.execPath, args, { stdio: "inherit" }).on("exit", (code) => process.exit(code ?? 1));
