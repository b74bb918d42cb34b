import type { Locator, Page } from 'playwright-core';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import type { Studio } from './studio.ts';
import type { Words } from './words.ts';

/** The button of the rail that leads to a part of the studio. */
export const section = (page: Page, name: string): Locator =>
  page.getByRole('navigation').getByRole('button', { name });

/** Pages are drawn by pdf.js after everything else stands: a picture wants them, nothing else waits for them. */
export const pause = (page: Page): Promise<void> => page.waitForTimeout(900);

/** What the operator would choose in the next system dialogs, which cannot be driven. Nothing chosen is a dialog cancelled. */
export const chooseInDialogs = (
  studio: Studio,
  choice: { readonly open: readonly string[]; readonly save: string },
): Promise<void> =>
  studio.app.evaluate(({ dialog }, { open, save }) => {
    dialog.showOpenDialog = async () => ({ canceled: open.length === 0, filePaths: [...open] });
    dialog.showSaveDialog = async () => ({ canceled: save === '', filePath: save });
  }, choice);

/** Waits until an import has read its whole folder: until then rows come one by one. */
export const importEnd = (page: Page, words: Words): Promise<void> =>
  page.getByRole('button', { name: words.text('library.import.undo') }).waitFor();

/** Chooses a book in the library as it stands, whatever its verdict has become meanwhile. */
export async function openBook({ page }: Studio, words: Words, title: string): Promise<void> {
  await page.getByRole('row', { name: words.pattern('library.rowName', ['verdict'], { title }) }).click();
  await page.getByRole('heading', { name: title }).first().waitFor();
}

/** Polls the library until its rows are as wanted. */
export async function settledRows(
  studio: Studio,
  isSettled: (rows: readonly LibraryRow[]) => boolean,
  limitMs: number,
): Promise<readonly LibraryRow[]> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const rows = (await studio.call('library.changes', { since: null })).rows;
    if (isSettled(rows)) return rows;
    if (performance.now() > endMs) {
      throw new Error(
        `after ${limitMs / 1000} s the books still stand like this: ${rows.map(({ title, verdict, print, checkedLevel, stage }) => [title, verdict, print, checkedLevel, stage].join(' ')).join(', ')}`,
      );
    }
    await studio.page.waitForTimeout(200);
  }
}
