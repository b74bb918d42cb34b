import { expect, it } from 'vitest';
import { History } from './history.ts';
import { breachesOf } from './invariants.ts';
import { setTitle } from './operations/book.ts';
import { setWrap } from './operations/cover.ts';
import { lockFrames, moveFrames, orderFrames, removeFrames } from './operations/frames.ts';
import { insertPages, movePages, removePages, setGround } from './operations/pages.ts';
import { addPictures, placePicture, ratePictures, removePictures, swapPictures } from './operations/pictures.ts';
import { isSameBook, returnTo } from './operations/return.ts';
import { addText, writeText } from './operations/text.ts';
import { changesSince } from './proof-changes.ts';
import { plainMeasure } from './testing/plain-measure.ts';
import { addEntries, setEntryValues } from './operations/entries.ts';
import { shippedTemplate } from '../../test/fixtures/themes.ts';
import { done, keyOf, sampleBook, samplePictures } from './testing/sample-book.ts';
import type { LayoutDocument } from './document.ts';

const empty = sampleBook({ pageCount: 24, pictures: 6 });
const [p1 = '', p2 = '', p3 = ''] = empty.order;
const caption = { xMm: 20, yMm: 20, widthMm: 60, heightMm: 12 };
/** As a customer was shown it: a picture and a caption on the first page. */
const proof = done(
  addText(done(placePicture(empty, { surfaceId: p1, picture: keyOf(1) })), {
    surfaceId: p1,
    box: caption,
    text: '강릉',
  }),
);
const [picture = '', text = ''] = proof.pages[p1]?.order ?? [];
const told = (now: LayoutDocument) =>
  changesSince(proof, now, plainMeasure).map(({ surfaceId, notes }) => [
    surfaceId,
    ...notes.map(({ text: { key, params } }) =>
      [key.replace('layout.since.', ''), ...Object.values(params ?? {})].join(' '),
    ),
  ]);

it('tells page for page what was done since a proof, and nothing of a book that looks the same', () => {
  expect(told(proof)).toEqual([]);
  expect(told(done(lockFrames(proof, { surfaceId: p1, frameIds: [picture], locked: true })))).toEqual([]);
  expect(told(done(ratePictures(proof, { keys: [keyOf(1)], rating: 4 })))).toEqual([]);
  const moved = done(moveFrames(proof, { surfaceId: p1, frameIds: [picture], dxMm: 3, dyMm: 0 }));
  expect(told(moved)).toEqual([[p1, 'placed 1']]);
  const worked = [
    (book: LayoutDocument) => writeText(book, { surfaceId: p1, frameId: text, text: '강릉, 구월' }),
    (book: LayoutDocument) => placePicture(book, { surfaceId: p1, picture: keyOf(2), frameId: picture }),
    (book: LayoutDocument) => placePicture(book, { surfaceId: p2, picture: keyOf(3) }),
    (book: LayoutDocument) => placePicture(book, { surfaceId: p2, picture: keyOf(3) }),
    (book: LayoutDocument) => setGround(book, { surfaceIds: [p3], ground: '#1a1a1a' }),
    (book: LayoutDocument) => setWrap(book, { picture: keyOf(4) }),
  ].reduce((book, act) => done(act(book)), proof);
  expect(told(worked)).toEqual([
    ['front', 'wrap'],
    [p1, 'picturesCome 1', 'picturesGo 1', 'texts 1'],
    [p2, 'picturesCome 2'],
    [p3, 'ground'],
  ]);
});

it('tells a page that lies elsewhere now, and no page that only made room for it', () => {
  const moved = done(movePages(proof, { pageIds: [p1], before: proof.order[8] ?? null }));
  expect(told(moved)).toEqual([[p1, 'moved 1']]);
  expect(told(done(movePages(moved, { pageIds: [p1], before: p2 })))).toEqual([]);
});

it('tells what is seen by whichever frames: pictures that changed places, came back elsewhere, or lie on others now', () => {
  const both = done(placePicture(proof, { surfaceId: p1, picture: keyOf(2) }));
  const [, , other = ''] = both.pages[p1]?.order ?? [];
  const since = (now: LayoutDocument) =>
    changesSince(both, now, plainMeasure).map(({ surfaceId, notes }) => [
      surfaceId,
      ...notes.map(({ text: { key } }) => key),
    ]);
  const [from, to] = [
    { surfaceId: p1, frameId: picture },
    { surfaceId: p1, frameId: other },
  ];
  expect(since(done(swapPictures(both, { from, to })))).toEqual([[p1, 'layout.since.placed']]);
  const away = done(removeFrames(both, { surfaceId: p1, frameIds: [other] }));
  const box = { xMm: 5, yMm: 5, widthMm: 30, heightMm: 20 };
  const again = done(placePicture(away, { surfaceId: p1, picture: keyOf(2), box }));
  expect(since(again)).toEqual([[p1, 'layout.since.placed']]);
  expect(since(done(orderFrames(both, { surfaceId: p1, frameIds: [picture], to: 'front' })))).toEqual([
    [p1, 'layout.since.stacked'],
  ]);
});

it('tells pages that came and those that went, each by its own name', () => {
  const longer = done(insertPages(proof, { before: p2, count: 2 }));
  const came = longer.order.slice(1, 3);
  const [gone = ''] = longer.order.slice(5);
  expect(told(done(removePages(longer, { pageIds: [gone, longer.order[6] ?? ''] })))).toEqual([
    ...came.map((id) => [id, 'comes']),
    [gone, 'goes'],
    [longer.order[6], 'goes'],
  ]);
});

it('is returned to in one step: the book as it was, with the pictures, the stars and the title of now', () => {
  const lines: unknown[] = [];
  const history = new History(proof, (line) => lines.push(line));
  const later = [
    (book: LayoutDocument) => setTitle(book, { title: 'Kim & Park' }),
    (book: LayoutDocument) => insertPages(book, { before: null, count: 2 }),
    (book: LayoutDocument) => addPictures(book, { pictures: samplePictures(9) }),
    (book: LayoutDocument) => ratePictures(book, { keys: [keyOf(1)], rating: 5 }),
    (book: LayoutDocument) => placePicture(book, { surfaceId: p1, picture: keyOf(8), frameId: picture }),
    // Nothing shows it any more, and it is taken out of the tray.
    (book: LayoutDocument) => removePictures(book, { keys: [keyOf(1)] }),
  ];
  for (const [at, act] of later.entries()) history.take('step', done(act(history.document)), at * 5_000);
  const before = history.document;
  const back = done(returnTo(before, JSON.parse(JSON.stringify(proof)) as LayoutDocument));
  expect(breachesOf(back)).toEqual([]);
  expect(isSameBook(back, proof)).toBe(true);
  expect(changesSince(proof, back, plainMeasure)).toEqual([]);
  expect(back.title).toBe('Kim & Park');
  expect(new Set(back.pictureOrder)).toEqual(new Set([...before.pictureOrder, keyOf(1)]));
  expect(back.nextId).toBeGreaterThanOrEqual(before.nextId);
  history.take('returnTo', back, 100_000);
  expect(history.undo(100_001)).toEqual({ ...before, steps: expect.any(Number) });
  // The very book that is there is no step at all.
  expect(returnTo(before, before)).toBe(before);
});

it('what a template makes otherwise is told on the pages that it makes, those behind it too where they moved', () => {
  const template = shippedTemplate('SQUAREBOOK_HC', 'yearbook/profile');
  const day = { year: 2026, month: 12, date: 1 };
  const values = [1, 2, 3].map((at) => ({ name: `학생 ${at}`, photo: [keyOf(at)] }));
  const shown = done(addEntries(empty, { template, values, before: null, day }, plainMeasure));
  const [, second = ''] = shown.themed?.order ?? [];
  const otherName = { entryId: second, values: { name: '김하나' } };
  const now = done(setEntryValues(shown, otherName, plainMeasure));
  const since = (later: LayoutDocument) =>
    changesSince(shown, later, plainMeasure).map(({ surfaceId, notes }) => [
      surfaceId,
      ...notes.map(({ text: { key } }) => key),
    ]);
  expect(since(now)).toEqual([[p2, 'layout.since.template']]);
  expect([isSameBook(now, shown), since(done(returnTo(now, shown)))]).toEqual([false, []]);
  const before = done(addEntries(shown, { template, values: values.slice(0, 1), before: second, day }, plainMeasure));
  expect(since(before).map(([surfaceId]) => surfaceId)).toEqual(before.order.slice(1, 4));
});
