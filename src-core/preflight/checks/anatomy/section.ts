import type { InspectedFileCheck, RenderedFileCheck } from '../../check.ts';

export const ANATOMY_CHECKS: readonly InspectedFileCheck[] = [];
export const ANATOMY_PIXEL_CHECKS: readonly RenderedFileCheck[] = [];
