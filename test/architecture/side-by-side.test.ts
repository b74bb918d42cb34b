import { describe, expect, it } from 'vitest';

interface Stage {
  readonly name: string;
  readonly cores: number;
  readonly after?: readonly string[];
  readonly lateMs?: number;
}
const { sideBySide } = (await import('../../scripts/side-by-side.mjs' as string)) as {
  sideBySide: <Result>(
    stages: readonly Stage[],
    room: number,
    run: (stage: Stage) => Promise<Result>,
  ) => Promise<Result[]>;
};

/** Runs stages that end when they are told to; `running` are those that have begun and not ended, in that order. */
function stagesUnderWay(stages: readonly Stage[], room: number) {
  const ends = new Map<string, (result: string) => void>();
  const results = sideBySide(
    stages,
    room,
    ({ name }) => new Promise<string>((end) => ends.set(name, (result) => (ends.delete(name), end(result)))),
  );
  const end = async (name: string) => {
    ends.get(name)?.(`${name} ended`);
    await new Promise(setImmediate);
  };
  return { results, end, running: () => [...ends.keys()] };
}

describe('the stages of a run', () => {
  it('begin in their order as far as there is room, and one that has none is not waited for', async () => {
    const run = stagesUnderWay(
      [
        { name: 'a', cores: 1.5 },
        { name: 'b', cores: 2 },
        { name: 'c', cores: 1 },
        { name: 'd', cores: 0.5 },
      ],
      3,
    );
    expect(run.running()).toEqual(['a', 'c', 'd']);
    await run.end('c');
    expect(run.running()).toEqual(['a', 'd']);
    await run.end('a');
    expect(run.running()).toEqual(['d', 'b']);
    await run.end('b');
    await run.end('d');
    expect(await run.results).toEqual(['a ended', 'b ended', 'c ended', 'd ended']);
  });

  it('that a late run leaves out overtake none that every run holds', async () => {
    const run = stagesUnderWay(
      [
        { name: 'a', cores: 2 },
        { name: 'b', cores: 2 },
        { name: 'by turns', cores: 1, lateMs: 60_000 },
      ],
      3,
    );
    expect(run.running()).toEqual(['a']);
    await run.end('a');
    expect(run.running()).toEqual(['b', 'by turns']);
    await run.end('b');
    await run.end('by turns');
    expect(await run.results).toHaveLength(3);
  });

  it('wait for those they need the work of, where these run as well', async () => {
    const run = stagesUnderWay(
      [
        { name: 'build', cores: 1 },
        { name: 'built', cores: 1, after: ['build'] },
        { name: 'free', cores: 1, after: ['not wanted'] },
      ],
      3,
    );
    expect(run.running()).toEqual(['build', 'free']);
    await run.end('build');
    expect(run.running()).toEqual(['free', 'built']);
  });

  it('run alone where one takes more than there is', async () => {
    const run = stagesUnderWay(
      [
        { name: 'a', cores: 1 },
        { name: 'whole', cores: Infinity },
        { name: 'b', cores: 1 },
      ],
      3,
    );
    expect(run.running()).toEqual(['a', 'b']);
    await run.end('a');
    expect(run.running()).toEqual(['b']);
    await run.end('b');
    expect(run.running()).toEqual(['whole']);
  });

  it('end with the error of one whose run cannot be', async () => {
    const failing = sideBySide([{ name: 'a', cores: 1 }], 3, () => Promise.reject(new Error('no such program')));
    await expect(failing).rejects.toThrow('no such program');
  });
});
