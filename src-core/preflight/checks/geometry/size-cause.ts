import type { PdfKind } from '../../../contract/books.ts';
import type { TextRef } from '../../../text-ref.ts';
import { boxSizeMm, type PageFacts } from '../../../pdf/boxes.ts';
import {
  coverSizeMm,
  innerSizeMm,
  sizeMmOf,
  spineWidthMm,
  toleranceMmOf,
  type Mm2,
} from '../../../specs/book-geometry.ts';
import { pageRuleBreach } from '../../../specs/page-rules.ts';
import type { CheckedSpec, ReadFileCase } from '../../check.ts';
import type { FixName } from '../../finding.ts';
import { resolveThresholds } from '../../thresholds.ts';
import { isWithin } from '../../marks/within.ts';
import { CSS_PX_PER_INCH, CSS_PX_PER_POINT, MM_PER_POINT, POINTS_PER_INCH, POINTS_PER_MM } from '../../../units.ts';

/** What is behind a wrong size, told in a word, with what would cure it. */
export interface SizeCause {
  readonly cause: TextRef;
  readonly remedies: readonly TextRef[];
  readonly fixes: readonly FixName[];
}

interface WrongSize {
  readonly file: ReadFileCase;
  readonly page: PageFacts;
  /** Sizes of all pages: a first page that differs tells something, too. */
  readonly sizes: readonly Mm2[];
  readonly size: Mm2;
  readonly wanted: Mm2;
  /** Fits that size as the service would take it. */
  readonly fits: (size: Mm2, as?: PdfKind) => boolean;
  /** So near to that size that it was meant to be it (threshold `knownSizeMm`). */
  readonly isMeantAs: (size: Mm2) => boolean;
  readonly knownSizeMm: number;
}

const BLEED_REPAIRS: readonly FixName[] = ['bleedByMirror', 'bleedByStretch', 'bleedByScale'];

/** Names the known mistake that explains both axes; null when none does. `index` is the page to explain, from 0. */
export function sizeCauseOf(file: ReadFileCase, sizes: readonly Mm2[], index: number): SizeCause | null {
  const size = sizes[index];
  const page = file.facts.pages[index];
  if (size === undefined || page === undefined) return null;
  const { spec, kind, pageCount } = file;
  const knownSizeMm = (file.thresholds ?? resolveThresholds()).of('knownSizeMm').value;
  const case_: WrongSize = {
    file,
    page,
    sizes,
    size,
    wanted: sizeMmOf(spec, kind, pageCount),
    fits: (other, as = kind) => isWithinBoth(size, other, toleranceMmOf(spec, as, file.contract)),
    isMeantAs: (other) => isWithinBoth(size, other, { widthMm: knownSizeMm, heightMm: knownSizeMm }),
    knownSizeMm,
  };
  if (case_.fits(case_.wanted)) return null;
  for (const recognise of kind === 'cover' ? COVER_CAUSES : CONTENTS_CAUSES) {
    const found = recognise(case_);
    if (found !== null) return found;
  }
  return null;
}

/** Contents that were laid out for the other kind of binding. */
export interface BindingMixUp {
  readonly cause: 'spreadsForSingles' | 'singlesForSpreads';
  /** What turns one into the other: of pages with their bleed alone, since nothing else has what lies beyond the trim. */
  readonly fixes: readonly FixName[];
}

/** Whether the contents were laid out as spreads for a book of single pages, or the reverse; null when neither. */
export function bindingMixUp(spec: CheckedSpec, isMeantAs: (size: Mm2) => boolean): BindingMixUp | null {
  const { innerTrimWidthMm: width, innerTrimHeightMm: height, bleedMm: bleed } = spec;
  const withBleed = innerSizeMm({ ...spec, bindingType: spec.bindingType === 'LAYFLAT' ? 'PUR' : 'LAYFLAT' });
  const otherLayouts: readonly Mm2[] =
    spec.bindingType === 'LAYFLAT'
      ? [{ widthMm: width, heightMm: height }]
      : [
          { widthMm: 2 * width, heightMm: height },
          // Two pages side by side, each with its own bleed.
          { widthMm: 2 * (width + 2 * bleed), heightMm: height + 2 * bleed },
        ];
  const isWithBleed = isMeantAs(withBleed);
  if (!isWithBleed && !otherLayouts.some(isMeantAs)) return null;
  return spec.bindingType === 'LAYFLAT'
    ? { cause: 'singlesForSpreads', fixes: isWithBleed ? ['joinSpreads'] : [] }
    : { cause: 'spreadsForSingles', fixes: isWithBleed ? ['splitSpreads'] : [] };
}

type Recognise = (wrong: WrongSize) => SizeCause | null;

const rotated: Recognise = ({ fits, wanted }) =>
  fits({ widthMm: wanted.heightMm, heightMm: wanted.widthMm })
    ? {
        cause: { key: 'findings.cause.rotated' },
        remedies: [{ key: 'findings.remedy.turnPages' }],
        fixes: ['turnPages'],
      }
    : null;

const swapped: Recognise = ({ fits, file: { kind, spec, pageCount } }) => {
  const other = kind === 'cover' ? 'contents' : 'cover';
  return fits(sizeMmOf(spec, other, pageCount), other)
    ? { cause: { key: 'findings.cause.swappedFiles' }, remedies: [{ key: 'findings.remedy.swapRoles' }], fixes: [] }
    : null;
};

/** The CropBox cuts away what would make the sheet right. */
const cropped: Recognise = ({ page, wanted, file }) =>
  page.mediaBox !== null &&
  isWithinBoth(boxSizeMm(page.mediaBox, page), wanted, toleranceMmOf(file.spec, file.kind, file.contract))
    ? {
        cause: { key: 'findings.cause.croppedTooSmall' },
        remedies: [{ key: 'findings.remedy.dropCrop' }],
        fixes: ['resetCropBox'],
      }
    : null;

/** The sheet has room for printer's marks around the page that is wanted. */
const sheetWithMarks: Recognise = ({ page, size, wanted, file }) => {
  const tolerance = toleranceMmOf(file.spec, file.kind, file.contract);
  const isBleedRight = page.bleedBox !== null && isWithinBoth(boxSizeMm(page.bleedBox, page), wanted, tolerance);
  if (!isBleedRight || size.widthMm < wanted.widthMm || size.heightMm < wanted.heightMm) return null;
  return {
    cause: { key: 'findings.cause.sheetWithMarks' },
    remedies: [{ key: 'findings.remedy.exportWithoutMarks' }],
    fixes: ['cropToVisible'],
  };
};

/** What is left when the page is cut: contents and soft covers; a hard cover is not cut to a trim. */
function trimSizeOf({ spec, kind, pageCount }: ReadFileCase): Mm2 | null {
  if (kind === 'contents') return innerSizeMm({ ...spec, bleedMm: 0 });
  return spec.coverType === 'Softcover' ? coverSizeMm({ ...spec, bleedMm: 0 }, pageCount) : null;
}

/** Bleeds that people set; more around a trim is another thing. */
const WIDEST_BLEED_MM = 15;

const otherBleed: Recognise = ({ file, fits, size, knownSizeMm }) => {
  const trim = trimSizeOf(file);
  if (trim === null) return null;
  const remedies = [exportRemedy(file)];
  if (fits(trim)) return { cause: { key: 'findings.cause.trimWithoutBleed' }, remedies, fixes: BLEED_REPAIRS };
  const across = (size.widthMm - trim.widthMm) / 2;
  const down = (size.heightMm - trim.heightMm) / 2;
  if (Math.abs(across - down) * 2 > knownSizeMm || across < knownSizeMm || across > WIDEST_BLEED_MM) return null;
  const bleedMm = Math.round(((across + down) / 2) * 10) / 10;
  return {
    cause: { key: 'findings.cause.otherBleed', params: { bleedMm, wantedMm: file.spec.bleedMm } },
    remedies,
    fixes: bleedMm < file.spec.bleedMm ? ['scaleToFit'] : [],
  };
};

const otherBinding: Recognise = ({ file, isMeantAs, fits, sizes, size }) => {
  const { spec } = file;
  const [first, second] = sizes;
  const single = innerSizeMm({ ...spec, bindingType: 'PUR' });
  const near = { widthMm: 1, heightMm: 1 };
  if (
    spec.bindingType === 'LAYFLAT' &&
    first === size &&
    second !== undefined &&
    isWithinBoth(first, single, near) &&
    isWithinBoth(second, innerSizeMm(spec), near)
  ) {
    return { cause: { key: 'findings.cause.singleFirstPage' }, remedies: [exportRemedy(file)], fixes: [] };
  }
  const mixUp = bindingMixUp(spec, (other) => isMeantAs(other) || fits(other));
  return mixUp === null
    ? null
    : { cause: { key: `findings.cause.${mixUp.cause}` }, remedies: [exportRemedy(file)], fixes: mixUp.fixes };
};

const otherPageCount: Recognise = ({ file, size, fits, wanted }) => {
  const { spec } = file;
  // The height is the same for every page count, so that most covers need no look at each of them.
  if (!fits({ widthMm: size.widthMm, heightMm: wanted.heightMm })) return null;
  const counts = pageCountsOf(spec).filter((pages) => fits(coverSizeMm(spec, pages)));
  const [minPage] = counts;
  const maxPage = counts.at(-1);
  if (minPage === undefined || maxPage === undefined) return null;
  return {
    cause: { key: 'findings.cause.coverForOtherPages', params: { minPage, maxPage } },
    remedies: [exportRemedy(file)],
    fixes: [],
  };
};

const otherSpec: Recognise = ({ file: { catalogue = [], spec, kind, pageCount }, isMeantAs }) => {
  const others = catalogue.filter((other) => other.bookSpecUid !== spec.bookSpecUid);
  // The same page count first: a cover of another product is most likely of the same book.
  const found =
    others.find((other) => isMeantAs(sizeMmOf(other, kind, pageCount))) ??
    (kind === 'cover'
      ? others.find((other) => pageCountsOf(other).some((pages) => isMeantAs(coverSizeMm(other, pages))))
      : undefined);
  if (found === undefined) return null;
  const params = { spec: found.bookSpecUid };
  return {
    cause: { key: 'findings.cause.otherSpec', params },
    remedies: [{ key: 'findings.remedy.chooseSpec', params }],
    fixes: [],
  };
};

/** A hard cover's sheet has to go round the boards. */
const withoutWrap: Recognise = ({ file, wanted, fits, isMeantAs }) => {
  const { spec, kind, pageCount } = file;
  if (kind !== 'cover' || spec.coverType !== 'Hardcover') return null;
  const wrap = spec.caseWrapMarginMm ?? 0;
  const boards = { widthMm: wanted.widthMm - 2 * wrap, heightMm: wanted.heightMm - 2 * wrap };
  const soft = {
    widthMm: 2 * (spec.innerTrimWidthMm + spec.bleedMm) + spineWidthMm(spec, pageCount),
    heightMm: spec.innerTrimHeightMm + 2 * spec.bleedMm,
  };
  const isFlat =
    fits(boards) ||
    isMeantAs(soft) ||
    isMeantAs({ widthMm: soft.widthMm - 2 * spec.bleedMm, heightMm: soft.heightMm - 2 * spec.bleedMm });
  return isFlat
    ? {
        cause: { key: 'findings.cause.coverWithoutWrap', params: { wrapMm: wrap } },
        remedies: [exportRemedy(file)],
        fixes: fits(boards) ? ['bleedByMirror', 'bleedByStretch'] : [],
      }
    : null;
};

const PAPERS: readonly (readonly [string, number, number])[] = [
  ['A3', 297, 420],
  ['A4', 210, 297],
  ['A5', 148, 210],
  ['B5', 182, 257],
  ['Letter', 215.9, 279.4],
  ['Legal', 215.9, 355.6],
];

const paper: Recognise = ({ file, isMeantAs }) => {
  const found = PAPERS.find(
    ([, widthMm, heightMm]) => isMeantAs({ widthMm, heightMm }) || isMeantAs({ widthMm: heightMm, heightMm: widthMm }),
  );
  return found === undefined
    ? null
    : {
        cause: { key: 'findings.cause.paperSize', params: { paper: found[0] } },
        remedies: [exportRemedy(file)],
        fixes: [],
      };
};

/** One number read in two units: what the size is off by, and how people would say it. */
const UNIT_SLIPS: readonly (readonly [string, number])[] = [
  ['pixels96AsPoints', CSS_PX_PER_POINT],
  ['pointsAsPixels96', POINTS_PER_INCH / CSS_PX_PER_INCH],
  ['pixels300AsPoints', 300 / POINTS_PER_INCH],
  ['mmAsPoints', MM_PER_POINT],
  ['pointsAsMm', POINTS_PER_MM],
  ['cmAsInches', 2.54],
  ['inchesAsCm', 1 / 2.54],
  ['cmAsMm', 0.1],
  ['mmAsCm', 10],
];

const unitSlip: Recognise = ({ file, wanted, size, knownSizeMm }) => {
  const slackMm = (factor: number) => knownSizeMm * Math.max(1, factor);
  const found = UNIT_SLIPS.find(([, factor]) => {
    const slack = { widthMm: slackMm(factor), heightMm: slackMm(factor) };
    return isWithinBoth(size, { widthMm: wanted.widthMm * factor, heightMm: wanted.heightMm * factor }, slack);
  });
  return found === undefined
    ? null
    : {
        cause: { key: 'findings.cause.unitSlip', params: { slip: found[0], percent: percentOf(size, wanted) } },
        remedies: [exportRemedy(file)],
        fixes: ['scaleToFit'],
      };
};

/** Widths and heights that grew alike: "fit to paper" and its kind. */
const scaled: Recognise = ({ file, wanted, size, knownSizeMm }) => {
  const factor = size.widthMm / wanted.widthMm;
  if (
    Math.abs(size.heightMm - factor * wanted.heightMm) > knownSizeMm * Math.max(factor, 1) ||
    factor < 0.1 ||
    factor > 10
  )
    return null;
  return {
    cause: { key: 'findings.cause.scaled', params: { percent: percentOf(size, wanted) } },
    remedies: [exportRemedy(file)],
    fixes: ['scaleToFit'],
  };
};

const percentOf = (size: Mm2, wanted: Mm2): number => Math.round((size.widthMm / wanted.widthMm) * 1000) / 10;

const COVER_CAUSES: readonly Recognise[] = [
  rotated,
  swapped,
  otherPageCount,
  cropped,
  sheetWithMarks,
  otherBleed,
  withoutWrap,
  otherSpec,
  paper,
  unitSlip,
  scaled,
];
const CONTENTS_CAUSES: readonly Recognise[] = [
  rotated,
  swapped,
  cropped,
  sheetWithMarks,
  otherBinding,
  otherSpec,
  otherBleed,
  paper,
  unitSlip,
  scaled,
];

/** "Export again at the right size", for the kind of file. */
export function exportRemedy({ spec, kind, pageCount }: ReadFileCase): TextRef {
  const size = { ...sizeMmOf(spec, kind, pageCount) };
  return kind === 'cover'
    ? { key: 'findings.remedy.exportCoverForPages', params: { pages: pageCount, ...size } }
    : { key: 'findings.remedy.exportAtSize', params: size };
}

/** Every page count that a book of the spec may have. */
export function pageCountsOf(spec: CheckedSpec): readonly number[] {
  const counts: number[] = [];
  for (let pages = spec.pageMin; pages <= spec.pageMax; pages += spec.pageIncrement) {
    if (pageRuleBreach(spec, pages) === null) counts.push(pages);
  }
  return counts;
}

function isWithinBoth(size: Mm2, wanted: Mm2, tolerance: Mm2): boolean {
  return (
    isWithin(size.widthMm, wanted.widthMm, tolerance.widthMm) &&
    isWithin(size.heightMm, wanted.heightMm, tolerance.heightMm)
  );
}
