import type { ImageObject } from '../../../pdf/inspection/page-objects.ts';

/**
 * The coarser axis in whole pixels an inch, as limits are written: programs that reduce pictures to 300 ppi end at 299.7
 * (GWG 2022, D0018 and I00005).
 */
export const wholePpi = (ppiX: ImageObject['ppiX'], ppiY: ImageObject['ppiY']): number =>
  Math.round(Math.min(ppiX, ppiY));
