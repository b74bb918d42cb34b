// What the stages of `npm test` leave to be read: `.cache/reports/<stage>.json`, kept until the stage runs again.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const reports = join(root, '.cache/reports');

/** By the stage's name: a stage that leaves no report must not be counted by another's, nor by that of an earlier run. */
export const reportOf = (stage) => join(reports, `${stage}.json`);

export function forgetReport(stage) {
  mkdirSync(reports, { recursive: true });
  rmSync(reportOf(stage), { force: true });
}

/** Null where the stage left none. */
function readReport(stage) {
  try {
    return JSON.parse(readFileSync(reportOf(stage), 'utf8'));
  } catch {
    return null;
  }
}

/** [passed, failed, remark, failures] of one stage. No report, no test, or a bad end without a failed test is one failure. */
export function countReport(stage, { code, timedOut, output }) {
  const report = readReport(stage);
  if (report === null) return [0, 1, timedOut ? 'ended at its time limit' : 'left no report'];
  const broken = report.testResults.filter(
    (one) => one.status === 'failed' && !one.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const passed = report.numPassedTests;
  const failed = report.numFailedTests + broken;
  if (passed + failed === 0) return [0, 1, 'has no tests'];
  if (failed === 0 && code !== 0) return [passed, 1, 'ended badly although its tests passed', strayErrors(output)];
  const remarks = [
    broken > 0 && `${broken} files could not be run`,
    report.numPendingTests > 0 && `${report.numPendingTests} not run`,
  ];
  return [passed, failed, remarks.filter(Boolean).join(', '), [...failuresOf(report), ...strayErrors(output)]];
}

/** Where a test failed and why: the end of a long log is often all that anybody gets to see. */
function failuresOf(report) {
  return report.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${file}: could not be run: ${whyOf(message)}`];
    return failed.map((one) => `${file}: ${one.fullName}: ${whyOf(one.failureMessages?.[0], one.duration)}`);
  });
}

const COLOURS = /\u001b\[[0-9;]*m/g;
/** How Vitest prints what was thrown beside all tests. It stands in no report of its own. */
const STRAY =
  /⎯ (?:Unhandled|Uncaught) (?!Errors)\w+ ⎯+\n([^]*?)\nThis error originated in "([^"]+)"[^\n]*\n(?:[^\n]* is "([^"\n]*)")?/g;

/** Where nobody caught an error, beside which test, and what it said: it fails a run whose tests all passed. */
export const strayErrors = (output = '') =>
  [...output.replace(COLOURS, '').matchAll(STRAY)].map(
    ([, text, file, test]) => `${file}: beside ${test ?? 'no test'}: ${whyOf(text.split('\n ❯ ', 1)[0])}`,
  );

const LONGEST_BEGINNING = 250;
const LONGEST_END = 450;

/**
 * What an error says, in one line, without where it was thrown. Of a long one its beginning and its end: a process that is
 * quoted in it tells there why it ended.
 */
export function whyOf(text, tookMs = 0) {
  const lines = (text ?? '')
    .replace(COLOURS, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '));
  // The name that Vitest gives the error of a time limit in its reports.
  if (lines[0] === 'Error: STACK_TRACE_ERROR') return `was not done after ${Math.round(tookMs / 1000)} s`;
  const words = lines.join(' | ');
  if (words.length <= LONGEST_BEGINNING + LONGEST_END) return words;
  return `${words.slice(0, LONGEST_BEGINNING)} … ${words.slice(-LONGEST_END)}`;
}

/** The files that take most of the time of these stages, with their share of it, slowest first. */
export function slowestFiles(stages, count) {
  const files = stages.flatMap((stage) =>
    (readReport(stage)?.testResults ?? []).map(({ name, startTime, endTime }) => ({
      stage,
      file: relative(root, name),
      tookMs: endTime - startTime,
    })),
  );
  const wholeMs = files.reduce((sum, { tookMs }) => sum + tookMs, 0);
  return files
    .toSorted((a, b) => b.tookMs - a.tookMs)
    .slice(0, count)
    .map(
      ({ stage, file, tookMs }) =>
        `${(tookMs / 1000).toFixed(1).padStart(7)} s ${((100 * tookMs) / wholeMs).toFixed(1).padStart(5)} %  ${stage}: ${file}`,
    );
}
