import { inspectPdf } from '../src-core/pdf/inspection/inspect-pdf.ts';
import type { InspectionLimits, InspectionResult } from '../src-core/pdf/inspection/inspection.ts';
import { openFontProgram } from '../src-core/pdf/inspection/fonts/programs/open-font-program.ts';
import { nodePdfTools, openPdfFile } from './pdf-file.ts';

/** Level 2 of a file on disk, fonts opened. Throws only when the file cannot be opened. */
export function inspectPdfFile(path: string, limits?: Partial<InspectionLimits>): InspectionResult {
  const file = openPdfFile(path);
  try {
    return inspectPdf(file, { ...nodePdfTools, openFontProgram }, limits);
  } finally {
    file.close();
  }
}
