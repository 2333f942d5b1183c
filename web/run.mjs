// Bundles the TypeScript of a folder into out/ and runs it: `node run.mjs test`
// runs the tests of test/, `node run.mjs e2e` those in Chromium, `node run.mjs
// fake` the server of scripted states.
import { build } from "esbuild";
import { execFileSync, spawn } from "node:child_process";
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
// The program that the browsers come to, built once for all files.
if (what === "e2e") execFileSync("go", ["build", "-o", path.resolve("out/local"), "./functions/local"], { cwd: "..", stdio: "inherit" });
// Players mostly wait for each other, so two files with browsers go side by side.
const atOnce = what === "e2e" ? 2 : 1;
const files = (await readdir(outdir)).map((name) => path.join(outdir, name));
const args = what === "fake" ? files : ["--test", `--test-concurrency=${atOnce}`, ...rest, ...files];
spawn(process.execPath, args, { stdio: "inherit" }).on("exit", (code) => process.exit(code ?? 1));
