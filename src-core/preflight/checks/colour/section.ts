import type { InspectedFileCheck, RenderedFileCheck } from '../../check.ts';

export const COLOUR_CHECKS: readonly InspectedFileCheck[] = [];
export const COLOUR_PIXEL_CHECKS: readonly RenderedFileCheck[] = [];
