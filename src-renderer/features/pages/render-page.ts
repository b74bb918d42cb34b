import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Largest side of a canvas in device pixels: beyond it Chromium's memory, not the eye, is the limit. */
const MAX_SIDE_PX = 6_000;

/** Draws one page, `widthPx` CSS pixels wide, on a canvas of its own. Rejects with an AbortError when it is called off. */
export async function drawPage(
  document: PDFDocumentProxy,
  pageNumber: number,
  widthPx: number,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  signal.throwIfAborted();
  let task: RenderTask | null = null;
  let onAbort: () => void = () => undefined;
  const calledOff = new Promise<never>((_, fail) => {
    onAbort = () => {
      task?.cancel();
      fail(signal.reason);
    };
  });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const page = await Promise.race([document.getPage(pageNumber), calledOff]);
    const unscaled = page.getViewport({ scale: 1 });
    const scale = widthPx / unscaled.width;
    const density = Math.min(
      window.devicePixelRatio,
      MAX_SIDE_PX / (Math.max(unscaled.width, unscaled.height) * scale),
    );
    const viewport = page.getViewport({ scale: scale * density });
    const aside = window.document.createElement('canvas');
    aside.width = Math.max(1, Math.round(viewport.width));
    aside.height = Math.max(1, Math.round(viewport.height));
    task = page.render({ canvas: aside, viewport, background: '#ffffff' });
    await Promise.race([task.promise, calledOff]);
    signal.throwIfAborted();
    page.cleanup();
    return aside;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** A page that was drawn aside, so that the one on the screen stays until the new one is whole. */
export function showPage(canvas: HTMLCanvasElement, drawn: HTMLCanvasElement): void {
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  canvas.getContext('2d')?.drawImage(drawn, 0, 0);
}
