import type { FileCheck, InspectedFileCheck, ReadFileCheck, RenderedFileCheck } from './check.ts';
import { ANATOMY_CHECKS, ANATOMY_PIXEL_CHECKS, ANATOMY_READ_CHECKS } from './checks/anatomy/section.ts';
import { COLOUR_CHECKS, COLOUR_PIXEL_CHECKS } from './checks/colour/section.ts';
import { GEOMETRY_CHECKS, GEOMETRY_PIXEL_CHECKS, GEOMETRY_READ_CHECKS } from './checks/geometry/section.ts';
import { IMAGE_CHECKS, IMAGE_PIXEL_CHECKS } from './checks/images/section.ts';
import { OBJECT_CHECKS, OBJECT_PIXEL_CHECKS } from './checks/objects/section.ts';
import {
  STRUCTURE_CHECKS,
  STRUCTURE_FILE_CHECKS,
  STRUCTURE_PIXEL_CHECKS,
  STRUCTURE_READ_CHECKS,
} from './checks/structure/section.ts';
import { TEXT_CHECKS, TEXT_PIXEL_CHECKS } from './checks/text/section.ts';

/** Every check there is, by what it needs, in the order that people read. */
export const FILE_CHECKS: readonly FileCheck[] = STRUCTURE_FILE_CHECKS;
/** Level 1. */
export const READ_FILE_CHECKS: readonly ReadFileCheck[] = [
  ...STRUCTURE_READ_CHECKS,
  ...GEOMETRY_READ_CHECKS,
  ...ANATOMY_READ_CHECKS,
];
/** Level 2. */
export const INSPECTED_FILE_CHECKS: readonly InspectedFileCheck[] = [
  ...STRUCTURE_CHECKS,
  ...GEOMETRY_CHECKS,
  ...ANATOMY_CHECKS,
  ...IMAGE_CHECKS,
  ...TEXT_CHECKS,
  ...COLOUR_CHECKS,
  ...OBJECT_CHECKS,
];
/** Level 3. */
export const RENDERED_FILE_CHECKS: readonly RenderedFileCheck[] = [
  ...STRUCTURE_PIXEL_CHECKS,
  ...GEOMETRY_PIXEL_CHECKS,
  ...ANATOMY_PIXEL_CHECKS,
  ...IMAGE_PIXEL_CHECKS,
  ...TEXT_PIXEL_CHECKS,
  ...COLOUR_PIXEL_CHECKS,
  ...OBJECT_PIXEL_CHECKS,
];

/** Raised by one whenever a rule, a built-in threshold, the reading of files or what is measured of their pages changes: what was found before is found anew. */
export const CHECKS_VERSION = 12;
