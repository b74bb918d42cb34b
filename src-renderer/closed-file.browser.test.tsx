import { expect, test, vi } from 'vitest';
import { forgetPdf, holdPdf } from './features/pages/pdf-documents.ts';

/** Larger than the head that is fetched at once, so that drawing a page of it asks for ranges. */
const FILE = 'Nordic summer_contents.pdf';

function gate(): { readonly open: () => void; readonly passed: Promise<void> } {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), passed };
}

test('a file that is closed while its bytes are on their way takes none of them', async () => {
  const faults: string[] = [];
  const onFault = (event: PromiseRejectionEvent): void => {
    faults.push(String(event.reason));
    event.preventDefault();
  };
  window.addEventListener('unhandledrejection', onFault);
  const asked = window.fetch;
  const underWay = gate();
  const arrive = gate();
  const arrived = gate();
  const held = holdPdf(FILE);
  const opened = await held.document;
  // The bytes have come when the question for them is given up: there is nothing left to break off.
  const late = vi.spyOn(window, 'fetch').mockImplementation(async (input, { signal: _, ...init } = {}) => {
    const response = await asked(input, init);
    const bytes = await response.arrayBuffer();
    underWay.open();
    await arrive.passed;
    setTimeout(arrived.open, 100);
    return new Response(bytes, { status: response.status });
  });
  try {
    const drawn = opened.getPage(opened.numPages / 2).then((middle) => middle.getOperatorList());
    drawn.catch(() => undefined);
    await underWay.passed;
    forgetPdf(FILE);
    await new Promise((resolve) => setTimeout(resolve, 500));
    arrive.open();
    await arrived.passed;
    expect(faults).toEqual([]);
  } finally {
    late.mockRestore();
    window.removeEventListener('unhandledrejection', onFault);
  }
});
