import { describe, expect, it } from 'vitest';
import { commentsOfLines } from './comment-lines.ts';
import { commentPlacesOn, commentTarget, newAmong } from './comments.ts';
import { surfaceOf, type LayoutDocument } from './document.ts';
import { removePages } from './operations/pages.ts';
import { placePicture } from './operations/pictures.ts';
import { setAcross, toBleed } from './operations/frames.ts';
import { addText } from './operations/text.ts';
import { arrange } from './operations/live.ts';
import { PROOF_KINDS, proofPageSize, proofPlaces } from './proof-places.ts';
import { picturesOf } from './picture-numbers.ts';
import { done, keyOf, sampleBook } from './testing/sample-book.ts';

/** Three pictures on the second and third page, one on the front, one over the fold of pages 4 and 5. */
function book(uid = 'SQUAREBOOK_HC'): LayoutDocument {
  let document = sampleBook({ uid, pageCount: 24, pictures: 8 });
  for (const page of [2, 3]) {
    const surfaceId = document.order[page - 1] ?? '';
    for (const number of [1, 2, 3]) document = done(placePicture(document, { surfaceId, picture: keyOf(number) }));
    document = done(arrange(document, { surfaceId, bleed: false }));
  }
  document = done(placePicture(document, { surfaceId: 'front', picture: keyOf(4) }));
  const left = document.order[3] ?? '';
  document = done(placePicture(document, { surfaceId: left, picture: keyOf(5) }));
  const at = { surfaceId: left, frameId: surfaceOf(document, left)?.order[0] ?? '' };
  return done(toBleed(done(setAcross(document, { ...at, across: true })), at));
}
const BOOK = book();
const idOf = (page: number) => BOOK.order[page - 1] ?? '';
const frameOf = (surfaceId: string, number: number, document = BOOK) =>
  picturesOf(document, surfaceId)[number - 1]?.[0] ?? null;
const at = (page: number, picture: number | null) => ({
  surfaceId: idOf(page),
  page,
  picture,
  frameId: picture === null ? null : frameOf(idOf(page), picture),
});
const front = (picture: number | null) => ({
  surfaceId: 'front',
  page: null,
  picture,
  frameId: picture === null ? null : frameOf('front', picture),
});
const WHOLE = { surfaceId: null, frameId: null, page: null, picture: null };

describe('words of a customer', () => {
  it.each([
    ['2-1 더 크게', at(2, 1), '2-1 더 크게'],
    ['2-1', at(2, 1), '2-1'],
    ['2p 1번 사진', at(2, 1), '2p 1번 사진'],
    ['2-3쪽 사진을 더 밝게', at(2, null), '사진을 더 밝게'],
    ['pp. 2-3 brighter', at(2, null), 'brighter'],
    ['3~5페이지 순서를 바꿔 주세요', at(3, null), '3~5페이지 순서를 바꿔 주세요'],
    ['2-3 days late', at(2, 3), '2-3 days late'],
    ['Cover letter attached', front(null), 'Cover letter attached'],
    ['2-1: larger', at(2, 1), 'larger'],
    ['> - 2–3은 빼 주세요', at(2, 3), '빼 주세요'],
    ['p. 3: another one', at(3, null), 'another one'],
    ['P3 another one', at(3, null), 'another one'],
    ['page 3 photo 2 is dark', at(3, 2), 'is dark'],
    ['3쪽 2번 사진을 바꿔 주세요', at(3, 2), '바꿔 주세요'],
    ['3 페이지: 좋아요', at(3, null), '좋아요'],
    ['3쪽 좋아요', at(3, null), '좋아요'],
    ['3: fine', at(3, null), 'fine'],
    ['4-5: this spread', at(4, null), 'this spread'],
    ['4~5쪽: 가운데 사람이 접힙니다', at(4, null), '가운데 사람이 접힙니다'],
    ['앞표지: 제목을 크게', front(null), '제목을 크게'],
    ['앞-1 다른 사진', front(1), '앞-1 다른 사진'],
    ['F-1: another', front(1), 'another'],
    ['front cover: gold', front(null), 'gold'],
    ['책등: 글자가 작아요', { ...WHOLE, surfaceId: 'spine' }, '글자가 작아요'],
    ['2-1, 3-2: please swap', at(2, 1), '2-1, 3-2: please swap'],
  ])('%s', (line, place, text) => {
    expect(commentsOfLines(line, BOOK)).toEqual([{ ...place, text, author: null, isDone: false }]);
  });

  it.each([
    '2026-11-30 오후에 확인했습니다',
    '10:30 전화 주세요',
    '3 photos are too dark',
    '1. 첫 번째로 표지가 좋아요',
    '앞으로도 잘 부탁드립니다',
    'back to you soon',
    'Page numbers are missing',
    '30-31: 없는 쪽',
    '2-9: no such picture',
    '3개를 더 넣어 주세요',
  ])('%s is about the book, whole', (line) => {
    const [comment, ...others] = commentsOfLines(line, BOOK);
    expect(others).toEqual([]);
    expect(comment?.text).toBe(line);
    expect(comment?.picture).toBe(null);
  });

  it('an e-mail is what it says of each place, its lines together, greetings by themselves', () => {
    const mail = [
      '안녕하세요, 김하나입니다.',
      '',
      '2-1:',
      '더 크게 해 주세요.',
      '하늘이 잘려요.',
      '3쪽 제목을 빼 주세요',
      '',
      '감사합니다.',
    ].join('\r\n');
    expect(commentsOfLines(mail, BOOK).map(({ page, picture, text }) => [page, picture, text])).toEqual([
      [null, null, '안녕하세요, 김하나입니다.'],
      [2, 1, '더 크게 해 주세요.\n하늘이 잘려요.'],
      [3, null, '제목을 빼 주세요'],
      [null, null, '감사합니다.'],
    ]);
  });

  it('a number alone waits for its words over a gap; what follows the next gap is about the book', () => {
    const said = commentsOfLines('2-1:\n\n더 크게\n\n감사합니다', BOOK);
    expect(said.map(({ page, text }) => [page, text])).toEqual([
      [2, '더 크게'],
      [null, '감사합니다'],
    ]);
  });

  it('a long text of anything is read in time that grows with it', () => {
    expect(commentsOfLines('2-1: x\n'.repeat(6_000), BOOK)).toHaveLength(5_000);
    const nasty = [
      '1-'.repeat(40_000),
      `${'7쪽 '.repeat(20_000)}`,
      `${'2-1, '.repeat(20_000)}`,
      '표지 '.repeat(30_000),
    ];
    for (const text of nasty) {
      const before = process.cpuUsage();
      commentsOfLines(text, BOOK);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000).toBeLessThan(2_000);
    }
  });
});

describe('a note on a page of a proof', () => {
  const middleOf = (
    document: LayoutDocument,
    kind: (typeof PROOF_KINDS)[number],
    surfaceId: string,
    frameId: string,
  ) => {
    for (const place of proofPlaces(document, kind)) {
      const surface = place.surfaces.find((one) => one.surfaceId === surfaceId);
      const frame = surfaceOf(document, surfaceId)?.frames[frameId];
      if (surface === undefined || frame === undefined) continue;
      const { xMm, yMm, widthMm, heightMm } = frame.box;
      return {
        page: place.page,
        xMm: place.xMm + (surface.xMm + xMm + widthMm / 2) * place.scale,
        yMm: place.yMm + (surface.yMm + yMm + heightMm / 2) * place.scale,
      };
    }
    throw new Error('no such frame on the proof');
  };

  it.each(PROOF_KINDS)('on a picture is about that picture, in every binding (%s)', (kind) => {
    for (const document of [BOOK, layflat()])
      for (const surfaceId of ['front', ...document.order.slice(0, 4)])
        for (const [index, [frameId]] of picturesOf(document, surfaceId).entries())
          expect(commentPlacesOn(document, kind)(middleOf(document, kind, surfaceId, frameId))).toMatchObject({
            surfaceId,
            frameId,
            picture: index + 1,
          });
  });

  it('over the fold it is about the picture of the left page; beside every picture about its page', () => {
    const place = proofPlaces(BOOK, 'spreads').find(({ surfaces }) =>
      surfaces.some((one) => one.surfaceId === idOf(5)),
    );
    if (place === undefined) throw new Error('no such spread');
    const onRight = {
      page: place.page,
      xMm: place.xMm + place.size.widthMm * 0.55,
      yMm: place.yMm + place.size.heightMm / 2,
    };
    expect(commentPlacesOn(BOOK, 'spreads')(onRight)).toEqual(at(4, 1));
    const second = proofPlaces(BOOK, 'spreads').find(({ surfaces }) =>
      surfaces.some((one) => one.surfaceId === idOf(2)),
    );
    const below = { page: second?.page ?? 0, xMm: 60, yMm: (second?.yMm ?? 0) + (second?.size.heightMm ?? 0) + 6 };
    expect(commentPlacesOn(BOOK, 'spreads')(below)).toEqual(at(2, null));
    expect(commentPlacesOn(BOOK, 'contactSheet')({ page: 0, xMm: 100, yMm: 12 })).toEqual(WHOLE);
    expect(commentPlacesOn(BOOK, 'spreads')({ page: 99, xMm: 1, yMm: 1 })).toEqual(WHOLE);
  });

  it('on a text that lies over a picture is about the text', () => {
    const surfaceId = idOf(2);
    const box = surfaceOf(BOOK, surfaceId)?.frames[frameOf(surfaceId, 1) ?? '']?.box;
    if (box === undefined) throw new Error('no such picture');
    const document = done(addText(BOOK, { surfaceId, box, text: '여름' }));
    const found = commentPlacesOn(
      document,
      'spreads',
    )(middleOf(document, 'spreads', surfaceId, frameOf(surfaceId, 1) ?? ''));
    expect(found).toMatchObject({ surfaceId, page: 2, picture: null });
    expect(surfaceOf(document, surfaceId)?.frames[found.frameId ?? '']?.kind).toBe('text');
  });

  it('every place lies on its page, none over another', () => {
    for (const kind of PROOF_KINDS) {
      const places = proofPlaces(BOOK, kind);
      for (const [index, place] of places.entries()) {
        const { widthMm, heightMm } = proofPageSize(place, kind);
        expect(place.xMm + place.size.widthMm * place.scale).toBeLessThanOrEqual(widthMm);
        expect(place.yMm + place.size.heightMm * place.scale).toBeLessThanOrEqual(heightMm);
        const next = places[index + 1];
        if (next?.page === place.page && next.yMm === place.yMm)
          expect(next.xMm).toBeGreaterThan(place.xMm + place.size.widthMm * place.scale);
      }
    }
  });
});

it('what was said twice alike is two comments, and read again it is none', () => {
  const stroke = { ...at(2, 1), text: '', author: null, isDone: false };
  expect(newAmong([], [stroke, stroke])).toEqual([true, true]);
  expect(newAmong([{ ...stroke, isDone: true }], [stroke, stroke])).toEqual([false, true]);
  expect(newAmong([stroke, stroke], [stroke, { ...stroke, text: 'x' }, stroke])).toEqual([false, true, false]);
});

it('a comment goes with its page, and is told when that is gone', () => {
  const comment = at(3, 2);
  const fewer = done(removePages(BOOK, { pageIds: [idOf(1), idOf(2)] }));
  expect(commentTarget(fewer, comment)).toEqual({ surfaceId: idOf(3), frameId: comment.frameId });
  const gone = done(removePages(BOOK, { pageIds: [idOf(3), idOf(4)] }));
  expect(commentTarget(gone, comment)).toBe(null);
  expect(commentTarget(BOOK, { ...comment, frameId: 'f999' })).toEqual({ surfaceId: idOf(3), frameId: null });
});

function layflat(): LayoutDocument {
  let document = sampleBook({ uid: 'SQUAREBOOK_LAYFLAT_HC', pageCount: 24, pictures: 3 });
  for (const surfaceId of document.order.slice(0, 4))
    document = done(placePicture(document, { surfaceId, picture: keyOf(1) }));
  return document;
}
