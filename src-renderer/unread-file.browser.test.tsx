import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { forgetPdf, holdPdf } from './features/pages/pdf-documents.ts';
import { drawPage } from './features/pages/render-page.ts';
import { hide, settled, show } from './testing/shown-app.tsx';

/** Larger than the head that is fetched at once, so that a page in its middle is asked for. */
const FILE = 'Nordic summer_contents.pdf';
const FAR_MS = 20_000;

const answered = window.fetch;

/** Files of the library alone: their disk is the one that is away. */
function whileFiles(answer: () => Promise<Response>): void {
  vi.spyOn(window, 'fetch').mockImplementation((input, init) =>
    String(input).includes('/files/') ? answer() : answered(input, init),
  );
}

const areBack = () => vi.mocked(window.fetch).mockRestore();
const away = async () => new Response(null, { status: 404 });

afterEach(async () => {
  vi.restoreAllMocks();
  await hide();
});

test('a file whose bytes do not come any more is opened anew by who looks at it next', async () => {
  const middleOf = async ({ document, closed }: ReturnType<typeof holdPdf>) => {
    const opened = await document;
    return drawPage(opened, Math.ceil(opened.numPages / 2), 300, closed);
  };
  const first = holdPdf(FILE);
  await first.document;
  whileFiles(away);
  await expect(middleOf(first)).rejects.toThrow();
  expect(first.closed.aborted).toBe(true);
  first.release();
  areBack();
  const second = holdPdf(FILE);
  expect((await middleOf(second)).width).toBe(300 * window.devicePixelRatio);
  second.release();
  forgetPdf(FILE);
});

test('a page whose file is not answered for says so, in place of the page before it, and is drawn when the file is back', async () => {
  await show({ query: 'scenario=full&rows=12' });
  const contents = page.getByRole('radio', { name: /^Contents/ });
  /** Its contents, of the first book from there on that has some. */
  const look = async (from: number): Promise<number> => {
    for (let at = from; at < 12; at += 1) {
      await page.getByRole('grid').getByRole('row').nth(at).click();
      await settled();
      if (contents.elements().length === 0) continue;
      await contents.click();
      return at;
    }
    throw new Error('no book has contents');
  };
  const drawn = page.getByRole('img', { name: /^Contents, page 1 of/ });
  const first = await look(1);
  await expect.element(drawn).toBeVisible();

  let giveUp: (response: Response) => void = () => undefined;
  const silent = new Promise<Response>((answer) => (giveUp = answer));
  whileFiles(async () => (await silent).clone());
  await look(first + 1);
  await expect.element(page.getByText('Loading the page…')).toBeVisible();
  await expect.element(page.getByRole('img', { name: /, page \d+ of/ })).not.toBeInTheDocument();
  giveUp(new Response(null, { status: 404 }));
  await expect.element(page.getByText('This file cannot be read now')).toBeVisible();
  areBack();
  await expect.element(drawn, { timeout: FAR_MS }).toBeVisible();
  await expect.element(page.getByText('This file cannot be read now')).not.toBeInTheDocument();
});
