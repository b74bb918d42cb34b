import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Largest side of a canvas in device pixels: beyond it Chromium's memory, not the eye, is the limit. */
const MAX_SIDE_PX = 6_000;

export interface RenderedPage {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Draws one page, `widthPx` CSS pixels wide, into the canvas. Rejects with an AbortError when it is called off. */
export async function renderPage(
  document: PDFDocumentProxy,
  pageNumber: number,
  canvas: HTMLCanvasElement,
  widthPx: number,
  signal: AbortSignal,
): Promise<RenderedPage> {
  const page = await document.getPage(pageNumber);
  signal.throwIfAborted();
  const unscaled = page.getViewport({ scale: 1 });
  const scale = widthPx / unscaled.width;
  const density = Math.min(window.devicePixelRatio, MAX_SIDE_PX / (Math.max(unscaled.width, unscaled.height) * scale));
  const viewport = page.getViewport({ scale: scale * density });
  // Drawn aside first, so that the page on screen stays until the new one is whole.
  const aside = window.document.createElement('canvas');
  aside.width = Math.max(1, Math.round(viewport.width));
  aside.height = Math.max(1, Math.round(viewport.height));
  const task: RenderTask = page.render({ canvas: aside, viewport, background: '#ffffff' });
  const onAbort = (): void => task.cancel();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await task.promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
  signal.throwIfAborted();
  canvas.width = aside.width;
  canvas.height = aside.height;
  canvas.getContext('2d')?.drawImage(aside, 0, 0);
  page.cleanup();
  return { widthPx, heightPx: unscaled.height * scale };
}
