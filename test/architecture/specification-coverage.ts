import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { BOOK_RULES } from '../acceptance/rules/books.ts';
import { GENERAL_RULES } from '../acceptance/rules/general.ts';
import { ORDER_RULES } from '../acceptance/rules/orders.ts';
import type { Proof, SpecificationRule } from '../acceptance/rules/rule.ts';
import { ROOT } from './source-files.ts';

export const SECTIONS = [...GENERAL_RULES, ...BOOK_RULES, ...ORDER_RULES];
export const RULES = SECTIONS.flatMap(({ rules }) => rules);

/** Full names of all acceptance tests, as the runner itself collects them: `suite > group > test`. */
export function acceptanceTests(): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'test-list-'));
  const file = join(folder, 'tests.json');
  try {
    // In one worker that reads what the suites share once: to be listed they run nothing.
    const inOneWorker = ['--isolate=false', '--pool=threads', '--maxWorkers=1'];
    const listed = spawnSync(
      process.execPath,
      [
        join(ROOT, 'node_modules/vitest/vitest.mjs'),
        'list',
        '--project',
        'acceptance',
        ...inOneWorker,
        `--json=${file}`,
      ],
      { cwd: ROOT, encoding: 'utf8' },
    );
    if (listed.status !== 0) throw new Error(`the acceptance tests could not be listed: ${listed.stderr}`);
    const tests = JSON.parse(readFileSync(file, 'utf8')) as readonly { readonly name: string; readonly file: string }[];
    return tests.map(({ name, file: path }) => `${basename(path, '.accept.test.ts')} > ${name}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A proof's test as it is written, and the assertion that is meant. */
export function partsOf(proof: Proof): { readonly test: string; readonly assertion: string | null } {
  const [test = '', assertion = null] = proof.split(' → ');
  return { test, assertion };
}

/** The tests that a proof names; `*` stands for letters that were left out. A sound proof names one. */
export function testsOf(proof: Proof, tests: readonly string[]): readonly string[] {
  const { test: named } = partsOf(proof);
  if (tests.includes(named)) return [named];
  const pattern = new RegExp(
    `^${named
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  );
  return tests.filter((test) => pattern.test(test));
}

export const proofsOf = ({ holds, otherwise }: SpecificationRule): readonly Proof[] =>
  'none' in otherwise ? holds : [...holds, ...otherwise];

const INTRODUCTION = `# Every rule of the specification, and what proves it

Generated from \`test/acceptance/rules\` and the acceptance tests themselves. A rule is proved by the assertion that it
holds, and by one that would fail if too much were allowed or the neighbour of the case came out the same; a rule without
such an opposite says why. A test fails when one of the two is missing, when a proof names no test or more than one, and
when this page is not what they say. Each test drives the running service over HTTP, and every JSON answer is held
against its OpenAPI document. That the assertions notice is the mutation run's to show: \`npm run mutants\`.
`;

export function coveragePage(tests: readonly string[]): string {
  const told = (proofs: readonly Proof[]) => proofs.map((proof) => proofLine(proof, tests)).join('<br>');
  const rows = SECTIONS.map(({ heading, rules }) => {
    const lines = rules.map(
      ({ id, rule, holds, otherwise }) =>
        `| ${id} | ${cell(rule)} | ${told(holds)} | ${'none' in otherwise ? `None: ${cell(otherwise.none)}` : told(otherwise)} |`,
    );
    return `## ${heading}\n\n| | Rule | Holds | Otherwise |\n|---|---|---|---|\n${lines.join('\n')}\n`;
  });
  return `${INTRODUCTION}\n${RULES.length} rules, ${tests.length} acceptance tests.\n\n${rows.join('\n')}`;
}

function proofLine(proof: Proof, tests: readonly string[]): string {
  const { assertion } = partsOf(proof);
  const name = `\`${cell((testsOf(proof, tests)[0] ?? proof).replaceAll('`', ''))}\``;
  return assertion === null ? name : `${name}: ${cell(assertion)}`;
}

const cell = (text: string) => text.replaceAll('|', '\\|');
