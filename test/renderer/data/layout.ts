import type { LayoutIntake } from '../../../src-core/ipc/subjects/layouts.ts';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type {
  LayoutDocument,
  LayoutPicture,
  PictureFrame,
  Surface,
  TextFrame,
} from '../../../src-core/layout/document.ts';
import { newLayout } from '../../../src-core/layout/new-document.ts';
import { sampleFrame, sampleText } from '../../../src-core/layout/testing/sample-frames.ts';

const PICTURES = 60;
const FIRST_MS = Date.UTC(2026, 8, 12, 9, 30);

/** Every third made-up picture stands upright: its hash says so, since that is all a preview is asked by. */
export const isPortrait = (key: string): boolean => Number.parseInt(key.slice(0, 1), 16) % 3 === 1;

function keyOf(index: number): string {
  let state = index * 2_654_435_761 + 12_345;
  const digits = Array.from({ length: 63 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return ((state >>> 16) % 16).toString(16);
  });
  return `${(index % 16).toString(16)}${digits.join('')}`;
}

function pictureOf(index: number): LayoutPicture {
  const key = keyOf(index);
  const [widthPx, heightPx] = isPortrait(key) ? [4_000, 6_000] : [6_000, 4_000];
  return {
    name: `DSC0${4_200 + index}.JPG`,
    path: `../../Pictures/2026-09 wedding/DSC0${4_200 + index}.JPG`,
    sizeBytes: 7_400_000 + ((index * 91_331) % 4_000_000),
    mimeType: 'image/jpeg',
    widthPx,
    heightPx,
    takenAtMs: FIRST_MS + index * 240_000 + (index > 24 ? 7_200_000 : 0),
    profile: index % 9 === 4 ? 'Adobe RGB (1998)' : 'sRGB IEC61966-2.1',
    rating: index % 11 === 3 ? 5 : index % 4 === 0 ? 3 : 0,
    focus: null,
  };
}

type Box = PictureFrame['box'];

const textFrame = (text: string, box: Box, more: Partial<TextFrame> = {}): TextFrame =>
  sampleText(text, box, { sizePt: 14, colour: '#2b2a28', align: 'centre', vertical: 'middle', ...more });

export interface SampleSize {
  readonly pictures?: number;
  /** More than a square book takes makes it an A4 one. */
  readonly pages?: number;
}

/** A wedding of sixty pictures, two thirds of it laid out: whole pages, pages of three, a page of text, empty ones. */
export function sampleLayout(
  specs: readonly BookSpec[],
  { pictures = PICTURES, pages: pageCount = 40 }: SampleSize = {},
): LayoutDocument {
  const square = specs.find(({ bookSpecUid }) => bookSpecUid === 'SQUAREBOOK_HC');
  const spec = [square, ...specs].find((one) => one !== undefined && one.pageMax >= pageCount);
  if (spec === undefined) throw new Error('there are no specs');
  const empty = newLayout({ layoutId: 'sample', title: '김민수·이서연 웨딩', spec, pageCount });
  const [width, height] = [spec.innerTrimWidthMm, spec.innerTrimHeightMm];
  const keys = Array.from({ length: pictures }, (_, index) => keyOf(index));
  let [nextId, nextPicture] = [empty.nextId, 0];
  const next = () => keys[nextPicture++ % keys.length] ?? '';
  const surface = (base: Surface, frames: readonly (PictureFrame | TextFrame)[], ground = base.ground): Surface => {
    const named = frames.map((frame) => [`f${nextId++}`, frame] as const);
    return { ...base, ground, order: named.map(([id]) => id), frames: Object.fromEntries(named) };
  };
  const margin = 18;
  const gap = 4;
  const bleed = 3;
  const [innerWidth, innerHeight] = [width - 2 * margin, height - 2 * margin];
  const half = (innerWidth - gap) / 2;
  const low = innerHeight * 0.42;
  const layouts: readonly (() => readonly (PictureFrame | TextFrame)[])[] = [
    () => [sampleFrame(next(), { xMm: -bleed, yMm: -bleed, widthMm: width + 2 * bleed, heightMm: height + 2 * bleed })],
    () => [
      sampleFrame(
        next(),
        { xMm: margin, yMm: margin, widthMm: innerWidth, heightMm: innerHeight - low - gap },
        { weight: 2 },
      ),
      sampleFrame(next(), { xMm: margin, yMm: height - margin - low, widthMm: half, heightMm: low }),
      sampleFrame(next(), { xMm: margin + half + gap, yMm: height - margin - low, widthMm: half, heightMm: low }),
    ],
    () => [
      sampleFrame(
        next(),
        { xMm: margin, yMm: margin, widthMm: innerWidth, heightMm: innerHeight * 0.72 },
        { show: 'whole' },
      ),
      textFrame('강릉, 구월의 오후', { xMm: margin, yMm: height - margin - 40, widthMm: innerWidth, heightMm: 24 }),
    ],
    () => [
      sampleFrame(next(), { xMm: margin, yMm: margin, widthMm: half, heightMm: innerHeight }),
      sampleFrame(next(), { xMm: margin + half + gap, yMm: margin, widthMm: half, heightMm: innerHeight }),
    ],
  ];
  const made = Math.floor(pageCount * 0.66);
  const pages = Object.fromEntries(
    empty.order.map((id, index) => {
      const page = empty.pages[id] as Surface;
      if (index >= made) return [id, page];
      return [
        id,
        surface(page, layouts[(index * 3) % layouts.length]?.() ?? [], index % 7 === 5 ? '#f4efe6' : '#ffffff'),
      ];
    }),
  );
  const panel = { xMm: 20, widthMm: width - 40 };
  return {
    ...empty,
    pages,
    cover: {
      ...empty.cover,
      front: surface(empty.cover.front, [
        sampleFrame(keys[7] ?? '', { ...panel, yMm: 20, heightMm: height * 0.62 }),
        textFrame(
          '김민수 · 이서연',
          { ...panel, yMm: height * 0.72, heightMm: 24 },
          { sizePt: 28, typeface: 'semiBold' },
        ),
      ]),
    },
    pictures: Object.fromEntries(keys.map((key, index) => [key, pictureOf(index)])),
    pictureOrder: keys,
    nextId,
  };
}

const ARRIVING = 12;

/**
 * Pictures that come in one by one, as the main process tells of them: those behind the first `after`, by the time at which
 * they were taken. The first ones have none, as pictures from chats.
 */
export function sampleIntake(after: number, looked: number, isStopped = false): LayoutIntake {
  const found = Array.from({ length: Math.min(looked, ARRIVING) }, (_, index) => ({
    key: keyOf(PICTURES + index),
    ...pictureOf(PICTURES + index),
    ...(index < 3 ? { takenAtMs: null } : {}),
  }));
  const isDone = isStopped || looked >= ARRIVING;
  return {
    found: ARRIVING + 1,
    looked: isDone && !isStopped ? ARRIVING + 1 : found.length,
    isDone,
    isStopped,
    pictures: found.slice(after).sort((a, b) => (a.takenAtMs ?? Infinity) - (b.takenAtMs ?? Infinity) || 0),
    refused: isDone && !isStopped ? [{ name: 'DSC04273.JPG', reason: { key: 'desk.picture.unreadable' } }] : [],
  };
}
