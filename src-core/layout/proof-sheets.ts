import { movedBox, overlapOf } from '../composition/lengths.ts';
import { printable } from '../composition/printable.ts';
import { sheetsOf } from '../composition/sheets.ts';
import type { Colour, PaintItem, SheetSketch, TextMeasure } from '../composition/sketch.ts';
import { fittedLine } from '../composition/text-box.ts';
import type { Typeface } from '../composition/typefaces.ts';
import type { BoundsMm } from '../pdf/inspection/geometry.ts';
import { anatomyOf } from '../specs/anatomy.ts';
import type { BoxMm, Mm2 } from '../specs/book-geometry.ts';
import { surfaceOf, type LayoutDocument, type Panel, type SurfaceId } from './document.ts';
import { sketchesOf } from './sketches.ts';
import { isPanel, placesBeside, spreadsOf, type Spread, type SurfacePlace } from './spreads.ts';
import { framesInOrder } from './surface-change.ts';

/** What a customer is shown before a book is printed. `spreads`: each as large as it will be; `contactSheet`: all of them on a few A4 pages. */
export const PROOF_KINDS = ['spreads', 'contactSheet'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** What stands on a proof beside the book, in the language of whoever reads it. */
export interface ProofWords {
  /** Across every spread. */
  readonly watermark: string;
  readonly cover: string;
  /** Above every page, and cut where it has no room; what stands behind it is not. */
  readonly title: string;
  /** Which proof, and of which day. */
  readonly about: string;
  /** What a picture's number begins with on the cover; on pages it is theirs. */
  readonly panels: Readonly<Record<Panel, string>>;
}

/** A part of a sheet of the book, as it is seen on a page of the proof. */
export interface ProofCell {
  readonly sheet: SheetSketch;
  /** What of the sheet is seen, in its own millimetres: its trim. */
  readonly seen: BoxMm;
  /** Where the top left of that lies on the page. */
  readonly xMm: number;
  readonly yMm: number;
  readonly scale: number;
}

/** A word that lies over what was painted, about its middle. */
export interface Watermark {
  readonly item: PaintItem;
  readonly middleXMm: number;
  readonly middleYMm: number;
  /** Clockwise. */
  readonly turnDeg: number;
}

/** A page of a proof, in millimetres from its top left. Painted in this order. */
export interface ProofSheet {
  readonly size: Mm2;
  readonly under: readonly PaintItem[];
  readonly cells: readonly ProofCell[];
  readonly over: readonly PaintItem[];
  readonly watermarks: readonly Watermark[];
}

/** Of a proof, in pixels an inch of what is seen: enough for a screen, too little to print the book from (design of the layout workspace, section 9). */
const PROOF_PPI = 100;

/** A4, lying. */
const CONTACT_SHEET: Mm2 = { widthMm: 297, heightMm: 210 };
const CONTACT_COLUMNS = 3;
const GAP_MM = 8;
const MARGIN_MM = 10;
/** For the heading above, and for a spread's name below it. */
const HEADING_MM = 10;
const NAME_MM = 6;
const NAME_BASELINE_MM = 5;

const grey = (level: number, alpha = 255): Colour => ({ red: level, green: level, blue: level, alpha });
const WHITE = grey(255);
const LINE = grey(176);
/** Beside the first page of a glued book, where none lies. */
const NO_PAGE = grey(232);
const INK = grey(64);
const WATERMARK_INK = grey(128, 72);
const LINE_MM = 0.25;
const WORDS_MM = 3.6;
const NUMBER_MM = 3.4;

/** The whole book as a proof: the cover, then every spread as it lies open, cut as it will be. */
export function proofSheetsOf(
  document: LayoutDocument,
  kind: ProofKind,
  words: ProofWords,
  measure: TextMeasure,
): ProofSheet[] {
  const places = placesToShow(document, words, measure);
  return kind === 'spreads'
    ? places.map((place) => pageOf(document, place, words, measure))
    : contactSheets(places, words, measure);
}

/** How fine its pictures are where they are placed on the book's own pages, in pixels an inch. */
export function proofPpi(document: LayoutDocument, kind: ProofKind): number {
  if (kind === 'spreads') return PROOF_PPI;
  const { innerTrimWidthMm: widthMm, innerTrimHeightMm: heightMm } = document.spec;
  return Math.ceil(2 * PROOF_PPI * contactScale({ widthMm: 2 * widthMm, heightMm }));
}

/** What lies open together, with its parts of the sheets that are printed. */
interface ShownPlace {
  readonly name: string;
  readonly size: Mm2;
  /** From the top left of what is seen. */
  readonly parts: readonly { readonly sheet: SheetSketch; readonly seen: BoxMm; readonly xMm: number }[];
  /** Where pages meet, or the spine is folded. */
  readonly foldsXMm: readonly number[];
  readonly surfaces: readonly SurfacePlace[];
}

function placesToShow(document: LayoutDocument, words: ProofWords, measure: TextMeasure): ShownPlace[] {
  const { cover, pages } = sketchesOf(document, measure);
  const sheets = sheetsOf(document.spec, pages);
  return [
    coverPlace(document, cover, words.cover),
    ...spreadsOf(document).map((spread) => spreadPlace(document, sheets, spread)),
  ];
}

function coverPlace(
  document: LayoutDocument,
  { background, items }: ReturnType<typeof sketchesOf>['cover'],
  name: string,
): ShownPlace {
  const { sheet, trim, foldsXMm } = anatomyOf(document.spec, { kind: 'cover', pages: document.order.length });
  const [whole, seen] = [boxOf(sheet), boxOf(trim)];
  const layer = { within: null, ground: { box: whole, colour: background }, originXMm: 0, originYMm: 0, items };
  return {
    name,
    size: seen,
    parts: [{ sheet: { layers: [layer] }, seen, xMm: 0 }],
    foldsXMm: foldsXMm.map((xMm) => xMm - seen.xMm),
    surfaces: placesBeside(document, 'front').map((place) => ({ ...place, ...movedBox(place, -seen.xMm, -seen.yMm) })),
  };
}

function spreadPlace(document: LayoutDocument, sheets: readonly SheetSketch[], spread: Spread): ShownPlace {
  const { spec, order } = document;
  const pageMm = spec.innerTrimWidthMm;
  const isLayflat = spec.bindingType === 'LAYFLAT';
  const shown = [spread.left, spread.right].filter((id) => id !== null);
  const numbers = shown.map((id) => order.indexOf(id) + 1).toSorted((a, b) => a - b);
  const partOf = (sheetIndex: number, xMm: number) => {
    const sheet = sheets[sheetIndex];
    const { trim } = anatomyOf(spec, { kind: 'contents', pages: order.length, pdfPage: sheetIndex });
    return sheet === undefined ? [] : [{ sheet, seen: boxOf(trim), xMm }];
  };
  const onItsSide = (id: string) => (id === spread.right ? pageMm : 0);
  const parts = isLayflat ? partOf(spread.index, 0) : shown.flatMap((id) => partOf(order.indexOf(id), onItsSide(id)));
  return {
    name: numbers.join('–'),
    size: { widthMm: 2 * pageMm, heightMm: spec.innerTrimHeightMm },
    parts,
    foldsXMm: shown.length === 2 ? [pageMm] : [],
    surfaces: shown.flatMap((id) => placesBeside(document, id).filter(({ surfaceId }) => surfaceId === id)),
  };
}

const boxOf = ({ leftMm, topMm, rightMm, bottomMm }: BoundsMm): BoxMm => ({
  xMm: leftMm,
  yMm: topMm,
  widthMm: rightMm - leftMm,
  heightMm: bottomMm - topMm,
});

/** One spread a page, with the numbers of its pictures. */
function pageOf(document: LayoutDocument, place: ShownPlace, words: ProofWords, measure: TextMeasure): ProofSheet {
  const at = { xMm: MARGIN_MM, yMm: MARGIN_MM, scale: 1 };
  const laid = laidPlace(place, at, words, measure);
  const headingMm = MARGIN_MM + place.size.heightMm + NAME_BASELINE_MM;
  const size = { widthMm: place.size.widthMm + 2 * MARGIN_MM, heightMm: headingMm + MARGIN_MM };
  // As far as the name of the spread, in the middle.
  const roomMm = place.size.widthMm / 2 - 2 * MARGIN_MM;
  const heading = headingOf(words, { xMm: MARGIN_MM, baselineMm: headingMm }, roomMm, measure);
  return { size, ...laid, over: [...laid.over, heading, ...pictureNumbers(document, place, at, words, measure)] };
}

function contactSheets(places: readonly ShownPlace[], words: ProofWords, measure: TextMeasure): ProofSheet[] {
  const roomMm = columnMm();
  // The cover's spine and hinges make it wider than a spread: each is as large as its column lets it be.
  const scales = places.map(({ size }) => contactScale(size));
  const rowMm = Math.max(...places.map(({ size }, index) => size.heightMm * (scales[index] ?? 0))) + NAME_MM + GAP_MM;
  const fromMm = MARGIN_MM + HEADING_MM;
  const rows = Math.max(1, Math.floor((CONTACT_SHEET.heightMm - fromMm - MARGIN_MM + GAP_MM) / rowMm));
  const perSheet = rows * CONTACT_COLUMNS;
  const count = Math.ceil(places.length / perSheet);
  return Array.from({ length: count }, (_, number): ProofSheet => {
    const laid = places.slice(number * perSheet, (number + 1) * perSheet).map((place, index) => {
      const scale = scales[number * perSheet + index] ?? 1;
      const column = index % CONTACT_COLUMNS;
      const xMm = MARGIN_MM + column * (roomMm + GAP_MM) + (roomMm - place.size.widthMm * scale) / 2;
      const yMm = fromMm + Math.floor(index / CONTACT_COLUMNS) * rowMm;
      return laidPlace(place, { xMm, yMm, scale }, words, measure);
    });
    const headingMm = MARGIN_MM + WORDS_MM;
    const acrossMm = CONTACT_SHEET.widthMm - 4 * MARGIN_MM;
    const heading = headingOf(words, { xMm: MARGIN_MM, baselineMm: headingMm }, acrossMm, measure);
    const last = { xMm: CONTACT_SHEET.widthMm - MARGIN_MM, baselineMm: headingMm, share: 1 };
    return {
      size: CONTACT_SHEET,
      under: laid.flatMap(({ under }) => under),
      cells: laid.flatMap(({ cells }) => cells),
      over: [heading, line(`${number + 1} / ${count}`, last, measure), ...laid.flatMap(({ over }) => over)],
      watermarks: laid.flatMap(({ watermarks }) => watermarks),
    };
  });
}

const columnMm = (): number =>
  (CONTACT_SHEET.widthMm - 2 * MARGIN_MM - (CONTACT_COLUMNS - 1) * GAP_MM) / CONTACT_COLUMNS;

/** So that it fits its column, and one row fits its sheet. */
const contactScale = ({ widthMm, heightMm }: Mm2): number =>
  Math.min(columnMm() / widthMm, (CONTACT_SHEET.heightMm - 2 * MARGIN_MM - HEADING_MM - NAME_MM) / heightMm);

interface At {
  readonly xMm: number;
  readonly yMm: number;
  readonly scale: number;
}

/** A spread on paper of its own with a fine edge, its fold, its name below, and the watermark over it. */
function laidPlace(
  { name, size, parts, foldsXMm }: ShownPlace,
  { xMm, yMm, scale }: At,
  words: ProofWords,
  measure: TextMeasure,
): Omit<ProofSheet, 'size'> {
  const box = { xMm, yMm, widthMm: size.widthMm * scale, heightMm: size.heightMm * scale };
  const middleXMm = xMm + box.widthMm / 2;
  const edge = { ...movedBox(box, -LINE_MM, -LINE_MM), widthMm: box.widthMm + 2 * LINE_MM };
  const named = { xMm: middleXMm, baselineMm: yMm + box.heightMm + NAME_BASELINE_MM, share: 0.5 };
  return {
    under: [
      field({ ...edge, heightMm: box.heightMm + 2 * LINE_MM }, LINE),
      field(box, NO_PAGE),
      ...parts.map(({ seen, xMm: partMm }) =>
        field({ ...box, xMm: xMm + partMm * scale, widthMm: seen.widthMm * scale }, WHITE),
      ),
    ],
    cells: parts.map(({ sheet, seen, xMm: partMm }) => ({ sheet, seen, xMm: xMm + partMm * scale, yMm, scale })),
    over: [
      ...foldsXMm.map((foldMm) =>
        field({ ...box, xMm: xMm + foldMm * scale - LINE_MM / 4, widthMm: LINE_MM / 2 }, LINE),
      ),
      line(name, named, measure),
    ],
    watermarks: [watermarkOver(box, words.watermark, measure)],
  };
}

/** Over two thirds of the diagonal, and read from the bottom left. */
function watermarkOver(box: BoxMm, text: string, measure: TextMeasure): Watermark {
  const diagonalMm = Math.hypot(box.widthMm, box.heightMm);
  const widthEm = Math.max(1, measure.widthEm(STRONG, text));
  const sizeMm = Math.min((diagonalMm * 2) / 3 / widthEm, box.heightMm / 4);
  const [middleXMm, middleYMm] = [box.xMm + box.widthMm / 2, box.yMm + box.heightMm / 2];
  const at = { xMm: middleXMm, baselineMm: middleYMm + sizeMm / 3, share: 0.5 };
  return {
    item: line(text, at, measure, { typeface: STRONG, sizeMm, colour: WATERMARK_INK }),
    middleXMm,
    middleYMm,
    turnDeg: (-Math.atan2(box.heightMm, box.widthMm) * 180) / Math.PI,
  };
}

const STRONG: Typeface = 'semiBold';

/** On each picture its page and which of that page's pictures it is, by which a customer can say what to change. The window calls them so too. */
function pictureNumbers(
  document: LayoutDocument,
  { surfaces, size }: ShownPlace,
  at: At,
  { panels }: ProofWords,
  measure: TextMeasure,
): PaintItem[] {
  const seen = { xMm: 0, yMm: 0, ...size };
  const nameOf = (surfaceId: SurfaceId) =>
    isPanel(surfaceId) ? panels[surfaceId] : String(document.order.indexOf(surfaceId) + 1);
  return surfaces.flatMap((place) => {
    const surface = surfaceOf(document, place.surfaceId);
    const frames = surface === undefined ? [] : framesInOrder(surface).filter(([, { kind }]) => kind === 'picture');
    return frames.flatMap(([, frame], index): PaintItem[] => {
      if (frame.kind !== 'picture' || frame.picture === null) return [];
      const text = `${nameOf(place.surfaceId)}-${index + 1}`;
      const widthMm = measure.widthEm(STRONG, text) * NUMBER_MM + 1.6;
      const heightMm = NUMBER_MM * 1.5;
      const box = movedBox(frame.box, place.xMm, place.yMm);
      // Of a picture that bleeds the corner is cut off: its number stands in the corner that is seen, on its own page.
      const within = overlapOf(place, seen);
      const inside = (from: number, leastMm: number, mostMm: number) => Math.max(leastMm, Math.min(from, mostMm));
      const xMm = at.xMm + inside(box.xMm, within.xMm, within.xMm + within.widthMm - widthMm);
      const yMm = at.yMm + inside(box.yMm, within.yMm, within.yMm + within.heightMm - heightMm);
      const ground: PaintItem = {
        kind: 'rectangle',
        box: { xMm, yMm, widthMm, heightMm },
        fill: WHITE,
        border: null,
        cornerRadiusMm: 0.6,
      };
      const words = { xMm: xMm + widthMm / 2, baselineMm: yMm + NUMBER_MM * 1.1, share: 0.5 };
      return [ground, line(text, words, measure, { typeface: STRONG, sizeMm: NUMBER_MM, colour: INK })];
    });
  });
}

/** The title as far as it has room, and which proof it is. */
function headingOf(
  { title, about }: ProofWords,
  place: Pick<LinePlace, 'xMm' | 'baselineMm'>,
  roomMm: number,
  measure: TextMeasure,
): PaintItem {
  const behind = ` · ${about}`;
  const letters = printable(title.replaceAll('\n', ' '), 'regular', measure);
  const acrossMm = Math.max(0, roomMm - measure.widthEm('regular', behind) * WORDS_MM);
  const look = { typeface: 'regular', trackingEm: 0 } as const;
  const fitted = fittedLine(letters, { fullMm: WORDS_MM, leastMm: WORDS_MM, acrossMm }, { look, measure });
  return line(`${fitted.text}${behind}`, { ...place, share: 0 }, measure);
}

const field = (box: BoxMm, fill: Colour): PaintItem => ({
  kind: 'rectangle',
  box,
  fill,
  border: null,
  cornerRadiusMm: 0,
});

interface LinePlace {
  readonly xMm: number;
  readonly baselineMm: number;
  /** What of its width lies before `xMm`. */
  readonly share: number;
}

function line(
  text: string,
  { xMm, baselineMm, share }: LinePlace,
  measure: TextMeasure,
  look: { readonly typeface: Typeface; readonly sizeMm: number; readonly colour: Colour } = {
    typeface: 'regular',
    sizeMm: WORDS_MM,
    colour: INK,
  },
): PaintItem {
  const letters = printable(text.replaceAll('\n', ' '), look.typeface, measure);
  const widthMm = measure.widthEm(look.typeface, letters) * look.sizeMm;
  const leftMm = xMm - widthMm * share;
  const box = { xMm: leftMm, yMm: baselineMm - look.sizeMm, widthMm, heightMm: look.sizeMm * 1.5 };
  return { kind: 'text', ...look, rotation: 0, box, lines: [{ text: letters, xMm: leftMm, baselineMm }] };
}
