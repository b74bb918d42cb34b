import type { PageRaster } from '../../src-core/preflight/page-pixels.ts';
import type { ByteSource } from '../../src-core/ports.ts';
import { workClock } from '../work-clock.ts';
import { RENDER_STATUS, WIDGET, giveUp, isSpent, type PdfiumLibrary } from './pdfium-library.ts';

/** FPDF_ANNOT, FPDF_REVERSE_BYTE_ORDER (red first), FPDF_PRINTING: what a printer gets, with layers and annotations that print. */
const RENDER_FLAGS = 0x01 | 0x10 | 0x800;
/** FPDFBitmap_BGRx: four bytes a pixel, the last unused. */
const BITMAP_FORMAT = 3;
const WHITE = 0xffffffff;
/** Offsets in PDFium's structures are 32 bits wide. */
const MAX_FILE_BYTES = 2 ** 32 - 1;
const MAX_SIDE_PX = 16_384;

export class RenderFailed extends Error {
  constructor(readonly reason: 'cannotOpen' | 'cannotLoadPage' | 'outOfMemory' | 'timeLimit' | 'failed') {
    super(`the page could not be rendered: ${reason}`);
    this.name = 'RenderFailed';
  }
}

/** One PDF opened by PDFium, which reads of it what it needs. Close it. */
export class PdfiumDocument {
  private constructor(
    private readonly library: PdfiumLibrary,
    private readonly handle: number,
    private readonly release: () => void,
  ) {}

  /** Reads by position: no more of the file is held than PDFium asks for. Throws RenderFailed. */
  static over(library: PdfiumLibrary, source: ByteSource): PdfiumDocument {
    if (source.size > MAX_FILE_BYTES) throw new RenderFailed('cannotOpen');
    const { memory } = library;
    const read = memory.addFunction((_parameter, position = 0, buffer = 0, length = 0) => {
      const bytes = source.read(position >>> 0, length >>> 0);
      memory.HEAPU8.set(bytes, buffer >>> 0);
      return bytes.length === length >>> 0 ? 1 : 0;
    }, 'iiiii');
    const access = memory.wasmExports.malloc(12);
    memory.setValue(access, source.size, 'i32');
    memory.setValue(access + 4, read, 'i32');
    memory.setValue(access + 8, 0, 'i32');
    return PdfiumDocument.opened(library, library.FPDF_LoadCustomDocument(access, ''), () => {
      memory.wasmExports.free(access);
      memory.removeFunction(read);
    });
  }

  /** A whole PDF in memory, which is copied. Throws RenderFailed. */
  static of(library: PdfiumLibrary, bytes: Uint8Array): PdfiumDocument {
    const { memory } = library;
    const data = memory.wasmExports.malloc(bytes.length);
    if (data === 0) throw new RenderFailed('outOfMemory');
    memory.HEAPU8.set(bytes, data >>> 0);
    return PdfiumDocument.opened(library, library.FPDF_LoadMemDocument(data, bytes.length, ''), () =>
      memory.wasmExports.free(data),
    );
  }

  private static opened(library: PdfiumLibrary, handle: number, release: () => void): PdfiumDocument {
    if (handle !== 0) return new PdfiumDocument(library, handle, release);
    release();
    throw new RenderFailed('cannotOpen');
  }

  /** Should be opened anew: its library is broken, or holds more memory than it should. */
  get isSpent(): boolean {
    return isSpent(this.library);
  }

  get pageCount(): number {
    return this.library.FPDF_GetPageCount(this.handle);
  }

  /** Throws RenderFailed, `timeLimit` when painting takes longer than asked. */
  render(pageIndex: number, sizeOf: (aspect: number) => RasterSize, maxTimeMs: number): PageRaster {
    try {
      return this.renderPage(pageIndex, sizeOf, maxTimeMs);
    } catch (error) {
      if (error instanceof RenderFailed) throw error;
      // What stops WebAssembly itself leaves it in the middle of its work.
      giveUp(this.library);
      throw new RenderFailed('failed');
    }
  }

  private renderPage(pageIndex: number, sizeOf: (aspect: number) => RasterSize, maxTimeMs: number): PageRaster {
    const { library } = this;
    const page = library.FPDF_LoadPage(this.handle, pageIndex);
    if (page === 0) throw new RenderFailed('cannotLoadPage');
    showFields(library, page);
    try {
      return this.paint(page, sizeOf(library.FPDF_GetPageWidthF(page) / library.FPDF_GetPageHeightF(page)), maxTimeMs);
    } finally {
      library.FPDF_RenderPage_Close(page);
      library.FPDF_ClosePage(page);
    }
  }

  private paint(page: number, { widthPx, heightPx }: RasterSize, maxTimeMs: number): PageRaster {
    const { library } = this;
    if (!(widthPx > 0 && heightPx > 0 && widthPx <= MAX_SIDE_PX && heightPx <= MAX_SIDE_PX))
      throw new RenderFailed('failed');
    const bitmap = library.FPDFBitmap_CreateEx(widthPx, heightPx, BITMAP_FORMAT, 0, 0);
    if (bitmap === 0) throw new RenderFailed('outOfMemory');
    try {
      library.FPDFBitmap_FillRect(bitmap, 0, 0, widthPx, heightPx, WHITE);
      this.paintWithin(maxTimeMs, (pause) =>
        library.FPDF_RenderPageBitmap_Start(bitmap, page, 0, 0, widthPx, heightPx, 0, RENDER_FLAGS, pause),
      );
      const start = library.FPDFBitmap_GetBuffer(bitmap) >>> 0;
      const stride = library.FPDFBitmap_GetStride(bitmap);
      return {
        widthPx,
        heightPx,
        rgb: withoutFourth(library.memory.HEAPU8.subarray(start, start + stride * heightPx), widthPx, heightPx, stride),
      };
    } finally {
      library.FPDFBitmap_Destroy(bitmap);
    }
  }

  /** PDFium asks between marks, and within pictures, whether to pause: then it is stopped for good. */
  private paintWithin(maxTimeMs: number, start: (pause: number) => number): void {
    const { memory } = this.library;
    const worked = workClock();
    const isLate = memory.addFunction(() => (worked() > maxTimeMs ? 1 : 0), 'ii');
    const pause = memory.wasmExports.malloc(12);
    memory.setValue(pause, 1, 'i32');
    memory.setValue(pause + 4, isLate, 'i32');
    memory.setValue(pause + 8, 0, 'i32');
    try {
      const status = start(pause);
      if (status === RENDER_STATUS.toBeContinued) throw new RenderFailed('timeLimit');
      if (status !== RENDER_STATUS.done) throw new RenderFailed('failed');
    } finally {
      memory.wasmExports.free(pause);
      memory.removeFunction(isLate);
    }
  }

  close(): void {
    try {
      this.library.FPDF_CloseDocument(this.handle);
      this.release();
    } catch {
      // Only a library that broke; it is not used again.
      giveUp(this.library);
    }
  }
}

/** As a string, which PDFium reads where a name should stand. */
const STAMP = new Uint8Array(new Uint16Array([...'Stamp\0'].map((letter) => letter.charCodeAt(0))).buffer);

/**
 * PDFium draws every annotation that is printed but the fields of forms, which wait for somebody who fills them in. A printer prints
 * them with their own appearances, as it does stamps: that is what they are called in the memory of this library from here on.
 */
function showFields(library: PdfiumLibrary, page: number): void {
  const { memory } = library;
  const count = library.FPDFPage_GetAnnotCount(page);
  for (let index = 0; index < count; index++) {
    const annotation = library.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    if (library.FPDFAnnot_GetSubtype(annotation) === WIDGET) {
      const name = memory.wasmExports.malloc(STAMP.length);
      memory.HEAPU8.set(STAMP, name >>> 0);
      library.FPDFAnnot_SetStringValue(annotation, 'Subtype', name);
      memory.wasmExports.free(name);
    }
    library.FPDFPage_CloseAnnot(annotation);
  }
}

export interface RasterSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Red, green and blue alone. Four pixels at a time, as three words: byte by byte it took a tenth of a page's painting. */
function withoutFourth(pixels: Uint8Array, widthPx: number, heightPx: number, stride: number): Uint8Array {
  const count = widthPx * heightPx;
  // PDFium puts no bytes between rows of four bytes a pixel, and its buffers begin at whole words.
  if (stride !== widthPx * 4) throw new RenderFailed('failed');
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, count);
  const rgb = new Uint8Array(count * 3);
  const packed = new Uint32Array(rgb.buffer, 0, Math.floor(rgb.length / 4));
  const whole = count - (count % 4);
  let to = 0;
  for (let at = 0; at < whole; at += 4) {
    const second = words[at + 1] as number;
    const third = words[at + 2] as number;
    packed[to++] = ((words[at] as number) & 0xffffff) | (second << 24);
    packed[to++] = ((second >>> 8) & 0xffff) | (third << 16);
    packed[to++] = ((third >>> 16) & 0xff) | ((words[at + 3] as number) << 8);
  }
  for (let at = whole; at < count; at++) rgb.set(pixels.subarray(at * 4, at * 4 + 3), at * 3);
  return rgb;
}
