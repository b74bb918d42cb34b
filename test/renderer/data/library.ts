import type { BookDetail, BookFile, LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import type { PrintVerdict, Verdict } from '../../../src-core/preflight/verdicts.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { groupsOf } from './checks.ts';

const MINUTE_MS = 60_000;
const on = { allowed: true, reason: null };

interface Sample {
  readonly file: string;
  readonly titles: readonly string[];
  readonly specUid: string;
  readonly specName: string;
  readonly pageCount: number;
  readonly unitPrice: number;
  readonly cover: readonly [number, number];
  readonly inner: readonly [number, number];
  readonly pdfPages: number;
}

const SAMPLES: readonly Sample[] = [
  {
    file: '김민수_이서연',
    titles: ['김민수·이서연 웨딩', '박지훈·최유진 웨딩', '정하늘·오세준 웨딩'],
    specUid: 'SQUAREBOOK_HC',
    specName: '고화질 스퀘어북 (하드커버)',
    pageCount: 24,
    unitPrice: 12_600,
    cover: [544, 288],
    inner: [249, 254],
    pdfPages: 24,
  },
  {
    file: 'Choi & Jung wedding',
    titles: ['Choi & Jung wedding', 'Anna & Jonas', 'Yoon & Park'],
    specUid: 'SQUAREBOOK_HC',
    specName: '고화질 스퀘어북 (하드커버)',
    pageCount: 66,
    unitPrice: 24_360,
    cover: [544, 288],
    inner: [249, 254],
    pdfPages: 66,
  },
  {
    file: 'Park family 2026',
    titles: ['Park family 2026', '다온이네 제주', '우리 가족 2026'],
    specUid: 'SQUAREBOOK_SC',
    specName: '고화질 스퀘어북 (소프트커버)',
    pageCount: 30,
    unitPrice: 15_400,
    cover: [495.5, 254],
    inner: [249, 254],
    pdfPages: 30,
  },
  {
    file: '제주의 봄',
    titles: ['제주의 봄', '한라산 사계', '서귀포 일주일'],
    specUid: 'PHOTOBOOK_A4_SC',
    specName: 'A4 소프트커버 포토북',
    pageCount: 26,
    unitPrice: 12_800,
    cover: [428.4, 303],
    inner: [216, 303],
    pdfPages: 26,
  },
  {
    file: 'Hana & Joon layflat',
    titles: ['Hana & Joon layflat', '서아 첫돌', '할머니 팔순'],
    specUid: 'SQUAREBOOK_LAYFLAT_HC',
    specName: '스퀘어 레이플랫 (하드커버)',
    pageCount: 24,
    unitPrice: 39_900,
    cover: [546, 288],
    inner: [492, 254],
    pdfPages: 12,
  },
];

interface Outcome {
  readonly verdict: Verdict;
  readonly print: PrintVerdict;
  readonly headline: TextRef | null;
}

const GOOD: Outcome = { verdict: 'accepted', print: 'good', headline: null };
const REFUSED: Outcome = {
  verdict: 'refused',
  print: 'bad',
  headline: { key: 'findings.size.width.title', params: { measuredMm: 544, allowedMm: 550, toleranceMm: 2, pages: 1 } },
};
const TO_LOOK_AT: Outcome = {
  verdict: 'warning',
  print: 'look',
  headline: { key: 'findings.images.resolution.title', params: { count: 5, allowed: 200, worst: 162 } },
};
const BAD: Outcome = {
  verdict: 'warning',
  print: 'bad',
  headline: { key: 'findings.bleed.missing.title', params: { left: 0, right: 11, top: 0, bottom: 0 } },
};
const half = (role: 'cover' | 'contents', headline: TextRef): Outcome & { readonly role: 'cover' | 'contents' } => ({
  verdict: 'notChecked',
  print: 'notChecked',
  headline,
  role,
});
/** Files without a partner: one that is alone, one of two that look the same, and the one that either of them could belong to. */
const HALVES = [
  half('cover', {
    key: 'findings.book.contentsMissing.title',
    params: { isNamed: 'yes', present: '김민수_이서연_cover.pdf' },
  }),
  half('contents', {
    key: 'library.conflict.manyPartners',
    params: { missing: 'cover', count: 2, names: '김민수_이서연_cover.pdf, 김민수_이서연_COVER.pdf' },
  }),
  half('cover', {
    key: 'library.conflict.sameName',
    params: { role: 'cover', other: '김민수_이서연_COVER.pdf', more: 0, how: 'case' },
  }),
] as const;
/** No PDF at all. */
const RENAMED: Outcome = {
  verdict: 'refused',
  print: 'notChecked',
  headline: { key: 'findings.file.signature.title', params: { format: 'word', where: 'contents' } },
};
const RENAMED_AT = 30;
/** Being made here. */
const MADE: Outcome = { verdict: 'notChecked', print: 'notChecked', headline: null };
const MADE_AT = 11;
/** Made here too: ordered, changed, and made again. */
const FORMER_AT = 9;
const NEWEST_AT = 12;
/** Sizes are in order, the pages are still to be looked at. */
const NOT_DEEP: Outcome = { verdict: 'accepted', print: 'notChecked', headline: null };

/** So many books: mostly fit to print, one in eleven refused, some with warnings, a few half there. */
export function libraryRows(nowMs: number, count = 212): LibraryRow[] {
  return Array.from({ length: count }, (_, index) => {
    const sampleIndex = index === 1 || index % 23 === 7 ? 1 : index % 9 === 4 ? 2 : [0, 3, 4, 2][index % 4];
    const sample = SAMPLES[sampleIndex ?? 0] as Sample;
    const half = index % 41 === 17 ? HALVES[Math.floor(index / 41) % HALVES.length] : undefined;
    const isHalf = half !== undefined;
    const isMade = index === MADE_AT;
    const outcome = isMade
      ? MADE
      : half !== undefined
        ? half
        : sampleIndex === 1
          ? index === RENAMED_AT
            ? RENAMED
            : REFUSED
          : index % 9 === 4
            ? TO_LOOK_AT
            : index % 19 === 5
              ? BAD
              : index > 3 && index % 7 === 3
                ? NOT_DEEP
                : GOOD;
    const isReady = outcome.verdict === 'accepted' || outcome.verdict === 'warning';
    const stage = isMade
      ? 'inLayout'
      : isHalf
        ? 'incomplete'
        : !isReady
          ? 'blocked'
          : index >= 6 && index <= 8
            ? 'uploaded'
            : index === 9
              ? 'ordered'
              : index === 10
                ? 'uploading'
                : 'ready';
    return {
      bookId: `book-${index}`,
      title: `${sample.titles[index % sample.titles.length] ?? ''}${index > 4 ? ` ${index + 1}` : ''}`,
      batch: index < 120 ? '2026-09 웨딩' : 'September families',
      specUid: isHalf ? null : sample.specUid,
      specName: isHalf ? null : sample.specName,
      specOrigin: isHalf ? null : index % 5 === 0 ? 'guessed' : 'given',
      pageCount: isHalf ? null : sample.pageCount,
      quantity: index % 13 === 0 ? 2 : 1,
      recipients: index % 17 === 3 ? ['김민수'] : index % 29 === 5 ? ['이서연', '박지훈'] : [],
      verdict: outcome.verdict,
      print: outcome.print,
      checkedLevel: isHalf ? null : outcome === NOT_DEEP ? 1 : index % 7 === 2 ? 2 : 3,
      stage,
      layout: isMade ? 'notExported' : index === FORMER_AT ? 'former' : index === NEWEST_AT ? 'exported' : null,
      version: index === NEWEST_AT ? 2 : 1,
      headline: outcome.headline,
      coverFileId: isMade || half?.role === 'contents' ? null : `${sample.file}_cover.pdf`,
      coverBytesId: isMade || half?.role === 'contents' ? null : `${sample.file}_cover.pdf`,
      contentsFileId: isMade || half?.role === 'cover' ? null : `${sample.file}_contents.pdf`,
      bytesKey: isMade ? '' : sample.file,
      bookUid: stage === 'uploaded' || stage === 'ordered' ? `bk_${1000 + index}` : null,
      orderUid: stage === 'ordered' ? 'or_1004aB3kQ9' : null,
      unitPrice: isHalf ? null : sample.unitPrice,
      addedAtMs: nowMs - index * MINUTE_MS,
    };
  });
}

/** A row with all that the inspector shows. */
export function bookDetail(row: LibraryRow, nowMs: number): BookDetail {
  const sample = SAMPLES.find(({ file }) => row.coverFileId?.startsWith(file) === true) ?? (SAMPLES[0] as Sample);
  const file = (role: BookFile['role'], fileId: string): BookFile => {
    const [widthMm, heightMm] = role === 'cover' ? sample.cover : sample.inner;
    return {
      fileId,
      bytesId: fileId,
      role,
      name: fileId,
      sizeBytes: role === 'cover' ? 12_840_112 : 151_904_223,
      modifiedAtMs: nowMs - 40 * MINUTE_MS,
      sha256: '9f2c31e07b1d4f0a8c55d26e21b7d6f4d1f0c2a9b3e4f5061728394a5b6c7d8e',
      pdfPages: role === 'cover' ? 1 : sample.pdfPages,
      widthMm,
      heightMm,
      overprintPages: row.bookId === 'book-4' && role === 'cover' ? [1] : [],
      notSimulatedPages: row.bookId === 'book-4' && role === 'contents' ? [1] : [],
      boxes: [
        { box: 'media', widthMm, heightMm },
        { box: 'trim', widthMm: widthMm - 6, heightMm: heightMm - 6 },
      ],
      fixes:
        row.bookId === 'book-4' && role === 'contents'
          ? [
              { fix: 'resetCropBox', atMs: nowMs - 18 * MINUTE_MS, pages: [1, 2] },
              {
                fix: 'bleedByMirror',
                atMs: nowMs - 12 * MINUTE_MS,
                pages: Array.from({ length: 24 }, (_, at) => at + 1),
              },
            ]
          : [],
      presence: 'present',
      open:
        row.bookId === 'book-4' && role === 'contents'
          ? { allowed: false, reason: { key: 'desk.why.file.repaired' } }
          : { allowed: true, reason: null },
    };
  };
  return {
    ...row,
    files: [
      ...(row.coverFileId === null ? [] : [file('cover', row.coverFileId)]),
      ...(row.contentsFileId === null ? [] : [file('contents', row.contentsFileId)]),
    ],
    groups: groupsOf(row.print, row.verdict === 'refused', row.verdict === 'notChecked', nowMs),
    isCheckingDeeper: row.checkedLevel === 1,
    pairing:
      row.stage !== 'incomplete'
        ? { key: 'library.pairing.suffix', params: { stem: sample.file, cover: '_cover', contents: '_contents' } }
        : row.headline?.key.startsWith('library.conflict.') === true
          ? row.headline
          : { key: 'library.pairing.alone', params: { name: `${sample.file}_cover.pdf`, missing: 'contents' } },
    specChoices: SAMPLES.filter(
      (other, index) => SAMPLES.findIndex(({ specUid }) => specUid === other.specUid) === index,
    ).map((other) => ({
      specUid: other.specUid,
      name: other.specName,
      fits: other.specUid === row.specUid,
      reason:
        other.specUid === row.specUid
          ? null
          : {
              key: 'findings.size.width.title',
              params: {
                measuredMm: sample.inner[0],
                allowedMm: other.inner[0],
                toleranceMm: 1,
                pages: sample.pdfPages,
              },
            },
    })),
    made: row.layout === 'notExported' ? { pictures: 60, changedAtMs: nowMs - 4 * MINUTE_MS } : null,
    savedSinceSentAtMs: row.stage === 'ordered' ? row.addedAtMs + 3_600_000 : null,
    versions:
      row.layout === 'former' || row.version > 1
        ? [
            { bookId: `book-${FORMER_AT}`, version: 1, stage: 'ordered' },
            { bookId: `book-${NEWEST_AT}`, version: 2, stage: 'ready' },
          ]
        : [],
    timeline: [
      {
        atMs: nowMs - 40 * MINUTE_MS,
        text: { key: 'library.pairing.suffix', params: { stem: sample.file, cover: '_cover', contents: '_contents' } },
        tone: 'plain',
        source: 'desk',
      },
    ],
    actions: {
      upload:
        row.stage === 'ready' ? on : { allowed: false, reason: row.headline ?? { key: `desk.why.stage.${row.stage}` } },
      order: row.stage === 'uploaded' ? on : { allowed: false, reason: { key: 'library.why.uploadFirst' } },
      remove: on,
      changeSpec: on,
      swapRoles: on,
    },
  };
}
