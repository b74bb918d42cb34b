import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ROOMS, filesUnder, type SourceFile } from './source-files.ts';

/** Folders whose folders are subjects of their own. */
const HOUSES = [
  ...['src-core/preflight', 'src-core/pdf', 'src-core', 'src-node', 'src-cli', 'src-service'],
  ...['src-main/desk', 'src-main', 'src-renderer/features', 'src-renderer'],
];

/** The subject that a file belongs to: with all that lies in its folder. A file beside the subjects stands for itself. */
function subjectOf(path: string): string {
  const house = HOUSES.find((folder) => path.startsWith(`${folder}/`)) ?? '';
  return `${house}/${path.slice(house.length + 1).split('/')[0]}`;
}

const isProduct = ({ path }: SourceFile): boolean => !/\.test\.tsx?$|\/testing\//.test(path);

/** Types count as well: who knows another's types cannot be read, moved or changed without it. */
function importsOf({ path, text }: SourceFile): string[] {
  return ts
    .preProcessFile(text, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(path), specifier));
}

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

function arrowsOf(files: readonly SourceFile[]): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const file of files) {
    const from = subjectOf(file.path);
    const known = arrows.get(from) ?? new Set();
    for (const imported of importsOf(file)) if (subjectOf(imported) !== from) known.add(subjectOf(imported));
    arrows.set(from, known);
  }
  return arrows;
}

function reachedFrom(arrows: Arrows, start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let from = open.pop(); from !== undefined; from = open.pop())
    for (const to of arrows.get(from) ?? [])
      if (!reached.has(to)) {
        reached.add(to);
        open.push(to);
      }
  return reached;
}

/** Subjects that come back to themselves. Files of one folder that need each other are the import graph's to judge. */
function loopsIn(arrows: Arrows): string[][] {
  const reach = new Map([...arrows.keys()].map((subject) => [subject, reachedFrom(arrows, subject)]));
  const loops = new Map<string, string[]>();
  for (const [subject, reached] of reach) {
    if (!reached.has(subject)) continue;
    const loop = [...reached].filter((other) => reach.get(other)?.has(subject) === true).sort();
    if (new Set(loop.map((one) => (/\.tsx?$/.test(one) ? posix.dirname(one) : one))).size > 1)
      loops.set(loop.join(), loop);
  }
  return [...loops.values()];
}

describe('the subjects of the house', () => {
  it('need each other in one direction only', () => {
    const arrows = arrowsOf(filesUnder(ROOMS, /\.tsx?$/).filter(isProduct));
    expect([...arrows.values()].reduce((count, { size }) => count + size, 0)).toBeGreaterThan(300);
    expect(loopsIn(arrows)).toEqual([]);
  });

  it('would be seen to run in a circle, over types too and by way of a file beside them', () => {
    const file = (path: string, ...imports: string[]) => ({
      path,
      text: imports.map((name) => `import type { It } from '${name}';`).join('\n'),
    });
    const books = file('src-service/books/book.ts', '../context.ts');
    const orders = file('src-service/orders/routes/order.ts', '../../books/book.ts');
    expect(loopsIn(arrowsOf([books, orders, file('src-service/context.ts')]))).toEqual([]);
    expect(loopsIn(arrowsOf([books, orders, file('src-service/context.ts', './orders/routes/order.ts')]))).toEqual([
      ['src-service/books', 'src-service/context.ts', 'src-service/orders'],
    ]);
  });
});
