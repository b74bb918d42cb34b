import { PdfString, type PdfDict, type PdfValue } from '../../objects.ts';
import { isUnseen } from '../fonts/seen-glyphs.ts';
import type { Glyph, OpenFont } from '../fonts/open-font.ts';
import { boundsOfQuad, movedBefore, multiply, quadUnder, type BoundsMm, type Matrix } from '../geometry.ts';
import { stretchOf, type GraphicsState } from './graphics-state.ts';
import { areBoundsSensible } from './sensible.ts';
import type { StreamRun } from './stream-run.ts';
import { POINTS_PER_MM } from '../../../units.ts';

/** The em reaches about so far above and below the baseline: where letters lie whose font does not tell. */
const ASCENT = 0.78;
const DESCENT = -0.22;
const EM = [DESCENT, ASCENT] as const;
/** A gap in TJ wider than this is read as a space between words. */
const WORD_GAP_THOUSANDTHS = 220;
const UNREADABLE = '\ufffd';
const SPACE = 0x20;
/** Even, so that characters of two bytes stay whole. */
const PIECE_BYTES = 4096;

interface Shown {
  readonly text: string | null;
  readonly glyphCount: number;
  readonly missingGlyphCount: number;
  readonly widthMisfitPercent: number;
  /** How far the line went on, in text space: along it, downwards when it is vertical. */
  readonly advance: number;
  /**
   * From where to where there are letters, in the same measure: blanks at the ends, the spacing behind the last letter and gaps
   * that lead back are not among them. The whole advance where all is blank.
   */
  readonly extent: readonly [from: number, to: number];
  /** How far the letters that are seen reach below and above the baseline, in ems. */
  readonly height: readonly [low: number, high: number];
}

/** Shows the strings of one operator, numbers between them moving on (ISO 32000-1, 9.4.3 and 9.4.4). */
export function showText(run: StreamRun, parts: readonly PdfValue[]): void {
  const { state, textMatrix: start } = run;
  const { font } = state;
  const shown = typeset(run, parts);
  run.textMatrix =
    font?.isVertical === true ? movedBefore(start, 0, shown.advance) : movedBefore(start, shown.advance, 0);
  if (shown.glyphCount === 0) return;
  const toPage = multiply(start, state.ctm);
  const quadMm = quadOf(state, toPage, shown);
  const boundsMm = boundsOfQuad(quadMm);
  if (!areBoundsSensible(boundsMm)) {
    run.note('degenerateMatrix', 'Tm');
    return;
  }
  const mode = state.renderingMode;
  // Table 106: 3 paints nothing, 7 only clips.
  const fills = mode === 0 || mode === 2 || mode === 4 || mode === 6;
  const strokes = mode === 1 || mode === 2 || mode === 5 || mode === 6;
  run.canvas.add({
    kind: 'text',
    order: run.canvas.objects.length,
    from: run.scope.from,
    boundsMm,
    clippedMm: state.clipped(boundsMm),
    isClipExact: state.isClipExact,
    isHidden: run.isOff,
    state: run.effectivePaint,
    font: font?.facts ?? null,
    text: shown.text,
    glyphCount: shown.glyphCount,
    missingGlyphCount: shown.missingGlyphCount,
    widthMisfitPercent: shown.widthMisfitPercent,
    quadMm,
    sizePt: sizeOf(state, toPage),
    directionDegrees: directionOf(state, toPage),
    renderingMode: mode,
    fill: fills ? state.fill : null,
    stroke: strokes ? state.stroke : null,
    strokeWidthPt: strokes ? state.lineWidth * stretchOf(state.ctm).least * POINTS_PER_MM : null,
  });
  if (fills) run.insidePattern(state.fill, boundsMm);
  if (strokes) run.insidePattern(state.stroke, boundsMm);
  if (mode >= 4) run.textClip = run.textClip === null ? boundsMm : around(run.textClip, boundsMm);
}

function typeset(run: StreamRun, parts: readonly PdfValue[]): Shown {
  const { state, textMatrix } = run;
  const { font, fontSize, horizontalScale } = state;
  const isVertical = font?.isVertical === true;
  const { letters } = run;
  letters.clear();
  let hasText = false;
  let glyphCount = 0;
  let missingGlyphCount = 0;
  let stated = 0;
  let own = 0;
  let advance = 0;
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [low, high] = [from, to];
  for (const part of parts) {
    if (typeof part === 'number') {
      advance -= (part / 1000) * fontSize * (isVertical ? 1 : horizontalScale);
      if (-part > WORD_GAP_THOUSANDTHS && !letters.isEmpty && !letters.endsWith(SPACE)) letters.add(' ');
      continue;
    }
    if (!(part instanceof PdfString) || font === null) continue;
    let last: Glyph | null = null;
    for (const glyph of glyphsOf(run, font, part.bytes)) {
      glyphCount++;
      if (glyph.isMissing) missingGlyphCount++;
      // The width of a string's last letter moves nothing: many writers place each letter by itself.
      if (last !== null && last.ownWidthThousandths !== null) {
        stated += last.widthThousandths;
        own += last.ownWidthThousandths;
      }
      last = glyph;
      if (glyph.unicode !== null) hasText = true;
      letters.add(glyph.unicode ?? UNREADABLE);
      if (glyph.type3Proc !== null) drawType3Glyph(run, font, glyph, movedBefore(textMatrix, advance, 0));
      const space = state.charSpace + (glyph.isSpace ? state.wordSpace : 0);
      const along = isVertical
        ? (-glyph.downThousandths / 1000) * fontSize
        : widthOf(font, glyph) * fontSize * horizontalScale;
      if (!isUnseen(glyph.unicode)) {
        from = Math.min(from, advance, advance + along);
        to = Math.max(to, advance, advance + along);
        const [lowest, highest] = glyph.extent ?? EM;
        low = Math.min(low, lowest);
        high = Math.max(high, highest);
      }
      advance += along + space * (isVertical ? 1 : horizontalScale);
    }
  }
  const widthMisfitPercent = own === 0 ? 0 : (Math.abs(stated - own) / own) * 100;
  const extent = from <= to ? ([from, to] as const) : ([0, advance] as const);
  return {
    text: hasText ? letters.text() : null,
    glyphCount,
    missingGlyphCount,
    widthMisfitPercent,
    advance,
    extent,
    height: low <= high ? [low, high] : EM,
  };
}

/** Strings of megabytes are read piece by piece. */
function glyphsOf(run: StreamRun, font: OpenFont, bytes: Uint8Array): Iterable<Glyph> {
  run.canvas.showing(bytes.length);
  return bytes.length <= PIECE_BYTES ? font.decode(bytes) : glyphsOfPieces(font, bytes);
}

function* glyphsOfPieces(font: OpenFont, bytes: Uint8Array): Iterable<Glyph> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield* font.decode(bytes.subarray(at, at + PIECE_BYTES));
}

/** The advance in ems. Type 3 widths are in glyph space, which the font matrix leads out of. */
function widthOf({ fontMatrix }: OpenFont, { widthThousandths }: Glyph): number {
  return fontMatrix === null ? widthThousandths / 1000 : widthThousandths * fontMatrix[0];
}

function quadOf(
  { font, fontSize, rise }: GraphicsState,
  toPage: Matrix,
  { extent: [from, to], height }: Pick<Shown, 'extent' | 'height'>,
) {
  if (font?.isVertical === true) return quadUnder(toPage, -fontSize / 2, to, fontSize / 2, from);
  const [low, high] = font?.unusualExtent ?? height;
  return quadUnder(toPage, from, low * fontSize + rise, to, high * fontSize + rise);
}

/** The size of the letters in text space: nearly always what Tf says. */
function emOf({ font, fontSize }: GraphicsState): number {
  const extent = font?.unusualExtent ?? null;
  return extent === null ? Math.abs(fontSize) : (Math.abs(fontSize) * (extent[1] - extent[0])) / (ASCENT - DESCENT);
}

/** The em across the line is its height however slanted the letters are; along the line Tz widens or narrows it. */
function sizeOf(state: GraphicsState, [a, b, c, d]: Matrix): number {
  const along = Math.hypot(a, b);
  const across = along === 0 ? 0 : Math.abs(a * d - b * c) / along;
  return emOf(state) * Math.min(across, along * Math.abs(state.horizontalScale)) * POINTS_PER_MM;
}

/** A negative size turns the letters upside down and the line back. */
function directionOf({ fontSize, horizontalScale }: GraphicsState, toPage: Matrix): number {
  const sign = fontSize * horizontalScale < 0 ? -1 : 1;
  return (Math.atan2(sign * toPage[1], sign * toPage[0]) * 180) / Math.PI;
}

function drawType3Glyph(run: StreamRun, font: OpenFont, { type3Proc }: Glyph, at: Matrix): void {
  if (type3Proc === null) return;
  const { fontSize, horizontalScale, rise, ctm } = run.state;
  const toText = multiply(font.fontMatrix ?? [0.001, 0, 0, 0.001, 0, 0], [
    fontSize * horizontalScale,
    0,
    0,
    fontSize,
    0,
    rise,
  ]);
  run.canvas.glyph(
    type3Proc,
    run.state,
    multiply(multiply(toText, at), ctm),
    font.type3Resources as PdfDict | null,
    run.innerScope,
  );
}

const around = (a: BoundsMm, b: BoundsMm): BoundsMm => ({
  leftMm: Math.min(a.leftMm, b.leftMm),
  topMm: Math.min(a.topMm, b.topMm),
  rightMm: Math.max(a.rightMm, b.rightMm),
  bottomMm: Math.max(a.bottomMm, b.bottomMm),
});
