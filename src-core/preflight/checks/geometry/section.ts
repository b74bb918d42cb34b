import type { InspectedFileCheck, ReadFileCheck, RenderedFileCheck } from '../../check.ts';
import { contentsPages, coverPages } from './contents-pages.ts';
import { cropDiffers, mixedSizes, rotated, userUnit } from './page-advice.ts';
import { pageSize } from './page-size.ts';

export const GEOMETRY_READ_CHECKS: readonly ReadFileCheck[] = [coverPages, contentsPages, pageSize, mixedSizes, cropDiffers, userUnit, rotated];
export const GEOMETRY_CHECKS: readonly InspectedFileCheck[] = [];
export const GEOMETRY_PIXEL_CHECKS: readonly RenderedFileCheck[] = [];
