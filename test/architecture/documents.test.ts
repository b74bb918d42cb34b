import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, textOf } from './source-files.ts';

/** Documents that people follow step by step. */
const FOLLOWED = [
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/how-to-add.md',
  'src-core/README.md',
  'src-main/README.md',
  'src-service/README.md',
  'src-renderer/README.md',
];

/** Paths from the root of the repository that stand in a document as such, without those that have a place to fill in. */
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?<![\w./])((?:src-\w+|test|docs|resources|scripts)\/[\w./{},-]*[\w}])/g)]
    .map(([, path = '']) => path)
    .flatMap((path) =>
      path.includes('{ko,en}') ? ['ko', 'en'].map((language) => path.replace('{ko,en}', language)) : [path],
    )
    .map((path) => path.replace(/\/findings$/, ''));

it.each(FOLLOWED)('%s names files and folders that are there', (document) => {
  const paths = pathsIn(textOf(document));
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('every script that a document runs is one of package.json', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const run = FOLLOWED.concat('README.md', 'docs/commands.md').flatMap((document) =>
    [...textOf(document).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name),
  );
  expect(run.length).toBeGreaterThan(5);
  expect(run.filter((name) => scripts[name] === undefined)).toEqual([]);
});

it('.nvmrc is the oldest Node that the product runs on', () => {
  const { engines } = JSON.parse(textOf('package.json')) as { readonly engines: { readonly node: string } };
  expect(engines.node).toBe(`>=${textOf('.nvmrc').trim()}`);
});
