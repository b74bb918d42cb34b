import type { PdfKind } from '../../contract/books.ts';
import { CONTRACTS } from '../../contract/profiles.ts';
import type { PageFacts, PdfRectangle } from '../../pdf/boxes.ts';
import type { ColourSpace, Paint } from '../../pdf/inspection/colour-facts.ts';
import type { DocumentFacts } from '../../pdf/inspection/document-facts.ts';
import { quadOfBounds, type BoundsMm } from '../../pdf/inspection/geometry.ts';
import type { ImageFacts } from '../../pdf/inspection/image-facts.ts';
import type { InspectedPage } from '../../pdf/inspection/inspection.ts';
import type { ImageObject, PageObject, PaintState, PathObject, TextObject } from '../../pdf/inspection/page-objects.ts';
import type { ReadablePdf } from '../../pdf/read-facts.ts';
import { pdfPagesOf, sizeMmOf, type Mm2 } from '../../specs/book-geometry.ts';
import type { InspectedFileCase } from '../check.ts';
import { resolveThresholds, thresholdsOfSpec, type ThresholdValues } from '../thresholds.ts';
import { mmToPoints, pointsToMm } from '../../units.ts';
import { specNamed } from '../../../test/fixtures/catalogue.ts';

export const points = mmToPoints;
export const at = (leftMm: number, topMm: number, rightMm: number, bottomMm: number): BoundsMm => ({
  leftMm,
  topMm,
  rightMm,
  bottomMm,
});

export function boxMm(leftMm: number, bottomMm: number, rightMm: number, topMm: number): PdfRectangle {
  return { left: points(leftMm), bottom: points(bottomMm), right: points(rightMm), top: points(topMm) };
}

const space = (family: ColourSpace['family'], components: number, colorants: readonly string[] = []): ColourSpace => ({
  family,
  components,
  colorants,
  base: null,
  icc: null,
  isDefaulted: false,
});
const paint = (of: ColourSpace, values: readonly number[]): Paint => ({ space: of, values, pattern: null });
const GRAY = space('DeviceGray', 1);
export const BLACK = paint(GRAY, [0]);
export const WHITE = paint(GRAY, [1]);
export const SAND = paint(space('DeviceRGB', 3), [0.9, 0.8, 0.6]);
export const ALL_INKS = paint(space('DeviceCMYK', 4), [1, 1, 1, 1]);
export const NO_INK = paint(space('Separation', 1, ['None']), [1]);
export const REGISTRATION = paint(space('Separation', 1, ['All']), [1]);

const STATE: PaintState = {
  fillAlpha: 1,
  strokeAlpha: 1,
  blendMode: 'Normal',
  hasSoftMask: false,
  overprintsFill: false,
  overprintsStroke: false,
  overprintMode: 0,
  pressControls: [],
  layer: null,
};

const painted = (boundsMm: BoundsMm) => ({
  order: 0,
  from: 'page' as const,
  boundsMm,
  clippedMm: boundsMm,
  isClipExact: true,
  isHidden: false,
  state: STATE,
});

const PHOTO: ImageFacts = {
  objectNumber: 10,
  widthPx: 3000,
  heightPx: 3000,
  bitsPerComponent: 8,
  colourSpace: space('DeviceRGB', 3),
  isStencil: false,
  filters: ['DCTDecode'],
  decode: null,
  isInterpolated: false,
  softMask: null,
  mask: 'none',
  lengthBytes: 1_000_000,
  jpeg: null,
  dependsOnOutside: false,
  problem: null,
};

export function picture(boundsMm: BoundsMm, more: Partial<ImageObject> = {}): ImageObject {
  return {
    ...painted(boundsMm),
    kind: 'image',
    image: PHOTO,
    quadMm: quadOfBounds(boundsMm),
    ppiX: 300,
    ppiY: 300,
    fill: null,
    ...more,
  };
}

export function field(boundsMm: BoundsMm, fill: Paint = SAND, more: Partial<PathObject> = {}): PathObject {
  return {
    ...painted(boundsMm),
    kind: 'path',
    shape: 'rectangle',
    segments: 4,
    fill,
    stroke: null,
    strokeWidthPt: null,
    ...more,
  };
}

export function stroke(boundsMm: BoundsMm, more: Partial<PathObject> = {}): PathObject {
  return {
    ...painted(boundsMm),
    kind: 'path',
    shape: 'line',
    segments: 1,
    fill: null,
    stroke: BLACK,
    strokeWidthPt: 0.5,
    ...more,
  };
}

export function words(text: string, boundsMm: BoundsMm, more: Partial<TextObject> = {}): TextObject {
  return {
    ...painted(boundsMm),
    kind: 'text',
    font: null,
    text,
    glyphCount: text.length,
    missingGlyphCount: 0,
    widthMisfitPercent: 0,
    quadMm: quadOfBounds(boundsMm),
    sizePt: 12,
    directionDegrees: 0,
    renderingMode: 0,
    fill: BLACK,
    stroke: null,
    strokeWidthPt: null,
    ...more,
  };
}

/** A word turned into outlines: letters of four widths, a millimetre apart. */
export function outlines(letters: number, leftMm: number, topMm: number, highMm = 3): PathObject[] {
  return Array.from({ length: letters }, (_, index) => {
    const left = leftMm + index * (highMm * 0.8);
    const width = highMm * (0.35 + 0.1 * (index % 4));
    return field(at(left, topMm, left + width, topMm + highMm), BLACK, { shape: 'other', segments: 8 + (index % 5) });
  });
}

export interface CasePlan {
  readonly uid?: string;
  readonly kind?: PdfKind;
  readonly pageCount?: number;
  /** What each page paints, in page order; the last for all that follow. */
  readonly pages?: readonly (readonly PageObject[])[];
  readonly sizeMm?: Mm2;
  readonly geometry?: Partial<PageFacts>;
  readonly document?: Partial<DocumentFacts>;
  readonly thresholds?: ThresholdValues;
  readonly bindingEdge?: 'left' | 'right';
}

/** A file at level 2 as the engine would tell it, of the right size unless the plan says otherwise. */
export function inspectedCase(plan: CasePlan = {}): InspectedFileCase {
  const named = specNamed(plan.uid ?? 'SQUAREBOOK_SC');
  const spec = { ...named, bindingEdge: plan.bindingEdge ?? named.bindingEdge };
  const kind = plan.kind ?? 'contents';
  const pageCount = plan.pageCount ?? spec.pageDefault;
  const sizeMm = plan.sizeMm ?? sizeMmOf(spec, kind, pageCount);
  const count = pdfPagesOf(spec, kind, pageCount);
  const geometry = geometryOf(sizeMm, spec.bleedMm, plan.geometry);
  const facts = factsOf(Array.from({ length: count }, () => geometry));
  const painting = plan.pages ?? [[picture(at(0, 0, sizeMm.widthMm, sizeMm.heightMm))]];
  const pages = facts.pages.map((page, index) =>
    inspectedPage(index, page, sizeMm, painting[Math.min(index, painting.length - 1)] ?? []),
  );
  const thresholds = resolveThresholds({
    spec: thresholdsOfSpec(spec),
    ...(plan.thresholds ? { studio: plan.thresholds } : {}),
  });
  const document = { ...DOCUMENT, ...plan.document };
  return {
    facts,
    inspection: { facts, document, pages, fonts: [], images: [], stoppedBy: null },
    kind,
    spec,
    pageCount,
    contract: CONTRACTS.specified,
    thresholds,
  };
}

export function geometryOf(sizeMm: Mm2, bleedMm: number, more: Partial<PageFacts> = {}): PageFacts {
  return {
    mediaBox: boxMm(0, 0, sizeMm.widthMm, sizeMm.heightMm),
    cropBox: null,
    bleedBox: boxMm(0, 0, sizeMm.widthMm, sizeMm.heightMm),
    trimBox: boxMm(bleedMm, bleedMm, sizeMm.widthMm - bleedMm, sizeMm.heightMm - bleedMm),
    artBox: null,
    rotate: 0,
    userUnit: 1,
    ...more,
  };
}

export function factsOf(pages: readonly PageFacts[]): ReadablePdf {
  return {
    status: 'read',
    header: { version: '1.7', offset: 0 },
    pageCount: pages.length,
    pages,
    damage: [],
    recovery: 'none',
    encrypted: null,
    linearized: false,
    trailerId: null,
    sizeBytes: 1000,
    bytesRead: 1000,
    reads: 3,
  };
}

function inspectedPage(
  index: number,
  geometry: PageFacts,
  { widthMm, heightMm }: Mm2,
  painting: readonly PageObject[],
): InspectedPage {
  const { trimBox } = geometry;
  return {
    index,
    geometry,
    widthMm,
    heightMm,
    trimMm:
      trimBox === null
        ? null
        : at(
            pointsToMm(trimBox.left),
            heightMm - pointsToMm(trimBox.top),
            pointsToMm(trimBox.right),
            heightMm - pointsToMm(trimBox.bottom),
          ),
    bleedMm: null,
    objects: painting.map((object, order) => ({ ...object, order })),
    annotations: [],
    group: null,
    syntax: [],
    contentKey: painting.length === 0 ? null : `page ${index}`,
    inspected: 'whole',
  };
}

const DOCUMENT: DocumentFacts = {
  catalogueVersion: null,
  producer: null,
  creator: null,
  pdfxClaim: null,
  outputIntents: [],
  layers: [],
  hasLayerConfigurations: false,
  actions: [],
  embeddedFileCount: 0,
  isPortfolio: false,
  formFieldCount: 0,
  xfa: 'none',
  signatureCount: 0,
  hasOutlines: false,
  hasPageLabels: false,
  readingDirection: null,
  privateBytes: 0,
  printPermission: null,
  outsideReferences: [],
  isPartial: false,
};
