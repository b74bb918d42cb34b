// `npm test`: everything CI runs. `npm test -- unit desk` runs those stages alone; `--all` what takes too long for every
// change as well; `--seed N` takes in turns what another run took. Every stage runs, whatever became of the one before;
// the last line is `N passed, N failed`.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkNode, ensureInstalled, ensureKeytar } from './install.mjs';
import { runOwned } from './own-process.mjs';
import { PACKAGES, ensurePackages } from './system-packages.mjs';
import { forgetReport, slowestFiles } from './test-reports.mjs';
import { sideBySide } from './side-by-side.mjs';
import { stagesOf } from './test-stages.mjs';

const root = resolve(import.meta.dirname, '..');
const say = (line) => console.log(`\n> ${line}`);
const SLOWEST = 10;
const DAY_MS = 86_400_000;
const IN_A_WINDOW = ['e2e', 'e2e-turns', 'development', 'packaged'];
/** Two cores, and one that is waited for: what runs beside each other waits for disks, displays and time limits as well. */
const ROOM = 3;

/** What runs by turns, another part each day; a run that failed is repeated with its seed. */
const today = () => Math.floor(Date.now() / DAY_MS);

function readWords() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false }, seed: { type: 'string' } },
  });
  const seed = values.seed === undefined ? today() : Number(values.seed);
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error('--seed wants a whole number');
  const stages = stagesOf({ isAll: values.all, seed, named: positionals });
  const unknown = positionals.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0)
    throw new Error(`no such stage: ${unknown.join(', ')}. There are ${stages.map(({ name }) => name).join(', ')}`);
  const named = stages.filter(({ name, partOf }) => positionals.includes(name) || positionals.includes(partOf));
  // A window of yesterday's bundles would prove nothing; building passes over what is up to date.
  const isShown = named.some(({ name }) => IN_A_WINDOW.includes(name));
  const built = stages.filter(({ name }) => name === 'build' && isShown && !positionals.includes('build'));
  return { isAll: values.all, seed, wanted: positionals.length === 0 ? stages : [...built, ...named] };
}

const whyTooLate = ({ lateMs = Infinity }, ageMs) =>
  ageMs < lateMs
    ? null
    : `it goes by turns, and the run was ${Math.round(ageMs / 60_000)} minutes old; by its name, or with --all`;

/** Runs one stage. Answers the checks that held and failed, and its lines for the end. */
async function runStage(stage, env, atEnd, sinceMs) {
  say(stage.name);
  for (const line of stage.say ?? []) console.log(`  ${line}`);
  // Counted neither way: nothing was held, and nothing is known to be broken.
  const reason = stage.whyNot?.() ?? whyTooLate(stage, performance.now() - sinceMs);
  if (reason !== null)
    return { good: 0, bad: 0, reports: [], lines: [`none ${stage.name.padEnd(13)} not run: ${reason}`] };
  const startedMs = performance.now();
  if (stage.report !== undefined) forgetReport(stage.report);
  const run = await runOwned(...stage.command, {
    cwd: root,
    env: { ...env, ...stage.env },
    limitMs: stage.limitMs,
    atEnd,
  });
  const [good, bad, remark, failures = []] = stage.count(run);
  const note = run.timedOut ? 'ended at its time limit' : remark;
  const took = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(7);
  const line = `${bad === 0 ? 'ok  ' : 'FAIL'} ${stage.name.padEnd(13)} ${String(good).padStart(5)} passed ${String(bad).padStart(4)} failed ${took} s${note ? `  ${note}` : ''}`;
  return {
    good,
    bad,
    reports: [stage.report],
    lines: [line, ...failures.map((failure) => `       ${failure}`)],
  };
}

const sum = (list, of) => list.reduce((total, one) => total + of(one), 0);

async function main() {
  const { isAll, seed, wanted } = readWords();
  checkNode();
  ensurePackages(Object.values(PACKAGES).flat(), say);
  ensureInstalled(say);
  ensureKeytar(say);
  process.chdir(root);
  say(`${isAll ? 'everything' : 'what every change has to hold'}, seed ${seed}`);

  const env = { ...process.env, TEST_SEED: String(seed), ...(isAll ? { TEST_ALL: '1' } : {}) };
  if (wanted.some(({ name }) => IN_A_WINDOW.includes(name))) {
    const { findElectron } = await import('./electron-runtime.mjs');
    try {
      // Found once, outside the stage's time limit; the tests are told where.
      env.ELECTRON_OVERRIDE_DIST_PATH = (await findElectron({ say })).dist;
    } catch (error) {
      say(error.message);
    }
  }

  const began = performance.now();
  const results = await sideBySide(wanted, ROOM, (stage) => runStage(stage, env, wanted.length > 1, began));

  const passed = sum(results, ({ good }) => good);
  const failed = sum(results, ({ bad }) => bad);
  const slowest = slowestFiles(results.flatMap(({ reports }) => reports).filter(Boolean), SLOWEST);
  if (slowest.length > 0)
    console.log(`\nthe slowest files, with their share of what all files took:\n${slowest.join('\n')}`);
  console.log(`\n${results.flatMap(({ lines }) => lines).join('\n')}`);
  console.log(
    `${((performance.now() - began) / 60_000).toFixed(1)} minutes, seed ${seed}\n\n${passed} passed, ${failed} failed`,
  );
  return failed === 0 && passed > 0 ? 0 : 1;
}

let exitCode = 1;
try {
  exitCode = await main();
} catch (error) {
  console.error(error.message);
  console.log('0 passed, 1 failed');
}
process.exit(exitCode);
