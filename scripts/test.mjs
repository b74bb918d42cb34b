// `npm test`: everything CI runs. `npm test -- unit desk` runs those stages alone.
// Every stage runs, whatever became of the one before; the last line is `N passed, N failed`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { whyNoCleanRoot } from './clean-root.mjs';
import { checkNode, ensureInstalled, ensureKeytar } from './install.mjs';
import { runOwned } from './own-process.mjs';
import { PACKAGES, ensurePackages } from './system-packages.mjs';
import { onVirtualDesktop } from './virtual-desktop.mjs';

const root = resolve(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));
const say = (line) => console.log(`\n> ${line}`);
const minutes = (count) => count * 60_000;
const local = (path) => join(root, 'node_modules', path);

/** A stage that either holds or doesn't: one check. */
const check = (name, words, limitMs) => ({ name, limitMs, command: () => [process.execPath, words], count: ({ code }) => (code === 0 ? [1, 0] : [0, 1]) });

/** A stage of tests: as many checks as its report holds. */
function tests(name, limitMs, wrap = (command, words) => [command, words], project = name) {
  // By the stage's name: a stage that leaves no report must not be counted by another's.
  const report = join(reports, `${name}.json`);
  const words = [local('vitest/vitest.mjs'), 'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { name, limitMs, command: () => wrap(process.execPath, words), count: (run) => countReport(report, run) };
}

/** Suites that say nothing more on several processes than on one. */
const NOT_ON_REPLICAS = {
  durability: 'looks at the processes and files of one service',
  'database-loss': 'kills the PostgreSQL of one service',
  'damaged-files': 'damages the files of one service',
  'full-disk': 'fills the disk of one service',
  'silent-connections': 'looks at the files of one service',
  kills: 'kills services of its own',
  'large-uploads': 'looks at the memory and files of one service',
  'large-photos': 'looks at the memory and files of one service',
  equivalence: 'holds the judgement of files, which knows no processes',
  profile: 'holds the contract table, which knows no processes',
  documentation: 'asks for pages that know no processes',
  replicas: 'starts replicas of its own, in the acceptance stage',
  'idempotency-lock': 'starts replicas of its own, in the acceptance stage',
  'replica-kills': 'starts replicas of its own, in the acceptance stage',
  proxy: 'starts replicas of its own, in the acceptance stage',
  'rendering-kills': 'starts replicas of its own, in the acceptance stage',
};

/** The acceptance suites again, on three processes with PostgreSQL and S3. */
function onReplicas() {
  const withoutSome = (command, words) => {
    for (const [suite, reason] of Object.entries(NOT_ON_REPLICAS)) console.log(`  without ${suite}: ${reason}`);
    return [command, [...words, ...Object.keys(NOT_ON_REPLICAS).flatMap((suite) => ['--exclude', `test/acceptance/${suite}.accept.test.ts`])]];
  };
  return { ...tests('replicas', minutes(25), withoutSome, 'acceptance'), env: { ACCEPTANCE_ON: 'replicas' } };
}

const stages = [
  check('types', ['scripts/types.mjs'], minutes(10)),
  check('lint', [local('eslint/bin/eslint.js'), '.', '--max-warnings', '0'], minutes(10)),
  check('graph', [local('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', '.dependency-cruiser.cjs', 'src-core', 'src-node', 'src-cli', 'src-service', 'src-main', 'src-renderer'], minutes(5)),
  // Before the tests: acceptance and desk tests run the built service, e2e the built app.
  check('build', ['scripts/build.mjs'], minutes(10)),
  tests('unit', minutes(35)),
  tests('architecture', minutes(5)),
  tests('acceptance', minutes(45)),
  onReplicas(),
  tests('image-node', minutes(10)),
  { ...tests('image', minutes(20)), whyNot: whyNoCleanRoot },
  tests('desk', minutes(20)),
  tests('e2e', minutes(30), onVirtualDesktop),
];

/** Where a test failed and why, in one line: the end of a long log is often all that anybody gets to see. */
function failuresOf(report) {
  const oneLine = (text) => (text ?? '').replace(/\u001b\[[0-9;]*m/g, '').split('\n')[0].slice(0, 200);
  return report.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${file}: could not be run: ${oneLine(message)}`];
    return failed.map((one) => `${file}: ${one.fullName}: ${oneLine(one.failureMessages?.[0])}`);
  });
}

/** [passed, failed, remark, failures] of one Vitest report. No report, no test, or a bad end without a failed test is one failure. */
function countReport(file, { code, timedOut }) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [0, 1, timedOut ? 'ended at its time limit' : 'left no report'];
  }
  const broken = report.testResults.filter((one) => one.status === 'failed' && !one.assertionResults.some((test) => test.status === 'failed')).length;
  const passed = report.numPassedTests;
  const failed = report.numFailedTests + broken;
  if (passed + failed === 0) return [0, 1, 'has no tests'];
  if (failed === 0 && code !== 0) return [passed, 1, 'ended badly although its tests passed'];
  const remarks = [broken > 0 && `${broken} files could not be run`, report.numPendingTests > 0 && `${report.numPendingTests} not run`];
  return [passed, failed, remarks.filter(Boolean).join(', '), failuresOf(report)];
}

function chosen() {
  const names = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0) throw new Error(`no such stage: ${unknown.join(', ')}. There are ${stages.map(({ name }) => name).join(', ')}`);
  return names.length === 0 ? stages : stages.filter(({ name }) => names.includes(name));
}

async function main() {
  const wanted = chosen();
  checkNode();
  ensurePackages(Object.values(PACKAGES).flat(), say);
  ensureInstalled(say);
  ensureKeytar(say);
  process.chdir(root);

  const env = { ...process.env };
  if (wanted.some(({ name }) => name === 'e2e')) {
    const { findElectron } = await import('./electron-runtime.mjs');
    try {
      // Found once, outside the stage's time limit; the tests are told where.
      env.ELECTRON_OVERRIDE_DIST_PATH = (await findElectron({ say })).dist;
    } catch (error) {
      say(error.message);
    }
  }

  const lines = [];
  let passed = 0;
  let failed = 0;
  for (const stage of wanted) {
    say(stage.name);
    // Counted neither way: nothing was held, and nothing is known to be broken.
    const reason = stage.whyNot?.() ?? null;
    if (reason !== null) {
      lines.push(`none ${stage.name.padEnd(13)} not run: ${reason}`);
      continue;
    }
    const run = await runOwned(...stage.command(), { cwd: root, env: { ...env, ...stage.env }, limitMs: stage.limitMs });
    const [good, bad, remark, failures = []] = stage.count(run);
    passed += good;
    failed += bad;
    const note = run.timedOut ? 'ended at its time limit' : remark;
    lines.push(`${bad === 0 ? 'ok  ' : 'FAIL'} ${stage.name.padEnd(13)} ${String(good).padStart(5)} passed ${String(bad).padStart(4)} failed ${(run.tookMs / 1000).toFixed(1).padStart(7)} s${note ? `  ${note}` : ''}`, ...failures.map((failure) => `       ${failure}`));
  }
  console.log(`\n${lines.join('\n')}\n\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

let exitCode = 1;
try {
  exitCode = await main();
} catch (error) {
  console.error(error.message);
  console.log('0 passed, 1 failed');
} finally {
  rmSync(reports, { recursive: true, force: true });
}
process.exit(exitCode);
