import type { InspectedFileCheck, RenderedFileCheck } from '../../check.ts';

export const TEXT_CHECKS: readonly InspectedFileCheck[] = [];
export const TEXT_PIXEL_CHECKS: readonly RenderedFileCheck[] = [];
