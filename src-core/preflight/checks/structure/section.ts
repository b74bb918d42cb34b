import type { FileCheck, InspectedFileCheck, ReadFileCheck, RenderedFileCheck } from '../../check.ts';
import { fileReadable } from './file-readable.ts';
import { fileSignature, fileSize } from './file-signature.ts';

/** See every file, read or not. */
export const STRUCTURE_FILE_CHECKS: readonly FileCheck[] = [fileSignature, fileSize, fileReadable];
export const STRUCTURE_READ_CHECKS: readonly ReadFileCheck[] = [];
export const STRUCTURE_CHECKS: readonly InspectedFileCheck[] = [];
export const STRUCTURE_PIXEL_CHECKS: readonly RenderedFileCheck[] = [];
