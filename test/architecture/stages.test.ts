import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Stage {
  readonly name: string;
  readonly partOf?: string;
  /** A run that is older leaves it out. */
  readonly lateMs?: number;
  readonly command: readonly [string, readonly string[]];
}
interface Run {
  readonly isAll: boolean;
  readonly seed: number;
  readonly named: readonly string[];
}
const { stagesOf } = (await import('../../scripts/test-stages.mjs' as string)) as {
  stagesOf: (run: Run) => readonly Stage[];
};

const root = join(import.meta.dirname, '../..');
const found = (folder: string, ending: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith(ending));
const rooms = readdirSync(root).filter((name) => name.startsWith('src-'));
const FILES: Record<string, readonly string[]> = {
  unit: [...rooms, 'test/fixtures', 'test/mutation'].flatMap((folder) => found(folder, '.test.ts')),
  acceptance: found('test/acceptance', '.accept.test.ts'),
  desk: found('test/desk', '.test.ts'),
  e2e: found('test/e2e', '.e2e.ts').filter((file) => !file.endsWith('/development.e2e.ts')),
  browser: found('src-renderer', '.browser.test.tsx'),
};

/** The files that a stage runs of those that its project has. */
function filesOf({ command: [, words] }: Stage, all: readonly string[]): readonly string[] {
  const left = words.filter((_, at) => words[at - 1] === '--exclude');
  const named = words.filter((word) => /\.tsx?$/.test(word) && !left.includes(word));
  expect([...named, ...left].filter((file) => !all.includes(file))).toEqual([]);
  return (named.length > 0 ? named : all).filter((file) => !left.includes(file));
}
const stagesAt = (seed: number, named: readonly string[] = []) => stagesOf({ isAll: false, seed, named });
const withName = (stages: readonly Stage[], wanted: string) => stages.find(({ name }) => name === wanted)!;

it.each(Object.keys(FILES))(
  'every file of %s is run, by turns within three days, and never twice in a run',
  (project) => {
    const all = FILES[project]!;
    const run = [30_000, 30_001, 30_002].map((seed) => {
      const stages = stagesAt(seed);
      const [always, turns] = [withName(stages, project), withName(stages, `${project}-turns`)];
      expect([always.lateMs, turns.lateMs === undefined, turns.partOf]).toEqual([undefined, false, project]);
      return [...filesOf(always, all), ...filesOf(turns, all)];
    });
    for (const files of run) expect(new Set(files).size).toBe(files.length);
    expect(new Set(run.flat())).toEqual(new Set(all));
    const everything = stagesOf({ isAll: true, seed: 0, named: [] });
    expect(new Set(filesOf(withName(everything, project), all))).toEqual(new Set(all));
    expect(withName(everything, `${project}-turns`)).toBeUndefined();
  },
);

it('what goes by turns is begun last, and is never left out where it is asked for by name', () => {
  const late = stagesAt(30_000).map(({ lateMs }) => lateMs !== undefined);
  expect(late).toEqual(late.toSorted((a, b) => Number(a) - Number(b)));
  expect(stagesAt(30_000, ['desk', 'packaged']).filter(({ lateMs }) => lateMs === undefined)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'desk-turns' }),
      expect.objectContaining({ name: 'packaged' }),
    ]),
  );
});
