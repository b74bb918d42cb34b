import { describe, expect, it } from 'vitest';
import { BadArguments, readArguments } from './arguments.ts';

const read = (line: string, environment: Record<string, string> = {}) =>
  readArguments(
    line.split(' ').filter((part) => part !== ''),
    environment,
  );

describe('the arguments', () => {
  it('have what is left out filled in', () => {
    expect(read('folder --spec SQUAREBOOK_HC')).toEqual({
      paths: ['folder'],
      spec: 'SQUAREBOOK_HC',
      pages: null,
      contract: 'specified',
      level: 2,
      kind: null,
      output: 'text',
      facts: false,
      language: 'en',
      thresholdsFile: null,
      printHouseFile: null,
      rulesFile: null,
    });
  });

  it('are all read', () => {
    expect(
      read(
        'a.pdf b.pdf --spec X --pages 66 --level 3 --kind cover --csv --lang ko --thresholds t.json --print-house p.json',
      ),
    ).toMatchObject({
      paths: ['a.pdf', 'b.pdf'],
      pages: 66,
      level: 3,
      kind: 'cover',
      output: 'csv',
      language: 'ko',
      thresholdsFile: 't.json',
      printHouseFile: 'p.json',
    });
    expect(read('--facts a.pdf --json')).toMatchObject({ facts: true, output: 'json', spec: null });
    expect(read('--spec list')).toMatchObject({ spec: 'list', paths: [] });
  });

  it('speak the language of the machine unless told', () => {
    expect(read('a --spec X', { LANG: 'ko_KR.UTF-8' }).language).toBe('ko');
    expect(read('a --spec X', { LANG: 'ko_KR.UTF-8', LC_ALL: 'C' }).language).toBe('en');
    expect(read('a --spec X', { LANG: 'ko_KR.UTF-8', LC_ALL: '' }).language).toBe('ko');
    expect(read('a --spec X --lang en', { LANG: 'ko_KR.UTF-8' }).language).toBe('en');
  });

  it.each([
    ['a', /--spec is missing/],
    ['--spec X', /no file and no folder/],
    ['--facts', /no file and no folder/],
    ['a --spec X --json --csv', /cannot both/],
    ['--facts a --csv', /--facts are written/],
    ['a --spec X --level 4', /--level/],
    ['a --spec X --pages many', /--pages/],
    ['a --spec X --pages 0', /--pages/],
    ['a --spec X --pages 24.5', /--pages/],
    ['a --spec X --kind spine', /--kind/],
    ['a --spec X --contract mine', /--contract/],
    ['a --spec X --lang fr', /--lang/],
    ['a --spec X --colour', /--colour/],
    ['a --spec', /--spec/],
  ])('%s is refused with the reason', (line, reason) => {
    expect(() => read(line)).toThrow(BadArguments);
    expect(() => read(line)).toThrow(reason);
  });
});
