// `npm run demo -- --out DIR [--journey NAME] [--lang ko|en] [--theme light|dark] [--size 1280x800]`
// The main job unattended in the real Electron window: a picture of every step and summary.json in DIR. Files called
// NN-*.png, NN-*.jpg and summary.json there are an earlier run's, and go.
// Ends with 0 only when the journey went as it should.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findElectron } from './electron-runtime.mjs';
import { runOwned } from './own-process.mjs';
import { onVirtualDesktop } from './virtual-desktop.mjs';

const root = resolve(import.meta.dirname, '..');
const journeys = join(root, 'test/e2e/journeys');
/** Set for the second run of this script, which has the virtual desktop around it. */
const INSIDE = 'STUDIO_DEMO_INSIDE';
const NO_SECRET_SERVICE = 97;

const names = readdirSync(journeys)
  .filter((file) => file.endsWith('.ts') && file !== 'journey.ts')
  .map((file) => file.slice(0, -3));

function wishes() {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'demo-out' },
      journey: { type: 'string', default: 'main-job' },
      lang: { type: 'string', default: 'en' },
      theme: { type: 'string', default: 'light' },
      size: { type: 'string', default: '1280x800' },
    },
  });
  const size = /^(\d{3,4})x(\d{3,4})$/.exec(values.size);
  if (!names.includes(values.journey))
    throw new Error(`no such journey: ${values.journey}. There are ${names.join(', ')}`);
  if (values.lang !== 'ko' && values.lang !== 'en') throw new Error('--lang is ko or en');
  if (values.theme !== 'light' && values.theme !== 'dark') throw new Error('--theme is light or dark');
  if (size === null) throw new Error('--size looks like 1280x800');
  return { ...values, out: resolve(values.out), width: Number(size[1]), height: Number(size[2]) };
}

/** Always on a desktop of its own: a window that opens by itself disturbs people, and their keychain isn't ours. */
async function aroundVirtualDesktop() {
  const build = await runOwned(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root });
  if (build.code !== 0) return build.code;
  const electron = await findElectron();
  const env = { ...process.env, [INSIDE]: '1', ELECTRON_OVERRIDE_DIST_PATH: electron.dist };
  const words = [import.meta.filename, ...process.argv.slice(2)];
  const [command, line] = onVirtualDesktop(process.execPath, words);
  const { code } = await runOwned(command, line, { cwd: root, env });
  if (code !== NO_SECRET_SERVICE) return code;
  console.error('no Secret Service here: the run goes on with keys kept for this session only');
  return (
    await runOwned('xvfb-run', ['-a', '-s', '-screen 0 1920x1200x24', process.execPath, ...words], { cwd: root, env })
  ).code;
}

async function run({ out, journey: name, lang, theme, width, height }) {
  const { createServer, createServerModuleRunner } = await import('vite');
  // Open until the end: a journey loads parts when they are first used.
  const loader = await createServer({
    configFile: false,
    root,
    logLevel: 'error',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, hmr: false, watch: null },
  });
  const runner = createServerModuleRunner(loader.environments.ssr, { hmr: false });
  const load = (file) => runner.import(join(root, file));
  const [{ journey }, { launchStudio, dropDataDir }, { wordsIn }] = await Promise.all([
    load(`test/e2e/journeys/${name}.ts`),
    load('test/e2e/support/studio.ts'),
    load('test/e2e/support/words.ts'),
  ]);
  mkdirSync(out, { recursive: true });
  // What an earlier run left; nothing else in the folder is ours.
  for (const file of readdirSync(out)) if (/^\d\d-.+\.(png|jpg)$|^summary\.json$/.test(file)) rmSync(join(out, file));
  const startedMs = performance.now();
  const say = (line) => console.log(`${((performance.now() - startedMs) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  const studio = await launchStudio({ preferences: { language: lang, theme, density: 'comfortable' } });
  const pictures = [];
  const shot = async (step) => {
    const file = `${String(pictures.length + 1).padStart(2, '0')}-${step}.png`;
    await studio.page.screenshot({ path: join(out, file) });
    pictures.push(file);
    say(`picture ${file}`);
  };
  const keep = (step, jpeg) => {
    const file = `${String(pictures.length + 1).padStart(2, '0')}-${step}.jpg`;
    writeFileSync(join(out, file), jpeg);
    pictures.push(file);
    say(`picture ${file}`);
  };
  let outcome;
  try {
    await studio.setContentSize(width, height);
    outcome = await journey({ studio, words: wordsIn(lang), shot, keep, say });
  } catch (error) {
    await shot('failed').catch(() => undefined);
    outcome = { books: [], faults: [error.stack ?? String(error)] };
  }
  const { runtime, secretStore } = await studio
    .call('app.info', {})
    .catch(() => ({ runtime: 'unknown', secretStore: 'unknown' }));
  await studio.close();
  dropDataDir(studio.dataDir);
  const tookMs = Math.round(performance.now() - startedMs);
  writeFileSync(
    join(out, 'summary.json'),
    `${JSON.stringify({ journey: name, runtime, secretStore, language: lang, theme, size: `${width}x${height}`, tookMs, pictures, ...outcome }, null, 2)}\n`,
  );
  for (const fault of outcome.faults) console.error(`FAULT ${fault}`);
  say(`${runtime}, keys: ${secretStore}, ${outcome.books.length} books, ${outcome.faults.length} faults; ${out}`);
  return outcome.faults.length === 0 ? 0 : 1;
}

let exitCode = 1;
try {
  const wanted = wishes();
  if (!existsSync(join(root, 'node_modules')))
    throw new Error('run `npm install` first, or `npm start`, which does it by itself');
  exitCode = process.env[INSIDE] === undefined ? await aroundVirtualDesktop() : await run(wanted);
} catch (error) {
  console.error(error.message);
}
process.exit(exitCode);
