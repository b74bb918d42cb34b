import type { InspectedFileCheck, RenderedFileCheck } from '../../check.ts';

export const IMAGE_CHECKS: readonly InspectedFileCheck[] = [];
export const IMAGE_PIXEL_CHECKS: readonly RenderedFileCheck[] = [];
