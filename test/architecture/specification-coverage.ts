import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { BOOK_RULES } from '../acceptance/rules/books.ts';
import { GENERAL_RULES } from '../acceptance/rules/general.ts';
import { ORDER_RULES } from '../acceptance/rules/orders.ts';
import { ROOT } from './source-files.ts';

export const SECTIONS = [...GENERAL_RULES, ...BOOK_RULES, ...ORDER_RULES];
export const RULES = SECTIONS.flatMap(({ rules }) => rules);

/** Full names of all acceptance tests, as the runner itself collects them: `suite > group > test`. */
export function acceptanceTests(): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'test-list-'));
  const file = join(folder, 'tests.json');
  try {
    const listed = spawnSync(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'list', '--project', 'acceptance', `--json=${file}`], { cwd: ROOT, encoding: 'utf8' });
    if (listed.status !== 0) throw new Error(`the acceptance tests could not be listed: ${listed.stderr}`);
    const tests = JSON.parse(readFileSync(file, 'utf8')) as readonly { readonly name: string; readonly file: string }[];
    return tests.map(({ name, file: path }) => `${basename(path, '.accept.test.ts')} > ${name}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The tests that a proof names; `*` stands for anything. */
export function testsOf(proof: string, tests: readonly string[]): readonly string[] {
  const pattern = new RegExp(`^${proof.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`, 's');
  return tests.filter((test) => pattern.test(test));
}

const INTRODUCTION = `# Every rule of the specification, and what proves it

Generated from \`test/acceptance/rules\` and the acceptance tests themselves; a test fails when a rule has no test, when a
proof names a test that is not there, and when this page is not what they say. Each test drives the running service over
HTTP, and every JSON answer is held against its OpenAPI document. \`*\` stands for a group of tests.
`;

export function coveragePage(tests: readonly string[]): string {
  const rows = SECTIONS.map(({ heading, rules }) => {
    const lines = rules.map(({ id, rule, provedBy }) => {
      const proofs = provedBy.map((proof) => `${code(proof)}${proof.includes('*') ? ` (${testsOf(proof, tests).length})` : ''}`);
      return `| ${id} | ${rule.replaceAll('|', '\\|')} | ${proofs.join('<br>')} |`;
    });
    return `## ${heading}\n\n| | Rule | Proved by |\n|---|---|---|\n${lines.join('\n')}\n`;
  });
  return `${INTRODUCTION}\n${RULES.length} rules, ${tests.length} acceptance tests.\n\n${rows.join('\n')}`;
}

const code = (text: string) => `\`${text.replaceAll('`', '').replaceAll('|', '\\|')}\``;
