import type { InspectedFileCheck, ReadFileCheck, RenderedFileCheck } from '../../check.ts';

export const ANATOMY_READ_CHECKS: readonly ReadFileCheck[] = [];
export const ANATOMY_CHECKS: readonly InspectedFileCheck[] = [];
export const ANATOMY_PIXEL_CHECKS: readonly RenderedFileCheck[] = [];
