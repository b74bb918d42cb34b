import type { InspectedFileCheck, RenderedFileCheck } from '../../check.ts';

export const OBJECT_CHECKS: readonly InspectedFileCheck[] = [];
export const OBJECT_PIXEL_CHECKS: readonly RenderedFileCheck[] = [];
