import { describe, expect, it } from 'vitest';
import {
  addressOf,
  findingAt,
  keptStop,
  nextFinding,
  nextStop,
  stopOnPage,
  stopsOf,
  type Stop,
} from './finding-steps.ts';
import { marksOn } from './page-marks.ts';
import { findingOf, groupOf, objectOn } from './testing/finding-samples.ts';

const groups = [
  groupOf('pictures', [
    findingOf({
      objects: [objectOn(14), objectOn(3), objectOn(3)],
      pages: [3, 14],
      measured: { value: 162, unit: 'ppi' },
    }),
  ]),
  groupOf('cover', [findingOf({ kind: 'cover', pages: [1] }), findingOf({ kind: 'contents', pages: [4, 5] })]),
  groupOf('book', [findingOf({ kind: null })]),
];
const stops = stopsOf(groups);
const told = (stop: Stop | null): string =>
  stop === null ? 'nowhere' : `${stop.groupKey}.${stop.findingIndex} p${stop.page ?? '-'} o${stop.objectIndex ?? '-'}`;

describe('steps through findings', () => {
  it('stop at each object worst first, at each page without objects, and once at what has neither', () => {
    expect(stops.map(told)).toEqual([
      'pictures.0 p14 o0',
      'pictures.0 p3 o1',
      'pictures.0 p3 o2',
      'cover.0 p1 o-',
      'cover.1 p4 o-',
      'cover.1 p5 o-',
      'book.0 p- o-',
    ]);
  });

  it('go on, back and round the ends', () => {
    expect(told(nextStop(stops, null, 1))).toBe('pictures.0 p14 o0');
    expect(told(nextStop(stops, null, -1))).toBe('book.0 p- o-');
    expect(told(nextStop(stops, stops[2] ?? null, 1))).toBe('cover.0 p1 o-');
    expect(told(nextStop(stops, stops[0] ?? null, -1))).toBe('book.0 p- o-');
    expect(told(nextStop(stops, stops.at(-1) ?? null, 1))).toBe('pictures.0 p14 o0');
    expect(nextStop([], null, 1)).toBeNull();
  });

  it('skip the rest of a finding', () => {
    expect(told(nextFinding(stops, stops[1] ?? null, 1))).toBe('cover.0 p1 o-');
    expect(told(nextFinding(stops, stops[3] ?? null, 1))).toBe('cover.1 p4 o-');
    expect(told(nextFinding(stops, stops[1] ?? null, -1))).toBe('book.0 p- o-');
    expect(told(nextFinding(stops, null, 1))).toBe('pictures.0 p14 o0');
  });

  it('lead to the page of the file that the finding is about', () => {
    expect(addressOf(groups, stops[1] as Stop)).toEqual({ kind: 'contents', page: 3 });
    expect(addressOf(groups, stops[3] as Stop)).toEqual({ kind: 'cover', page: 1 });
    expect(addressOf(groups, stops[6] as Stop)).toBeNull();
    expect(findingAt(groups, stops[4] as Stop)?.pages).toEqual([4, 5]);
  });

  it('stay at their place when the book was checked again', () => {
    const [, second] = stops;
    expect(keptStop(stops, second ?? null)).toBe(second);
    const better = stopsOf([groupOf('pictures', [findingOf({ objects: [objectOn(14)], pages: [14] })])]);
    expect(told(keptStop(better, second ?? null))).toBe('pictures.0 p14 o0');
    expect(keptStop(stopsOf([]), second ?? null)).toBeNull();
  });

  it('choose the worst object of a page, or the page where it has none', () => {
    const { findings } = groups[0] as (typeof groups)[number];
    const [finding] = findings;
    if (finding === undefined) throw new Error('no finding');
    expect(told(stopOnPage(stops[0] as Stop, finding, 3))).toBe('pictures.0 p3 o1');
    expect(told(stopOnPage(stops[0] as Stop, finding, 9))).toBe('pictures.0 p9 o-');
  });
});

describe('marks of a page', () => {
  it('carry their number within the finding that is looked at, and know the selected one', () => {
    const marks = marksOn(groups, { kind: 'contents', page: 3 }, stops[2] ?? null);
    expect(marks.map(({ number, isSelected, unit }) => [number, isSelected, unit])).toEqual([
      [2, false, 'ppi'],
      [3, true, 'ppi'],
    ]);
  });

  it('are none of another file, nor of another finding', () => {
    expect(marksOn(groups, { kind: 'cover', page: 3 }, stops[1] ?? null)).toEqual([]);
    expect(marksOn(groups, { kind: 'contents', page: 3 }, stops[3] ?? null)).toEqual([]);
  });

  it('are counted over the page while nothing is looked at', () => {
    const two = [...groups, groupOf('text', [findingOf({ objects: [objectOn(3)] })])];
    expect(
      marksOn(two, { kind: 'contents', page: 3 }, null).map(({ stop, number, isSelected }) => [
        stop.groupKey,
        number,
        isSelected,
      ]),
    ).toEqual([
      ['pictures', 1, false],
      ['pictures', 2, false],
      ['text', 3, false],
    ]);
  });
});
