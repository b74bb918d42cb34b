import type { InspectedFileCheck, RenderedFileCheck } from '../../check.ts';
import { complexity } from './complexity.ts';
import { hiddenLayers } from './hidden-layers.ts';
import { outsideObjects } from './outside-objects.ts';
import { processingSteps } from './processing-steps.ts';
import { thinFields } from './thin-fields.ts';
import { thinLines } from './thin-lines.ts';

export const OBJECT_CHECKS: readonly InspectedFileCheck[] = [
  thinLines,
  thinFields,
  outsideObjects,
  complexity,
  hiddenLayers,
  processingSteps,
];
export const OBJECT_PIXEL_CHECKS: readonly RenderedFileCheck[] = [];
