// Wrong sizes that have a paper or a factor behind them.
import type { Mm2 } from '../../../specs/book-geometry.ts';
import { CSS_PX_PER_INCH, CSS_PX_PER_POINT, MM_PER_POINT, POINTS_PER_INCH, POINTS_PER_MM } from '../../../units.ts';
import { exportRemedy, isWithinBoth, type Recognise } from './wrong-size.ts';

const PAPERS: readonly (readonly [string, number, number])[] = [
  ['A3', 297, 420],
  ['A4', 210, 297],
  ['A5', 148, 210],
  ['B5', 182, 257],
  ['Letter', 215.9, 279.4],
  ['Legal', 215.9, 355.6],
];

export const paper: Recognise = ({ file, isMeantAs }) => {
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

export const unitSlip: Recognise = ({ file, wanted, size, knownSizeMm }) => {
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
export const scaled: Recognise = ({ file, wanted, size, knownSizeMm }) => {
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
