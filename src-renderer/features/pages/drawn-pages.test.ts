import { describe, expect, it } from 'vitest';
import { DrawnPages, neighboursOf } from './drawn-pages.ts';

const picture = (name: string) => ({ name, width: 10, height: 10 });
const BYTES = 400;
const one = {};
const other = {};

describe('drawn pages', () => {
  it('are there in the width that they were drawn in, and no other', () => {
    const pages = new DrawnPages<ReturnType<typeof picture>>();
    pages.put(one, 3, 500.4, picture('a'));
    expect(pages.get(one, 3, 500)?.name).toBe('a');
    expect(pages.get(one, 3, 900)).toBeNull();
    expect(pages.get(one, 4, 500)).toBeNull();
    expect(pages.get(other, 3, 500)).toBeNull();
  });

  it('stand in for another width by the one that was drawn last', () => {
    const pages = new DrawnPages<ReturnType<typeof picture>>();
    expect(pages.inAnyWidth(one, 3)).toBeNull();
    pages.put(one, 3, 500, picture('a'));
    pages.put(one, 3, 700, picture('b'));
    pages.put(one, 33, 900, picture('c'));
    pages.put(other, 3, 900, picture('d'));
    expect(pages.inAnyWidth(one, 3)?.name).toBe('b');
    pages.forget(one);
    expect(pages.inAnyWidth(one, 3)).toBeNull();
  });

  it('go when there are too many, those first that nobody looked at for longest', () => {
    const pages = new DrawnPages<ReturnType<typeof picture>>(3 * BYTES);
    for (const page of [1, 2, 3]) pages.put(one, page, 500, picture(`${page}`));
    pages.get(one, 1, 500);
    pages.put(one, 4, 500, picture('4'));
    expect([1, 2, 3, 4].map((page) => pages.has(one, page, 500))).toEqual([true, false, true, true]);
  });

  it('are counted once when they are drawn again', () => {
    const pages = new DrawnPages<ReturnType<typeof picture>>(2 * BYTES);
    for (let i = 0; i < 5; i++) pages.put(one, 1, 500, picture(`${i}`));
    pages.put(one, 2, 500, picture('b'));
    expect(pages.get(one, 1, 500)?.name).toBe('4');
  });

  it('go with their document', () => {
    const pages = new DrawnPages<ReturnType<typeof picture>>(2 * BYTES);
    pages.put(one, 1, 500, picture('a'));
    pages.put(other, 1, 500, picture('b'));
    pages.forget(one);
    expect([pages.has(one, 1, 500), pages.has(other, 1, 500)]).toEqual([false, true]);
    pages.put(other, 2, 500, picture('c'));
    expect(pages.has(other, 1, 500)).toBe(true);
  });
});

describe('pages that are wanted next', () => {
  it('are the one ahead and the one before, as far as there are any', () => {
    expect(neighboursOf(1, 24)).toEqual([2]);
    expect(neighboursOf(12, 24)).toEqual([13, 11]);
    expect(neighboursOf(24, 24)).toEqual([23]);
    expect(neighboursOf(1, 1)).toEqual([]);
  });
});
