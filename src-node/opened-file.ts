import { openFontProgram } from '../src-core/pdf/inspection/fonts/programs/open-font-program.ts';
import { inspectOpened } from '../src-core/pdf/inspection/inspect-pdf.ts';
import type { InspectionResult } from '../src-core/pdf/inspection/inspection.ts';
import { openPdf, type OpenResult } from '../src-core/pdf/opened-pdf.ts';
import { overprintUpdate, type OverprintUpdate } from '../src-core/pdf/overprint/overprint-update.ts';
import type { ByteSource } from '../src-core/ports.ts';
import { fingerprint, nodePdfTools, openPdfFile, type PdfFile } from './pdf-file.ts';

const INSPECTION_TOOLS = { ...nodePdfTools, openFontProgram };

/**
 * A PDF on disk, opened once for all that the checks want of it, from its structure to its pixels: every level asks the same
 * document, so that what one had to look for elsewhere than the file says is there for the next one too. Close it.
 */
export class OpenedFile {
  private inspected: InspectionResult | null = null;
  /** Undefined before it was asked for. */
  private mixed: OverprintUpdate | null | undefined;

  private constructor(
    private readonly file: PdfFile,
    /** Level 1, and the document that it was read from. */
    readonly structure: OpenResult,
  ) {}

  /** Throws what `openSync` throws. */
  static open(path: string): OpenedFile {
    const file = openPdfFile(path);
    try {
      return new OpenedFile(file, openPdf(file, nodePdfTools));
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** Level 2, fonts opened; made when it is first asked for. */
  inspect(): InspectionResult {
    const { structure } = this;
    return (this.inspected ??=
      structure.status === 'unreadable'
        ? structure
        : { status: 'inspected', inspection: inspectOpened(structure.opened, INSPECTION_TOOLS) });
  }

  /** What an engine without overprint needs behind the file to show its pages as they print; null where it needs nothing. */
  overprint(): OverprintUpdate | null {
    const { structure } = this;
    const result = this.inspect();
    if (this.mixed === undefined)
      this.mixed =
        structure.status === 'unreadable' || result.status === 'unreadable'
          ? null
          : overprintUpdate(structure.opened, result.inspection, INSPECTION_TOOLS, fingerprint);
    return this.mixed;
  }

  /** The bytes as they are, for an engine that reads for itself. Gone when this is closed. */
  bytes(): ByteSource {
    return this.file.anotherReader();
  }

  close(): void {
    this.file.close();
  }
}

/** Level 2 of a file on disk that is wanted for nothing else. Throws what `openSync` throws. */
export function inspectPdfFile(path: string): InspectionResult {
  const file = OpenedFile.open(path);
  try {
    return file.inspect();
  } finally {
    file.close();
  }
}
