import type {
  BareFileCheck,
  BareReadCheck,
  FileCheck,
  InspectedFileCheck,
  ReadFileCheck,
  RenderedFileCheck,
} from '../../check.ts';
import { actions } from './actions.ts';
import { annotations, multimedia } from './annotations.ts';
import { attachments } from './attachments.ts';
import { linearized, navigation, privateData } from './by-the-way.ts';
import { contentSyntax } from './content-syntax.ts';
import { fileDamaged } from './file-damaged.ts';
import { fileEncrypted, fileRestricted } from './file-encrypted.ts';
import { fileReadable } from './file-readable.ts';
import { fileSignature } from './file-signature.ts';
import { fileSize } from './file-size.ts';
import { forms } from './forms.ts';
import { misplacedObjects } from './misplaced-objects.ts';
import { notInspected, notRendered, readingsDiffer } from './not-inspected.ts';
import { outsideData } from './outside-data.ts';
import { secondPageCount, statedPageCount } from './page-count.ts';
import { pdfVersion } from './pdf-version.ts';
import { pdfxClaim } from './pdfx-claim.ts';
import { printPermission } from './print-permission.ts';
import { signatures } from './signatures.ts';
import { streamDecoding } from './stream-decoding.ts';

/** Say what a file is, whatever it is meant for. */
export const BARE_FILE_CHECKS: readonly BareFileCheck[] = [fileSignature, fileReadable, fileEncrypted];
export const BARE_READ_CHECKS: readonly BareReadCheck[] = [fileRestricted, fileDamaged];
/** See every file, read or not. */
export const STRUCTURE_FILE_CHECKS: readonly FileCheck[] = [fileSignature, fileSize, fileReadable, fileEncrypted];
export const STRUCTURE_READ_CHECKS: readonly ReadFileCheck[] = [fileRestricted, fileDamaged, statedPageCount];
export const STRUCTURE_CHECKS: readonly InspectedFileCheck[] = [
  misplacedObjects,
  notInspected,
  streamDecoding,
  contentSyntax,
  outsideData,
  forms,
  annotations,
  multimedia,
  attachments,
  actions,
  printPermission,
  pdfVersion,
  pdfxClaim,
  signatures,
  privateData,
  navigation,
  linearized,
];
export const STRUCTURE_PIXEL_CHECKS: readonly RenderedFileCheck[] = [notRendered, readingsDiffer, secondPageCount];
