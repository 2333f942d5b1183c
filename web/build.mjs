// Builds the page into dist/: hashed files under assets/, the shell, the
// service worker, the manifest, and a compressed sibling of each text file.
//
// The Go program embeds dist/, and may be compiled at any moment: so the page is
// built beside it and takes its place when it is whole.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { renameSync } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const here = path.dirname(new URL(import.meta.url).pathname);
const dist = path.join(here, "dist");
const fresh = await mkdtemp(path.join(here, "dist.new-"));

/** What stays in dist/ between builds: the page for programs without a build. */
const placeholder = "unbuilt.html";

/** Every file of a folder and the hash of its content, as one text. */
async function fingerprint(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
  const lines = files.sort().map(async (file) => {
    const hash = createHash("sha256").update(await readFile(file)).digest("hex");
    return `${path.relative(folder, file)} ${hash}`;
  });
  return (await Promise.all(lines)).join("\n");
}

/** Puts what was built where dist/ is; what is there already stays untouched, but counts as new. */
async function replace() {
  if ((await fingerprint(fresh)) === (await fingerprint(dist))) {
    const now = new Date();
    await utimes(path.join(dist, "index.html"), now, now);
    return;
  }
  await chmod(fresh, 0o755); // A temporary folder is its owner's alone.
  const old = `${fresh}.old`;
  // Without a pause between the two: until the second, dist/ is missing.
  renameSync(dist, old);
  renameSync(fresh, dist);
  await rm(old, { recursive: true });
}

/** Copies each icon under a hashed name; answers name → address. */
async function icons() {
  const addresses = {};
  await mkdir(path.join(fresh, "assets"), { recursive: true });
  for (const name of await readdir(path.join(here, "icons"))) {
    const bytes = await readFile(path.join(here, "icons", name));
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
    const { name: stem, ext } = path.parse(name);
    const hashed = `assets/${stem}-${hash}${ext}`;
    await writeFile(path.join(fresh, hashed), bytes);
    addresses[name] = "/" + hashed;
  }
  return addresses;
}

async function bundle(icon) {
  const result = await build({
    absWorkingDir: here,
    entryPoints: { main: "src/main.tsx" },
    outdir: path.join(fresh, "assets"),
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    target: ["es2022", "chrome105", "firefox110", "safari16"],
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    metafile: true,
    legalComments: "none",
    define: {
      ICON: JSON.stringify(icon["icon.svg"]),
      ICON_TURN: JSON.stringify(icon["icon-turn.svg"]),
    },
    logLevel: "warning",
  });
  return result.metafile.outputs;
}

/** The scripts that `name` needs before it can run, itself first. */
function needed(outputs, name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const one of outputs[name].imports) {
    if (one.kind === "import-statement") needed(outputs, one.path, seen);
  }
  return seen;
}

async function shell(main, style, preload, icon) {
  const template = await readFile(path.join(here, "src/index.html"), "utf8");
  const links = preload.map((name) => `<link rel="modulepreload" href="/${name}">`).join("\n");
  const html = template
    .replace("{{icon}}", icon["icon.svg"])
    .replace("{{touch}}", icon["icon-192.png"])
    .replace("{{style}}", "/" + style)
    .replace("{{preload}}", links)
    .replace("{{main}}", "/" + main);
  await writeFile(path.join(fresh, "index.html"), html);
}

async function manifest(icon) {
  const text = JSON.stringify({
    name: "Cheat",
    short_name: "Cheat",
    description: "The card game of straight faces.",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#14352e",
    theme_color: "#14352e",
    icons: [
      { src: icon["icon.svg"], sizes: "any", type: "image/svg+xml" },
      { src: icon["icon-192.png"], sizes: "192x192", type: "image/png" },
      { src: icon["icon-512.png"], sizes: "512x512", type: "image/png" },
      { src: icon["icon-512.png"], sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  });
  await writeFile(path.join(fresh, "manifest.webmanifest"), text);
}

/** The worker keeps exactly the files of this build. */
async function worker(assets) {
  const shellBytes = await readFile(path.join(fresh, "index.html"));
  const release = createHash("sha256").update(shellBytes).digest("hex").slice(0, 12);
  await build({
    absWorkingDir: here,
    entryPoints: ["src/sw.ts"],
    outfile: path.join(fresh, "sw.js"),
    bundle: true,
    minify: true,
    target: "es2022",
    define: { RELEASE: JSON.stringify(release), FILES: JSON.stringify(assets.map((name) => "/" + name)) },
    logLevel: "warning",
  });
}

async function compress(folder = fresh) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) await compress(file);
    if (!/\.(js|css|html|svg|webmanifest)$/.test(entry.name) || entry.name === placeholder) continue;
    const plain = await readFile(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
    const siblings = { ".br": brotliCompressSync(plain, { params }), ".gz": gzipSync(plain, { level: 9 }) };
    for (const [ending, packed] of Object.entries(siblings)) {
      if (packed.length < plain.length) await writeFile(file + ending, packed);
    }
  }
}

/** Builds the whole page into the folder `fresh`; answers what a first visit fetches of it. */
async function page() {
  await copyFile(path.join(dist, placeholder), path.join(fresh, placeholder));
  const icon = await icons();
  const outputs = await bundle(icon);
  const strip = (name) => path.relative(fresh, path.resolve(here, name));
  const main = Object.keys(outputs).find((name) => outputs[name].entryPoint === "src/main.tsx");
  const style = outputs[main].cssBundle;
  const first = [...needed(outputs, main)];
  await shell(strip(main), strip(style), first.slice(1).map(strip), icon);
  await manifest(icon);
  await worker([...Object.keys(outputs).map(strip), ...Object.values(icon).map((name) => name.slice(1))]);
  await compress();

  const language = (code) => Object.keys(outputs).find((name) => outputs[name].entryPoint === `src/i18n/${code}.ts`);
  return {
    shared: ["index.html", ...first.map(strip), strip(style), icon["icon.svg"].slice(1)],
    languages: Object.fromEntries(["en", "pl", "hu", "de"].map((code) => [code, strip(language(code))])),
  };
}

try {
  const first = await page();
  await replace();
  // For the test of its size: the shell, the scripts and the style it names, one language, the icon.
  await mkdir(path.join(here, "out"), { recursive: true });
  await writeFile(path.join(here, "out/first-load.json"), JSON.stringify(first));
} finally {
  await rm(fresh, { recursive: true, force: true });
}
