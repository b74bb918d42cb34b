import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type {
  LayoutDocument,
  LayoutFrame,
  PictureFrame,
  Surface,
  TextFrame,
} from '../../../src-core/layout/document.ts';
import { written } from '../../../src-core/layout/history.ts';
import { newLayout } from '../../../src-core/layout/new-document.ts';
import { arrange } from '../../../src-core/layout/operations/live.ts';
import { addPictures, placePicture } from '../../../src-core/layout/operations/pictures.ts';
import { spreadsOf } from '../../../src-core/layout/spreads.ts';
import { done } from '../../../src-core/layout/testing/sample-book.ts';
import { sampleFrame, sampleText } from '../../../src-core/layout/testing/sample-frames.ts';
import { specNamed } from '../../fixtures/catalogue.ts';

/**
 * All that is painted in a flat book: corners of the cube of colours. Those that lie side by side in a picture differ in one of red,
 * green and blue, so that the soft edge between two of them is nearest to one of the two and to no third.
 */
export const FLAT_COLOURS = {
  paper: '#ffffff',
  ink: '#000000',
  red: '#e60000',
  green: '#00c800',
  blue: '#0000eb',
  yellow: '#f5eb00',
  cyan: '#00e1eb',
  violet: '#eb00eb',
} as const;
type FlatColour = keyof typeof FLAT_COLOURS;

/** A picture of a colour, with three blocks that no turn and no mirror leaves where they are. */
interface FlatPicture {
  readonly name: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly colours: readonly [FlatColour, FlatColour, FlatColour, FlatColour];
  /** EXIF: 2 is mirrored, 5 mirrored and lying on its side. */
  readonly orientation: 1 | 2 | 5 | 6;
}

const PICTURES: readonly FlatPicture[] = [
  { name: 'a.jpg', widthPx: 1800, heightPx: 1200, colours: ['red', 'yellow', 'violet', 'ink'], orientation: 1 },
  { name: 'b.jpg', widthPx: 1200, heightPx: 1800, colours: ['blue', 'cyan', 'violet', 'ink'], orientation: 1 },
  { name: 'c.jpg', widthPx: 1600, heightPx: 1200, colours: ['green', 'yellow', 'cyan', 'ink'], orientation: 2 },
  { name: 'd.jpg', widthPx: 1600, heightPx: 1200, colours: ['violet', 'red', 'blue', 'paper'], orientation: 5 },
  { name: 'e.jpg', widthPx: 2400, heightPx: 1000, colours: ['cyan', 'green', 'blue', 'paper'], orientation: 1 },
  { name: 'f.jpg', widthPx: 1500, heightPx: 1500, colours: ['yellow', 'red', 'green', 'paper'], orientation: 6 },
];

/** Its number is exchanged for the key of the picture that was written. */
const picture = (index: number, place: LayoutFrame['box'], more: Partial<PictureFrame> = {}): LayoutFrame =>
  sampleFrame(String(index), place, more);

const text = (words: string, place: LayoutFrame['box'], more: Partial<TextFrame> = {}): LayoutFrame =>
  sampleText(words, place, { sizePt: 15, colour: FLAT_COLOURS.ink, ...more });

const box = (xMm: number, yMm: number, widthMm: number, heightMm: number) => ({ xMm, yMm, widthMm, heightMm });
const border = (widthMm: number, colour: FlatColour) => ({ widthMm, colour: FLAT_COLOURS[colour] });

const KOREAN =
  '할머니의 정원에서 보낸 여름, 우리는 매일 아침 토마토를 따고 저녁이면 평상에 누워 별을 세었다. 그해 여름은 유난히 길고 뜨거웠지만 아무도 돌아가고 싶어 하지 않았다.';
const MIXED =
  'AVANT Tokyo 2026년 9월 12일, 서울에서 Jeju까지 — 3,450 km를 함께 걸은 Kim & Lee 가족의 “첫 여행” 이야기 (To. 아버지).';

/** Ten pages, each with something that a stage and a press might understand differently, and Hangul. Places from a trim of 243 × 248 mm. */
const PAGES: readonly (readonly [ground: FlatColour, ...frames: LayoutFrame[]])[] = [
  [
    'paper',
    picture(0, box(20, 18, 150.3, 90.7), { zoom: 1.6, focusX: 0.2, focusY: 0.8 }),
    text(KOREAN, box(24, 130, 180, 90)),
  ],
  [
    'paper',
    picture(1, box(31.4, 22.2, 140, 120), { turnDeg: 90, border: border(3, 'violet'), cornerMm: 9 }),
    text(MIXED, box(30, 160, 170, 70), { typeface: 'semiBold', sizePt: 18, align: 'centre' }),
  ],
  [
    'cyan',
    picture(0, box(25, 20, 120, 140), { straightenDeg: 7, cornerMm: 14, focusX: 0.9 }),
    text(KOREAN, box(160, 20, 60, 200), { sizePt: 12 }),
  ],
  [
    'paper',
    picture(5, box(20, 30, 190, 110), { turnDeg: 270, straightenDeg: -11.5, border: border(4, 'ink') }),
    text(MIXED, box(20, 150, 200, 80), { align: 'right', sizePt: 21 }),
  ],
  [
    'paper',
    picture(4, box(-3, 40, 492, 150), { across: true, straightenDeg: 2 }),
    text('경계를 넘는 그림, 왼쪽', box(30, 205, 150, 20), { sizePt: 24 }),
  ],
  [
    'yellow',
    picture(3, box(20, 198, 66, 44)),
    text('경계를 넘는 그림, 오른쪽', box(95, 215, 140, 20), { sizePt: 24, typeface: 'semiBold' }),
  ],
  [
    'paper',
    picture(2, box(15, 15, 180, 140), { zoom: 2.3, focusX: 0.7, focusY: 0.3 }),
    text(KOREAN, box(15, 170, 210, 60), { sizePt: 13, align: 'centre', vertical: 'bottom' }),
  ],
  [
    'cyan',
    picture(3, box(30, 20, 160, 160), { show: 'whole', turnDeg: 180, border: border(2, 'red') }),
    text(MIXED, box(20, 190, 200, 50), { sizePt: 14, vertical: 'middle' }),
  ],
  [
    'paper',
    {
      kind: 'field',
      box: box(20, 20, 100, 200),
      locked: false,
      fill: FLAT_COLOURS.cyan,
      border: border(3.5, 'green'),
      cornerMm: 20,
    },
    text('가을 — 세로로 쓴 제목, Autumn', box(140, 20, 60, 200), {
      turnDeg: 90,
      sizePt: 26,
      align: 'centre',
      vertical: 'middle',
    }),
  ],
  [
    'green',
    picture(4, box(60, -3, 186, 254), { focusX: 0.15 }),
    { kind: 'field', box: box(100, 60, 80, 60), locked: false, fill: FLAT_COLOURS.paper, border: null, cornerMm: 0 },
    text('사진 위의 글자', box(104, 66, 72, 40), { sizePt: 28, typeface: 'semiBold' }),
  ],
];

/**
 * What of it is looked at, the cover being sheet 0. A glued book differs from a folded one at the folds: its spreads with pictures that
 * are turned and that go on over the fold are enough.
 */
export const FLAT_SHEETS = { Folded: [0, 1, 2, 3, 4, 5], Glued: [0, 3, 4] } as const;

/** Writes the project of a flat book below `root`, with its pictures: what the studio finds there it makes a row of. */
export async function writeFlatBook(
  root: string,
  { name, specUid }: { readonly name: string; readonly specUid: string },
): Promise<LayoutDocument> {
  const folder = join(root, name);
  mkdirSync(join(folder, 'pictures'), { recursive: true });
  const keys: string[] = [];
  let book = newLayout({
    layoutId: `flat-${name}`,
    title: name,
    spec: specNamed(specUid),
    pageCount: specNamed(specUid).pageMin,
  });
  for (const flat of PICTURES) {
    const bytes = await drawn(flat);
    const key = createHash('sha256').update(bytes).digest('hex');
    const isSideways = flat.orientation >= 5;
    keys.push(key);
    writeFileSync(join(folder, 'pictures', flat.name), bytes);
    book = done(
      addPictures(book, {
        pictures: [
          {
            key,
            name: flat.name,
            path: `pictures/${flat.name}`,
            sizeBytes: bytes.length,
            mimeType: 'image/jpeg',
            widthPx: isSideways ? flat.heightPx : flat.widthPx,
            heightPx: isSideways ? flat.widthPx : flat.heightPx,
            takenAtMs: null,
            profile: null,
            rating: 0,
            focus: null,
          },
        ],
      }),
    );
  }
  const surfaceOf = (name: string, ground: FlatColour, frames: readonly LayoutFrame[]): Surface => ({
    ground: FLAT_COLOURS[ground],
    order: frames.map((_, index) => `f${name}${index}`),
    frames: Object.fromEntries(
      frames.map((frame, index) => [
        `f${name}${index}`,
        frame.kind === 'picture' && frame.picture !== null
          ? { ...frame, picture: keys[Number(frame.picture)] ?? null }
          : frame,
      ]),
    ),
    arrangement: null,
    locked: false,
  });
  const pages = PAGES.map(
    ([ground, ...frames], index) =>
      [book.order[firstPage(book) + index] ?? '', surfaceOf(`p${index}`, ground, frames)] as const,
  );
  book = withArrangedPage(book, keys);
  const { innerTrimWidthMm: widthMm, innerTrimHeightMm: heightMm } = book.spec;
  book = {
    ...book,
    pages: { ...book.pages, ...Object.fromEntries(pages) },
    cover: {
      ...book.cover,
      back: surfaceOf('b', 'cyan', [text(MIXED, box(30, 40, widthMm - 60, 100), { sizePt: 18 })]),
      front: surfaceOf('f', 'paper', [
        picture(0, box(0, 0, widthMm, heightMm * 0.6), { straightenDeg: -3, focusY: 0.2 }),
        text('우리 가족의 여름', box(30, heightMm * 0.7, widthMm - 60, 40), {
          sizePt: 36,
          typeface: 'semiBold',
          align: 'centre',
        }),
      ]),
    },
  };
  writeFileSync(join(folder, `${name}.bkprep`), written(book));
  return book;
}

/** The spread of a folded book whose left page fills itself: what a hand works on. */
export const ARRANGED_SPREAD = 5;

function withArrangedPage(book: LayoutDocument, keys: readonly string[]): LayoutDocument {
  const surfaceId = spreadsOf(book)[ARRANGED_SPREAD]?.left ?? '';
  const placed = keys.slice(0, 5).reduce((now, key) => done(placePicture(now, { surfaceId, picture: key })), book);
  return done(arrange(placed, { surfaceId }));
}

/** The first page of a glued book lies alone: the pictures begin with its first spread. */
const firstPage = ({ spec }: LayoutDocument): number => (spec.bindingType === 'LAYFLAT' ? 0 : 1);

async function drawn({ widthPx, heightPx, colours, orientation }: FlatPicture): Promise<Buffer> {
  const [ground, corner, bar, spot] = colours.map((name) => FLAT_COLOURS[name]);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 12 8" preserveAspectRatio="none" shape-rendering="crispEdges">
<path fill="${ground}" d="M0 0h12v8H0z"/><path fill="${corner}" d="M1 1h4v2H1z"/><path fill="${bar}" d="M7 1h1.5v6H7z"/><path fill="${spot}" d="M2 5h2v2H2zM9.5 4.5h1.5v1H9.5z"/></svg>`;
  return sharp(Buffer.from(svg))
    .flatten({ background: '#ffffff' })
    .withMetadata({ orientation })
    .jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
