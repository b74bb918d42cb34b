import type { BookRules } from '../composition/book-rules.ts';
import type { BookSpec } from '../contract/specs.ts';
import { LAYOUT_SCHEMA, printThresholds, type LayoutDocument, type Surface } from './document.ts';

/** The last ones that say anything of texts: a studio that does not know the later ones reads what is begun now. */
const TEXT_RULES: BookRules = 3;

export const PAPER = '#ffffff';

export const emptySurface = (): Surface => ({ ground: PAPER, order: [], frames: {}, arrangement: null, locked: false });

/** Between two pictures of an arrangement, until somebody says otherwise. */
const USUAL_GAP_MM = 4;
/** Around an arrangement, as a share of the page's shorter side: white that looks meant, and wider than any safe zone. */
const MARGIN_SHARE = 1 / 18;

/** A book of empty pages. `pageCount` obeys the spec's page rule: its caller has asked `pageRuleBreach`. */
export function newLayout({
  layoutId,
  title,
  spec,
  pageCount,
}: {
  readonly layoutId: string;
  readonly title: string;
  readonly spec: BookSpec;
  readonly pageCount: number;
}): LayoutDocument {
  const order = Array.from({ length: pageCount }, (_, index) => `p${index + 1}`);
  const safeMm = printThresholds({ spec }).of('textPreferredMm').value;
  const marginMm = Math.round(Math.min(spec.innerTrimWidthMm, spec.innerTrimHeightMm) * MARGIN_SHARE);
  return {
    schema: LAYOUT_SCHEMA,
    layoutId,
    title,
    spec,
    order,
    pages: Object.fromEntries(order.map((id) => [id, emptySurface()])),
    cover: { back: emptySurface(), spine: emptySurface(), front: emptySurface(), wrap: null },
    pictures: {},
    pictureOrder: [],
    themed: null,
    templates: {},
    entries: {},
    setAside: {},
    style: { bleed: false, gapMm: USUAL_GAP_MM, marginMm: Math.max(safeMm, marginMm) },
    textRules: TEXT_RULES,
    nextId: pageCount + 1,
    steps: 0,
  };
}
