import { movedBox } from '../composition/lengths.ts';
import { printable } from '../composition/printable.ts';
import { sheetsOf } from '../composition/sheets.ts';
import type { Colour, PaintItem, SheetSketch, TextMeasure } from '../composition/sketch.ts';
import { fittedLine } from '../composition/text-box.ts';
import type { Typeface } from '../composition/typefaces.ts';
import { anatomyOf } from '../specs/anatomy.ts';
import type { BoxMm, Mm2 } from '../specs/book-geometry.ts';
import type { LayoutDocument, Panel } from './document.ts';
import { pictureLabel, picturesOf } from './picture-numbers.ts';
import {
  boxOf,
  CONTACT_SHEET,
  contactScale,
  MARGIN_MM,
  NAME_BASELINE_MM,
  proofPageSize,
  proofPlaces,
  seenOf,
  type LaidPlace,
  type ProofKind,
} from './proof-places.ts';
import { sketchesOf } from './sketches.ts';

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
  const { cover, pages } = sketchesOf(document, measure);
  const drawn: Drawn = { document, cover, sheets: sheetsOf(document.spec, pages), words, measure };
  const places = proofPlaces(document, kind);
  const count = (places.at(-1)?.page ?? 0) + 1;
  return Array.from({ length: count }, (_, page) => {
    const onPage = places.filter((place) => place.page === page);
    return kind === 'spreads' ? pageOf(drawn, onPage) : contactSheet(drawn, onPage, page, count);
  });
}

/** How fine its pictures are where they are placed on the book's own pages, in pixels an inch. */
export function proofPpi(document: LayoutDocument, kind: ProofKind): number {
  if (kind === 'spreads') return PROOF_PPI;
  const { innerTrimWidthMm: widthMm, innerTrimHeightMm: heightMm } = document.spec;
  return Math.ceil(2 * PROOF_PPI * contactScale({ widthMm: 2 * widthMm, heightMm }));
}

/** The book as its sheets are printed, and what stands beside it. */
interface Drawn {
  readonly document: LayoutDocument;
  readonly cover: ReturnType<typeof sketchesOf>['cover'];
  readonly sheets: readonly SheetSketch[];
  readonly words: ProofWords;
  readonly measure: TextMeasure;
}

/** A part of a sheet of the book, from the left of the place that it is seen in. */
interface PlacePart {
  readonly sheet: SheetSketch;
  readonly seen: BoxMm;
  readonly xMm: number;
}

function partsOf({ document, cover, sheets }: Drawn, { spread, seen }: LaidPlace): PlacePart[] {
  const { spec, order } = document;
  if (spread === null) {
    const whole = boxOf(anatomyOf(spec, { kind: 'cover', pages: order.length }).sheet);
    const ground = { box: whole, colour: cover.background };
    return [
      {
        sheet: { layers: [{ within: null, ground, originXMm: 0, originYMm: 0, items: cover.items }] },
        seen,
        xMm: 0,
      },
    ];
  }
  const partOf = (sheetIndex: number, xMm: number): PlacePart[] => {
    const sheet = sheets[sheetIndex];
    const { trim } = anatomyOf(spec, { kind: 'contents', pages: order.length, pdfPage: sheetIndex });
    return sheet === undefined ? [] : [{ sheet, seen: boxOf(trim), xMm }];
  };
  if (spec.bindingType === 'LAYFLAT') return partOf(spread.index, 0);
  return [spread.left, spread.right].flatMap((id) =>
    id === null ? [] : partOf(order.indexOf(id), id === spread.right ? spec.innerTrimWidthMm : 0),
  );
}

function nameOf({ document: { order }, words }: Drawn, { spread }: LaidPlace): string {
  if (spread === null) return words.cover;
  const numbers = [spread.left, spread.right].flatMap((id) => (id === null ? [] : [order.indexOf(id) + 1]));
  return numbers.toSorted((a, b) => a - b).join('–');
}

/** One spread a page, with the numbers of its pictures. */
function pageOf(drawn: Drawn, [place]: readonly LaidPlace[]): ProofSheet {
  if (place === undefined) throw new Error('a page of a proof shows no spread');
  const laid = drawnPlace(drawn, place);
  const headingMm = MARGIN_MM + place.size.heightMm + NAME_BASELINE_MM;
  // As far as the name of the spread, in the middle.
  const roomMm = place.size.widthMm / 2 - 2 * MARGIN_MM;
  const heading = headingOf(drawn, { xMm: MARGIN_MM, baselineMm: headingMm }, roomMm);
  const over = [...laid.over, heading, ...pictureNumbers(drawn, place)];
  return { size: proofPageSize(place, 'spreads'), ...laid, over };
}

function contactSheet(drawn: Drawn, places: readonly LaidPlace[], page: number, count: number): ProofSheet {
  const laid = places.map((place) => drawnPlace(drawn, place));
  const headingMm = MARGIN_MM + WORDS_MM;
  const acrossMm = CONTACT_SHEET.widthMm - 4 * MARGIN_MM;
  const heading = headingOf(drawn, { xMm: MARGIN_MM, baselineMm: headingMm }, acrossMm);
  const last = { xMm: CONTACT_SHEET.widthMm - MARGIN_MM, baselineMm: headingMm, share: 1 };
  return {
    size: CONTACT_SHEET,
    under: laid.flatMap(({ under }) => under),
    cells: laid.flatMap(({ cells }) => cells),
    over: [heading, line(`${page + 1} / ${count}`, last, drawn.measure), ...laid.flatMap(({ over }) => over)],
    watermarks: laid.flatMap(({ watermarks }) => watermarks),
  };
}

/** A spread on paper of its own with a fine edge, its fold, its name below, and the watermark over it. */
function drawnPlace(drawn: Drawn, place: LaidPlace): Omit<ProofSheet, 'size'> {
  const { words, measure } = drawn;
  const { size, foldsXMm, xMm, yMm, scale } = place;
  const parts = partsOf(drawn, place);
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
      line(nameOf(drawn, place), named, measure),
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
function pictureNumbers({ document, words, measure }: Drawn, place: LaidPlace): PaintItem[] {
  return place.surfaces.flatMap((surface) =>
    picturesOf(document, surface.surfaceId).flatMap(([, frame], index): PaintItem[] => {
      if (frame.picture === null) return [];
      const text = pictureLabel(document, words.panels, surface.surfaceId, index + 1);
      const widthMm = measure.widthEm(STRONG, text) * NUMBER_MM + 1.6;
      const heightMm = NUMBER_MM * 1.5;
      const box = movedBox(frame.box, surface.xMm, surface.yMm);
      // Of a picture that bleeds the corner is cut off: its number stands in the corner that is seen, on its own page.
      const within = seenOf(surface, place);
      const inside = (from: number, leastMm: number, mostMm: number) => Math.max(leastMm, Math.min(from, mostMm));
      const xMm = place.xMm + inside(box.xMm, within.xMm, within.xMm + within.widthMm - widthMm);
      const yMm = place.yMm + inside(box.yMm, within.yMm, within.yMm + within.heightMm - heightMm);
      const ground: PaintItem = {
        kind: 'rectangle',
        box: { xMm, yMm, widthMm, heightMm },
        fill: WHITE,
        border: null,
        cornerRadiusMm: 0.6,
      };
      const at = { xMm: xMm + widthMm / 2, baselineMm: yMm + NUMBER_MM * 1.1, share: 0.5 };
      return [ground, line(text, at, measure, { typeface: STRONG, sizeMm: NUMBER_MM, colour: INK })];
    }),
  );
}

/** The title as far as it has room, and which proof it is. */
function headingOf(
  { words: { title, about }, measure }: Drawn,
  place: Pick<LinePlace, 'xMm' | 'baselineMm'>,
  roomMm: number,
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
