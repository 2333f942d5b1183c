import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

// `npm test` builds first; these tests look at what came of it.
const dist = (name: string) => path.join("dist", name);
const first = JSON.parse(readFileSync("out/first-load.json", "utf8")) as { shared: string[]; languages: Record<string, string> };
const packed = (name: string) => (existsSync(dist(`${name}.br`)) ? statSync(dist(`${name}.br`)).size : statSync(dist(name)).size);

for (const [language, file] of Object.entries(first.languages)) {
  test(`a first visit in ${language} fetches at most 45 kB`, () => {
    const total = [...first.shared, file].reduce((sum, name) => sum + packed(name), 0);
    assert.ok(total <= 45_000, `${total} bytes`);
  });
}

test("the shell has nothing inline: the policy would refuse it", () => {
  const shell = readFileSync(dist("index.html"), "utf8");
  assert.doesNotMatch(shell, /<style|\sstyle=|\son\w+=|javascript:/i);
  assert.doesNotMatch(shell, /<script(?![^>]*\ssrc=)/i);
  assert.doesNotMatch(shell, /\{\{/);
});

test("nothing is fetched from elsewhere", () => {
  for (const name of readdirSync(dist("assets")).filter((one) => /\.(js|css)$/.test(one))) {
    const text = readFileSync(dist(`assets/${name}`), "utf8");
    assert.doesNotMatch(text, /@import|url\(["']?(?!data:|#)/, name);
    assert.doesNotMatch(text, /https?:\/\/(?!www\.w3\.org\/)/, name);
    assert.doesNotMatch(text, /\beval\(|new Function/, name);
  }
});

test("every name under assets holds a hash", () => {
  for (const name of readdirSync(dist("assets"))) assert.match(name, /-[0-9A-Za-z]{8}\.\w+(\.br|\.gz)?$/);
});

test("compressed siblings hold the same", () => {
  const main = first.shared.find((name) => name.endsWith(".js")) as string;
  const plain = readFileSync(dist(main));
  assert.deepEqual(brotliDecompressSync(readFileSync(dist(`${main}.br`))), plain);
  assert.deepEqual(gunzipSync(readFileSync(dist(`${main}.gz`))), plain);
});

test("the manifest names icons that are there", () => {
  const manifest = JSON.parse(readFileSync(dist("manifest.webmanifest"), "utf8")) as { icons: { src: string }[] };
  assert.ok(manifest.icons.length >= 3);
  for (const { src } of manifest.icons) assert.ok(existsSync(dist(src)), src);
});

test("the worker keeps every file of the shell and none of the API", () => {
  const worker = readFileSync(dist("sw.js"), "utf8");
  for (const name of [...first.shared.slice(1), ...Object.values(first.languages)]) assert.ok(worker.includes(`/${name}`), name);
  assert.doesNotMatch(worker, /\/v1/);
});

test("the same page built again leaves dist/ as it is", () => {
  const files = () => readdirSync("dist", { recursive: true }).sort();
  const before = { files: files(), folder: statSync("dist").ino, shell: statSync(dist("index.html")) };
  execFileSync(process.execPath, ["build.mjs"]);
  assert.deepEqual(files(), before.files);
  assert.equal(statSync("dist").ino, before.folder);
  assert.equal(statSync(dist("index.html")).ino, before.shell.ino);
  assert.ok(statSync(dist("index.html")).mtimeMs >= before.shell.mtimeMs, "but make takes it as built now");
});

/** Waits until dist/ stands where it belongs. */
async function standing(): Promise<true> {
  while (!existsSync("dist")) await new Promise((done) => setImmediate(done));
  return true;
}

/** A file's text, or none at the moment in which the folder changes places. */
function text(name: string): string {
  try {
    return readFileSync(name, "utf8");
  } catch {
    return "";
  }
}

test("another page takes the place of dist/ whole: whoever looks meanwhile sees the old or the new", async () => {
  const stray = dist("assets/stray-00000000.js");
  writeFileSync(stray, "");
  const building = spawn(process.execPath, ["build.mjs"]);
  const end = once(building, "exit");
  let looks = 0;
  while (building.exitCode === null) {
    const shell = text(dist("index.html"));
    for (const [, name = ""] of shell.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)) {
      // Missing may mean that dist/ was just changing places; then it is there right after.
      assert.ok(existsSync(dist(name)) || (await standing()) === existsSync(dist(name)), name);
      looks++;
    }
    await new Promise((done) => setImmediate(done));
  }
  assert.deepEqual(await end, [0, null]);
  assert.ok(looks > 10, "it was looked at");
  assert.ok(!existsSync(stray), "what does not belong to the page is gone");
  assert.equal(statSync("dist").mode & 0o777, 0o755);
  assert.deepEqual(readdirSync(".").filter((name) => name.startsWith("dist.new")), []);
});

test("the lock file names no registry", () => {
  assert.doesNotMatch(readFileSync("package-lock.json", "utf8"), /"resolved"|https?:\/\/registry/);
});

test("the API's types are those of the OpenAPI document", { skip: !existsSync("../docs/openapi.yaml") }, () => {
  const fresh = execFileSync("node_modules/.bin/openapi-typescript", ["../docs/openapi.yaml"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  assert.equal(readFileSync("src/api/schema.gen.ts", "utf8").trim(), fresh.trim(), "run `npm run contract`");
});
