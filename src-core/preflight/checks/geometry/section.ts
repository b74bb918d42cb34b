import type { InspectedFileCheck, ReadFileCheck, RenderedFileCheck } from '../../check.ts';
import { boxNesting } from './box-nesting.ts';
import { contentsPages, coverPages } from './contents-pages.ts';
import { cropDiffers } from './crop-box.ts';
import { mixedSizes } from './mixed-sizes.ts';
import { pageOrigin, pageWithoutBox } from './page-origin.ts';
import { pageSize } from './page-size.ts';
import { rotated } from './rotated-pages.ts';
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
export const GEOMETRY_CHECKS: readonly InspectedFileCheck[] = [];
export const GEOMETRY_PIXEL_CHECKS: readonly RenderedFileCheck[] = [];
