import { describe, expect, it } from 'vitest';
import type { LayoutDocument } from './document.ts';
import {
  applied,
  difference,
  History,
  replayed,
  stepLineSchema,
  stepsBehind,
  written,
  type StepLine,
} from './history.ts';
import { setTitle } from './operations/book.ts';
import { addPictures, placePicture, removePictures } from './operations/pictures.ts';
import { moveFrames } from './operations/frames.ts';
import { done, keyOf, sampleBook, samplePictures } from './testing/sample-book.ts';

const titled = (document: ReturnType<typeof sampleBook>, title: string) => done(setTitle(document, { title }));

it('a difference names what changed and nothing else, and leads there and back', () => {
  const from = { a: { b: 1, c: ['x', 'y'] }, gone: 1, same: { deep: true } };
  const to = { a: { b: 2, c: ['x', 'y'] }, same: from.same, fresh: { d: null } };
  expect(difference(from, to)).toEqual([
    { path: ['gone'] },
    { path: ['a', 'b'], to: 2 },
    { path: ['fresh'], to: { d: null } },
  ]);
  expect(applied(from, difference(from, to))).toEqual(to);
  expect(applied(to, difference(to, from))).toEqual(from);
  expect(applied(from, difference(from, to))).toHaveProperty('same', from.same);
});

it('a list of equal things made anew is no change, and one with another thing in it is written whole', () => {
  const from = {
    faces: [
      { x: 1, at: ['a'] },
      { x: 2, at: [] },
    ],
  };
  expect(difference(from, structuredClone(from))).toEqual([]);
  for (const faces of [
    [
      { x: 1, at: ['b'] },
      { x: 2, at: [] },
    ],
    [{ x: 1, at: ['a'] }, { x: 2 }],
    [{ x: 1, at: ['a'] }],
    [{ x: 1, at: ['a'] }, null],
  ])
    expect(difference(from, { faces })).toEqual([{ path: ['faces'], to: faces }]);
});

it('a moved frame costs a line of its box, whatever the book weighs', () => {
  const placed = done(
    placePicture(sampleBook({ pictures: 400, pageCount: 130 }), { surfaceId: 'p7', picture: keyOf(3) }),
  );
  const [frameId] = placed.pages.p7?.order ?? [];
  const moved = done(moveFrames(placed, { surfaceId: 'p7', frameIds: [frameId ?? ''], dxMm: 3, dyMm: 0 }));
  expect(difference(placed, moved).map(({ path }) => path.join('.'))).toEqual([`pages.p7.frames.${frameId}.box.xMm`]);
});

it('the same state is the same bytes, whichever way its keys were set', () => {
  expect(written({ b: 1, a: { d: [{ z: 1, y: 2 }], c: 'ㄱ' } })).toBe(
    written({ a: { c: 'ㄱ', d: [{ y: 2, z: 1 }] }, b: 1 }),
  );
  expect(written({ b: 1, a: 2 })).toBe('{\n "a": 2,\n "b": 1\n}\n');
});

it('steps of one gesture within a second are one to undo; another gesture, a pause or an undo between them parts them', () => {
  const begun = sampleBook();
  const lines: StepLine[] = [];
  const history = new History(begun, (line) => lines.push(line));
  history.take('layout.step.setTitle', titled(history.document, 'a'), 0, 'title');
  history.take('layout.step.setTitle', titled(history.document, 'ab'), 900, 'title');
  history.take('layout.step.setTitle', titled(history.document, 'abc'), 1_800, 'title');
  history.take('layout.step.setTitle', titled(history.document, 'abcd'), 2_800, 'title');
  history.take('layout.step.setTitle', titled(history.document, 'x'), 2_900, 'other');
  expect(lines.map(({ joins }) => joins === true)).toEqual([false, true, true, false, false]);
  expect([history.undo(3_000), history.undo(3_000), history.undo(3_000)].map((state) => state?.title)).toEqual([
    'abcd',
    'abc',
    begun.title,
  ]);
  expect(history.undo(3_000)).toBeNull();
  expect(history.redo(3_100)?.title).toBe('abc');
  history.take('layout.step.setTitle', titled(history.document, 'abcz'), 3_150, 'title');
  expect(history.redo(3_200)).toBeNull();
  expect(history.undo(3_300)?.title).toBe('abc');
});

it('steps of one hand are one to undo however long it rests; another hand, or a step between them, parts them', () => {
  const history = new History(sampleBook(), () => undefined);
  const [hand, other] = [Symbol('hand'), Symbol('hand')];
  history.take('layout.step.setTitle', titled(history.document, 'a'), 0, hand);
  history.take('layout.step.setTitle', titled(history.document, 'ab'), 60_000, hand);
  history.take('layout.step.setTitle', titled(history.document, 'abc'), 60_010, other);
  history.take('layout.step.setTitle', titled(history.document, 'abcd'), 60_020);
  history.take('layout.step.setTitle', titled(history.document, 'abcde'), 60_030, other);
  const undone = Array.from({ length: 4 }, () => history.undo(60_040)?.title);
  expect(undone).toEqual(['abcd', 'abc', 'ab', sampleBook().title]);
});

it('what changes nothing is no step', () => {
  const lines: StepLine[] = [];
  const begun = sampleBook();
  const history = new History(begun, (line) => lines.push(line));
  expect(history.take('layout.step.setTitle', titled(begun, begun.title), 0)).toBe(begun);
  expect(history.take('layout.step.setTitle', { ...begun, style: { ...begun.style } }, 0)).toBe(begun);
  expect([lines, history.undoes]).toEqual([[], null]);
});

it('undo goes on behind a restart, from the lines alone', () => {
  const begun = sampleBook();
  const lines: StepLine[] = [];
  const before = new History(begun, (line) => lines.push(stepLineSchema.parse(JSON.parse(JSON.stringify(line)))));
  before.take('layout.step.setTitle', titled(before.document, 'a'), 0, 'title');
  before.take('layout.step.setTitle', titled(before.document, 'ab'), 10, 'title');
  before.take('layout.step.setTitle', titled(before.document, 'second'), 20);
  before.take('layout.step.setTitle', titled(before.document, 'third'), 30);
  before.undo(40);
  const opened = replayed(begun, lines);
  expect(written(opened)).toBe(written(before.document));
  const after = new History(opened, () => undefined, stepsBehind(lines));
  expect(after.redo(50)?.title).toBe('third');
  expect([after.undo(60), after.undo(60), after.undo(60)].map((state) => state?.title)).toEqual([
    'second',
    'ab',
    begun.title,
  ]);
  expect(after.undo(60)).toBeNull();
  expect(after.redo(70)?.title).toBe('ab');
  expect(after.document.steps).toBe(opened.steps + 5);
});

describe('pictures that arrive while the book is worked on', () => {
  const [first, second] = samplePictures(30).slice(28);
  if (first === undefined || second === undefined) throw new Error('there are two more pictures');
  const arrival = (picture: typeof first) => (document: LayoutDocument) =>
    done(addPictures(document, { pictures: [picture] }));
  const opened = () => {
    const begun = sampleBook({ pictures: 20 });
    const lines: StepLine[] = [];
    return { begun, lines, history: new History(begun, (line) => lines.push(line)) };
  };

  it('stay when what was done is undone and done again, and leave both as they were', () => {
    const { begun, lines, history } = opened();
    history.take('setTitle', titled(begun, 'a'), 0);
    history.undo(1);
    history.arrive('addPictures', arrival(first), 2);
    expect([history.undoes, history.redoes]).toEqual([null, 'setTitle']);
    history.redo(3);
    history.arrive('addPictures', arrival(second), 4);
    history.undo(5);
    expect(history.document.title).toBe(begun.title);
    expect(history.document.pictureOrder.slice(-2)).toEqual([first.key, second.key]);
    expect(replayed(begun, lines)).toEqual(history.document);
  });

  it('are taken out by the operator alone, and come back by her undo', () => {
    const { begun, lines, history } = opened();
    history.take('setTitle', titled(begun, 'a'), 0);
    history.arrive('addPictures', arrival(first), 1);
    history.take('removePictures', done(removePictures(history.document, { keys: [first.key] })), 2);
    history.arrive('addPictures', arrival(second), 3);
    expect(history.undo(4)?.pictureOrder.slice(-2)).toEqual([first.key, second.key]);
    expect(history.undo(5)?.pictureOrder.slice(-2)).toEqual([first.key, second.key]);
    history.redo(6);
    expect(history.redo(7)?.pictureOrder.slice(-2)).toEqual([begun.pictureOrder.at(-1), second.key]);
    expect(replayed(begun, lines)).toEqual(history.document);
  });

  it('stay when steps of a former session are undone', () => {
    const { begun, lines, history } = opened();
    history.take('removePictures', done(removePictures(begun, { keys: [keyOf(3)] })), 0);
    history.arrive('addPictures', arrival(first), 1);
    const later = new History(history.document, (line) => lines.push(line), stepsBehind(lines));
    later.arrive('addPictures', arrival(second), 2);
    const undone = later.undo(3);
    expect([...(undone?.pictureOrder ?? [])].sort()).toEqual([...begun.pictureOrder, first.key, second.key].sort());
    expect(later.undo(4)).toBeNull();
    expect(replayed(begun, lines)).toEqual(later.document);
  });
});
