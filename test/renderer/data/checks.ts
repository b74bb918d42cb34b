import type { ThresholdView } from '../../../src-core/ipc/subjects/checks.ts';
import type { FixPreview } from '../../../src-core/ipc/subjects/fixes.ts';
import type { BookDetail, FindingGroup } from '../../../src-core/ipc/subjects/library.ts';
import type { PrintVerdict, SignOff } from '../../../src-core/preflight/verdicts.ts';
import type { Finding, FixName, MarkedObject } from '../../../src-core/preflight/finding.ts';
import { THRESHOLD_SECTIONS } from '../../../src-core/preflight/thresholds.ts';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import { damageParams } from '../../../src-core/preflight/checks/structure/file-damaged.ts';

const HOUR_MS = 3_600_000;

const none = {
  measured: null,
  allowed: null,
  tolerance: null,
  params: {},
  cause: null,
  remedies: [],
  origin: null,
  objects: [],
  objectCount: 0,
  box: null,
  fixes: [],
} satisfies Partial<Finding>;

const quad = (xMm: number, yMm: number, widthMm: number, heightMm: number, turnedBy = 0): number[] => {
  const [cx, cy] = [xMm + widthMm / 2, yMm + heightMm / 2];
  const [cos, sin] = [Math.cos((turnedBy * Math.PI) / 180), Math.sin((turnedBy * Math.PI) / 180)];
  return [
    [xMm, yMm],
    [xMm + widthMm, yMm],
    [xMm + widthMm, yMm + heightMm],
    [xMm, yMm + heightMm],
  ].flatMap(([x = 0, y = 0]) => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos]);
};

const pictures: MarkedObject[] = [
  { page: 3, quadMm: quad(20, 24, 96, 72), kind: 'image', excerpt: 'DSC_0412 · 612 × 459 px', measured: 162 },
  { page: 3, quadMm: quad(134, 110, 84, 62, -6), kind: 'image', excerpt: 'DSC_0415 · 590 × 442 px', measured: 171 },
  { page: 3, quadMm: quad(30, 190, 60, 40), kind: 'image', excerpt: 'DSC_0431 · 420 × 280 px', measured: 178 },
  { page: 8, quadMm: quad(0, 0, 249, 254), kind: 'image', excerpt: 'IMG_2031 · 1764 × 1800 px', measured: 180 },
  { page: 11, quadMm: quad(60, 60, 120, 90), kind: 'image', excerpt: 'IMG_2054 · 900 × 675 px', measured: 190 },
];

const lowPictures: Finding = {
  ...none,
  ruleId: 'images.resolution',
  severity: 'warning',
  kind: 'contents',
  pages: [3, 8, 11],
  measured: { value: 162, unit: 'ppi' },
  allowed: { value: 200, unit: 'ppi' },
  params: { count: 5, pages: 3, worst: 162, allowed: 200, worstPage: 3 },
  remedies: [{ key: 'findings.remedy.largerPicture' }, { key: 'findings.remedy.smallerOnPage' }],
  source: { key: 'findings.source.self' },
  origin: 'studio',
  objects: pictures,
  objectCount: 5,
  causeKey: 'images.resolution',
};

const nearTrim: Finding = {
  ...none,
  ruleId: 'safety.textNear',
  severity: 'warning',
  kind: 'contents',
  pages: [5],
  measured: { value: 1.4, unit: 'mm' },
  allowed: { value: 3, unit: 'mm' },
  params: { distanceMm: 1.4, allowedMm: 3, lines: 3, pages: 1, outlined: 0 },
  remedies: [{ key: 'findings.remedy.moveTextIn', params: { allowedMm: 3 } }],
  source: { key: 'findings.source.standard', params: { standard: 'Pulsio Print' } },
  origin: 'printHouse',
  box: 'trim',
  objects: [
    { page: 5, quadMm: quad(20, 244.6, 70, 4.2), kind: 'text', excerpt: '“2026년 9월 12일, 서울”', measured: 1.4 },
    { page: 5, quadMm: quad(20, 239, 40, 3.4), kind: 'text', excerpt: '“사진 박지훈”', measured: 2.2 },
    { page: 5, quadMm: quad(243.6, 120, 0.2, 60), kind: 'path', excerpt: null, measured: 2.4 },
  ],
  objectCount: 3,
  causeKey: 'safety.textNear',
};

const bleedMissing: Finding = {
  ...none,
  ruleId: 'bleed.missing',
  severity: 'error',
  kind: 'contents',
  pages: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14],
  measured: { value: 0, unit: 'mm' },
  allowed: { value: 3, unit: 'mm' },
  tolerance: { value: 0.2, unit: 'mm' },
  params: { left: 0, right: 11, top: 0, bottom: 0, pages: 11, beyondMm: 0, bleedMm: 3 },
  cause: { key: 'findings.cause.trimWithoutBleed' },
  remedies: [{ key: 'findings.remedy.exportAtSize', params: { widthMm: 249, heightMm: 254 } }],
  source: { key: 'findings.source.spec', params: { spec: 'SQUAREBOOK_HC', pages: 66 } },
  origin: 'spec',
  box: 'trim',
  causeKey: 'bleed.missing',
  fixes: ['bleedByMirror', 'bleedByStretch', 'bleedByScale'],
};

const coverWidth: Finding = {
  ...none,
  ruleId: 'size.width',
  severity: 'block',
  kind: 'cover',
  pages: [1],
  measured: { value: 544, unit: 'mm' },
  allowed: { value: 550, unit: 'mm' },
  tolerance: { value: 2, unit: 'mm' },
  params: {
    measuredMm: 544,
    allowedMm: 550,
    toleranceMm: 2,
    pages: 1,
    sum: '263 + 24 + 263',
    boxes: 'MediaBox −6.0 mm',
  },
  cause: { key: 'findings.cause.coverForOtherPages', params: { minPage: 24, maxPage: 64 } },
  remedies: [
    { key: 'findings.remedy.exportCoverForPages', params: { pages: 66, widthMm: 550 } },
    { key: 'findings.remedy.removePages', params: { n: 2 } },
  ],
  source: { key: 'findings.source.spec', params: { spec: 'SQUAREBOOK_HC', pages: 66 } },
  origin: 'specification',
  box: 'visible',
  causeKey: 'coverForOtherPages',
};

const spineOff: Finding = {
  ...none,
  ruleId: 'spine.textMargin',
  severity: 'error',
  kind: 'cover',
  pages: [1],
  measured: { value: 0.8, unit: 'mm' },
  allowed: { value: 1.6, unit: 'mm' },
  params: { measuredMm: 0.8, allowedMm: 1.6, spineMm: 16, excerpt: 'Choi & Jung' },
  source: { key: 'findings.source.standard', params: { standard: 'KDP' } },
  origin: 'builtIn',
  objects: [{ page: 1, quadMm: quad(271, 70, 3.6, 140), kind: 'text', excerpt: '“Choi & Jung”', measured: 0.8 }],
  objectCount: 1,
  causeKey: 'coverForOtherPages',
};

const rotated: Finding = {
  ...none,
  ruleId: 'page.rotated',
  severity: 'warning',
  kind: 'contents',
  pages: [4, 5, 18],
  measured: { value: 90, unit: 'degrees' },
  params: { degrees: 90, pages: 3 },
  remedies: [{ key: 'findings.remedy.exportAgain' }],
  source: { key: 'findings.source.standard', params: { standard: 'GWG 2022, R0004' } },
  causeKey: 'page.rotated',
  fixes: ['bakeRotation', 'turnPages'],
};

const damaged: Finding = {
  ...none,
  ruleId: 'file.damaged',
  severity: 'info',
  kind: 'contents',
  pages: null,
  params: { tier: 'none', ...damageParams([{ code: 'previousXrefLoop', atByte: null, count: 1 }]) },
  source: { key: 'findings.source.self' },
  causeKey: 'file.damaged',
};

const cropped: Finding = {
  ...none,
  ruleId: 'box.cropDiffers',
  severity: 'warning',
  kind: 'contents',
  pages: [1, 2],
  params: { pages: 2, widthMm: 243, heightMm: 248, sheetWidthMm: 249, sheetHeightMm: 254 },
  source: { key: 'findings.source.standard', params: { standard: 'GWG 2022, R0003' } },
  causeKey: 'box.cropDiffers',
  fixes: ['resetCropBox'],
};

const userUnit: Finding = {
  ...none,
  ruleId: 'page.userUnit',
  severity: 'info',
  kind: 'cover',
  pages: [1],
  measured: { value: 2, unit: 'factor' },
  params: { factor: 2, pages: 1 },
  source: { key: 'findings.source.standard', params: { standard: 'GWG 2022, R0002' } },
  causeKey: 'page.userUnit',
  fixes: ['bakeUserUnit'],
};

const contentsMissing: Finding = {
  ...none,
  ruleId: 'book.contentsMissing',
  severity: 'notChecked',
  kind: 'contents',
  pages: null,
  params: { isNamed: 'yes', present: '김민수_표지.pdf' },
  remedies: [{ key: 'findings.remedy.addFile' }],
  source: { key: 'findings.source.rule', params: { rule: 1 } },
  causeKey: 'book.contentsMissing',
};

const notToTheEnd: Finding = {
  ...none,
  ruleId: 'file.notChecked',
  severity: 'notChecked',
  kind: 'contents',
  pages: [17],
  params: { reason: 'timeLimit' },
  source: { key: 'findings.source.self' },
  causeKey: 'file.notChecked',
};

const group = (...findings: [Finding, ...Finding[]]): FindingGroup => ({
  groupKey: `${findings[0].kind ?? 'book'} ${findings[0].causeKey}`,
  findings,
  signOff: null,
  reopened: null,
  canSignOff: findings.every(({ severity }) => severity === 'warning' || severity === 'error' || severity === 'info'),
});

/** What a book has, by how it will print. Signing off is kept by the fake studio. */
export function groupsOf(
  print: PrintVerdict,
  isRefused: boolean,
  isIncomplete: boolean,
  nowMs: number,
): FindingGroup[] {
  if (isIncomplete) return [group(contentsMissing)];
  const reopened: SignOff = { name: '이정민', reason: '고객이 알고 동의했습니다', atMs: nowMs - 26 * HOUR_MS };
  if (isRefused) {
    return [
      group(coverWidth, spineOff),
      group(bleedMissing),
      group(notToTheEnd),
      group(lowPictures),
      { ...group(nearTrim), reopened },
      group(rotated),
      group(cropped),
      group(damaged),
      group(userUnit),
    ];
  }
  if (print === 'look') return [group(lowPictures), group(nearTrim), group(damaged)];
  if (print === 'bad') return [group(bleedMissing), group(lowPictures)];
  return print === 'good' ? [group(damaged)] : [];
}

/** A preview out of two sample files: the one that the book has, and another that stands in for the repaired one. */
export function fixPreview(fix: FixName, kind: PdfKind, book: Pick<BookDetail, 'files'>): FixPreview | null {
  const file = book.files.find(({ role }) => role === kind);
  if (file === undefined) return null;
  const pages = file.pdfPages ?? 1;
  const isAdding = fix === 'addBlankPages';
  const fixed = kind === 'cover' ? '서아 첫돌_cover.pdf' : 'Kim & Lee wedding_contents.pdf';
  return {
    previewId: `p-${fix}`,
    fix,
    fileId: file.fileId,
    fixedFileId: fixed,
    bytesId: file.bytesId,
    fixedBytesId: fixed,
    overprint:
      file.notSimulatedPages.length > 0 ? 'notSimulated' : file.overprintPages.length > 0 ? 'simulated' : 'none',
    pages: fix === 'removeActions' ? [] : [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14].filter((page) => page <= pages),
    pageCountBefore: pages,
    pageCountAfter: isAdding ? pages + 1 : pages,
    edits: [
      {
        key: 'fixes.edit.bleed',
        params: { pages: 11, bleedMm: 3, how: fix === 'bleedByMirror' ? 'mirror' : 'stretch' },
      },
    ],
    solved: [{ key: 'findings.bleed.missing.title', params: bleedMissing.params }],
    added: fix === 'bleedByScale' ? [{ key: 'findings.safety.textNear.title', params: nearTrim.params }] : [],
  };
}

/** The real thresholds, some of them set by somebody. */
export const thresholdViews = (): ThresholdView[] =>
  Object.entries(THRESHOLD_SECTIONS).flatMap(([section, definitions]) =>
    Object.entries(definitions).map(([name, { value, unit, standard }], index): ThresholdView => {
      const origin = index % 5 === 1 ? 'studio' : index % 5 === 3 ? 'printHouse' : 'builtIn';
      return { name, section, value: origin === 'builtIn' ? value : value + 1, unit, origin, builtIn: value, standard };
    }),
  );
