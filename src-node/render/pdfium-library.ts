import { init } from '@embedpdf/pdfium';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Of PDFium's C interface, what rendering needs. Pointers and handles are numbers; 0 is none. */
export interface PdfiumLibrary {
  readonly memory: PdfiumMemory;
  FPDF_LoadCustomDocument(access: number, password: string): number;
  FPDF_LoadMemDocument(data: number, size: number, password: string): number;
  FPDF_CloseDocument(document: number): void;
  FPDF_GetPageCount(document: number): number;
  FPDF_LoadPage(document: number, pageIndex: number): number;
  FPDF_ClosePage(page: number): void;
  FPDF_GetPageWidthF(page: number): number;
  FPDF_GetPageHeightF(page: number): number;
  FPDFBitmap_CreateEx(widthPx: number, heightPx: number, format: number, buffer: number, stride: number): number;
  FPDFBitmap_FillRect(
    bitmap: number,
    left: number,
    top: number,
    widthPx: number,
    heightPx: number,
    colour: number,
  ): void;
  FPDFBitmap_GetBuffer(bitmap: number): number;
  FPDFBitmap_GetStride(bitmap: number): number;
  FPDFBitmap_Destroy(bitmap: number): void;
  /** Answers one of RENDER_STATUS. */
  FPDF_RenderPageBitmap_Start(
    bitmap: number,
    page: number,
    left: number,
    top: number,
    widthPx: number,
    heightPx: number,
    rotate: number,
    flags: number,
    pause: number,
  ): number;
  FPDF_RenderPage_Close(page: number): void;
  FPDFPage_GetAnnotCount(page: number): number;
  /** Closed with FPDFPage_CloseAnnot. */
  FPDFPage_GetAnnot(page: number, index: number): number;
  FPDFPage_CloseAnnot(annotation: number): void;
  FPDFAnnot_GetSubtype(annotation: number): number;
  /** `value`: UTF-16, little-endian, ended by a zero. */
  FPDFAnnot_SetStringValue(annotation: number, key: string, value: number): number;
}

export const WIDGET = 20;
export const RENDER_STATUS = { ready: 0, toBeContinued: 1, done: 2, failed: 3 } as const;

export interface PdfiumMemory {
  /** Taken anew for every use: the memory moves when it grows. */
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(bytes: number): number; free(pointer: number): void };
  addFunction(implementation: (...args: number[]) => number, signature: string): number;
  removeFunction(pointer: number): void;
  setValue(pointer: number, value: number, type: 'i32' | '*'): void;
}

type InitialisedModule = Omit<PdfiumLibrary, 'memory'> & { readonly pdfium: PdfiumMemory; PDFiumExt_Init(): void };

/** Pages of large photos need some 100 MB; a library that has grown beyond is replaced by a new one. */
const MAX_KEPT_BYTES = 256 * 1024 * 1024;

let current: Promise<PdfiumLibrary> | null = null;
/** Stopped in the middle of their work, for instance by a lack of memory. */
const broken = new WeakSet<PdfiumLibrary>();

/**
 * The PDFium of this thread. Its memory grows and never shrinks: past a threshold the next caller gets a new one, and the
 * memory goes with the last document that was opened with the old one.
 */
export async function pdfium(): Promise<PdfiumLibrary> {
  const library = await (current ??= load());
  if (!isSpent(library)) return library;
  current = load();
  return current;
}

/** Documents on it should be opened anew with another. */
export const isSpent = (library: PdfiumLibrary): boolean =>
  broken.has(library) || library.memory.HEAPU8.length > MAX_KEPT_BYTES;

export function giveUp(library: PdfiumLibrary): void {
  broken.add(library);
}

async function load(): Promise<PdfiumLibrary> {
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
  const module = (await init({ wasmBinary } as unknown as Parameters<typeof init>[0])) as unknown as InitialisedModule;
  module.PDFiumExt_Init();
  return Object.assign(module, { memory: module.pdfium });
}
