import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, textOf } from './source-files.ts';

const page = `${textOf('README.md')}\n${textOf('docs/commands.md')}`;
const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };

const bench = (...words: string[]) =>
  spawnSync(process.execPath, [join(ROOT, 'scripts/bench.mjs'), ...words], { encoding: 'utf8' });

it('the page of commands names every script of the package', () => {
  const named = new Set([...page.matchAll(/`(?:npm (?:run )?)?([a-z]+)[^`]*`/g)].map(([, name]) => name));
  expect(Object.keys(scripts).filter((name) => !named.has(name))).toEqual([]);
});

it('the page of commands names every journey of the demo', () => {
  const journeys = readdirSync(join(ROOT, 'test/e2e/journeys')).map((file) => file.replace('.ts', ''));
  const unnamed = journeys.filter((name) => !['journey', 'main-job'].includes(name) && !page.includes(`\`${name}\``));
  expect(unnamed.filter((name) => !page.includes(`--journey ${name}`))).toEqual([]);
});

it('a benchmark that is not there is refused with those that are, which the page of commands names', () => {
  const { status, stderr } = bench('level9');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^no such benchmark: level9\. There are /);
  for (const name of stderr.trim().split('There are ')[1]?.split(', ') ?? []) expect(page).toContain(`\`${name}\``);
});
