import type { InspectedFileCheck, ReadFileCheck, RenderedFileCheck } from '../../check.ts';
import { blankPages } from './blank-pages.ts';
import { boxNesting } from './box-nesting.ts';
import { contentsPages, coverPages } from './contents-pages.ts';
import { cropDiffers } from './crop-box.ts';
import { duplicatePages } from './duplicate-pages.ts';
import { mixedSizes } from './mixed-sizes.ts';
import { pageOrigin, pageWithoutBox } from './page-origin.ts';
import { pageSize } from './page-size.ts';
import { pixelBlank } from './pixel-blank.ts';
import { printersMarks } from './printers-marks.ts';
import { pageNumberSide, readingDirection } from './reading-order.ts';
import { rotated, turnedAgainst, upsideDown } from './rotated-pages.ts';
import { trimBox } from './trim-box.ts';
import { userUnit } from './user-unit.ts';

export const GEOMETRY_READ_CHECKS: readonly ReadFileCheck[] = [
  coverPages,
  contentsPages,
  pageSize,
  mixedSizes,
  cropDiffers,
  userUnit,
  rotated,
  boxNesting,
  pageOrigin,
  pageWithoutBox,
];
export const GEOMETRY_CHECKS: readonly InspectedFileCheck[] = [
  trimBox,
  printersMarks,
  upsideDown,
  turnedAgainst,
  blankPages,
  duplicatePages,
  readingDirection,
  pageNumberSide,
];
export const GEOMETRY_PIXEL_CHECKS: readonly RenderedFileCheck[] = [pixelBlank];
