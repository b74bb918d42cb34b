import { expect, it } from 'vitest';
import { commandWords } from './command-words.ts';

it('a command line is what stands behind its switch, and only as its own program says it', () => {
  const of = (...words: string[]) => commandWords(['/opt/studio', ...words]);
  expect(of('--no-sandbox', '--studio-command', '--', 'preflight', '--json')).toEqual(['preflight', '--json']);
  expect(of('--studio-command', '--')).toEqual([]);
  expect(of('--studio-command', '--', 'order', '--studio-command', '--')).toEqual(['order', '--studio-command', '--']);
  expect([of(), of('book.bpjob'), of('--studio-command'), of('--studio-command', 'preflight', '--')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
