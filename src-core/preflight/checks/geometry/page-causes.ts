// Wrong sizes of a page that was laid out for the right book, and exported or turned wrongly.
import { boxSizeMm } from '../../../pdf/boxes.ts';
import { coverSizeMm, innerSizeMm, spineWidthMm, toleranceMmOf, type Mm2 } from '../../../specs/book-geometry.ts';
import type { ReadFileCase } from '../../check.ts';
import type { FixName } from '../../finding.ts';
import { exportRemedy, isWithinBoth, type Recognise } from './wrong-size.ts';

const BLEED_REPAIRS: readonly FixName[] = ['bleedByMirror', 'bleedByStretch', 'bleedByScale'];

export const rotated: Recognise = ({ fits, wanted }) =>
  fits({ widthMm: wanted.heightMm, heightMm: wanted.widthMm })
    ? {
        cause: { key: 'findings.cause.rotated' },
        remedies: [{ key: 'findings.remedy.turnPages' }],
        fixes: ['turnPages'],
      }
    : null;

/** The CropBox cuts away what would make the sheet right. */
export const cropped: Recognise = ({ page, wanted, file }) =>
  page.mediaBox !== null &&
  isWithinBoth(boxSizeMm(page.mediaBox, page), wanted, toleranceMmOf(file.spec, file.kind, file.contract))
    ? {
        cause: { key: 'findings.cause.croppedTooSmall' },
        remedies: [{ key: 'findings.remedy.dropCrop' }],
        fixes: ['resetCropBox'],
      }
    : null;

/** The sheet has room for printer's marks around the page that is wanted. */
export const sheetWithMarks: Recognise = ({ page, size, wanted, file }) => {
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

export const otherBleed: Recognise = ({ file, fits, size, knownSizeMm }) => {
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

/** A hard cover's sheet has to go round the boards. */
export const withoutWrap: Recognise = ({ file, wanted, fits, isMeantAs }) => {
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
