import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { axeFindings, hide, settled, show, wear, type Look } from '../../testing/shown-app.tsx';
import { textOf } from './favourites-files.ts';

const EN: Look = { language: 'en', theme: 'light' };
const BOOK = 'book-11';
const SLOW = { timeout: 20_000 } as const;

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]');
const told = () => dialog()?.textContent ?? '';
const tray = () => document.querySelector<HTMLElement>('[data-pane="tray"]');
const field = () => document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea') as HTMLTextAreaElement;
const buttonIn = (within: HTMLElement | null, name: string) =>
  [...(within?.querySelectorAll<HTMLButtonElement>('button') ?? [])].find(
    (one) => one.textContent === name || one.getAttribute('aria-label') === name,
  );
const accept = () => dialog()?.querySelector<HTMLButtonElement>('button[type="submit"]');
const unmatched = () => [...document.querySelectorAll('[data-unmatched] li')].map(({ textContent }) => textContent);

async function kept(): Promise<LayoutDocument> {
  await settled();
  await new Promise((resolve) => setTimeout(resolve, 400));
  return (await window.studio.call('layouts.open', { bookId: BOOK })).document;
}
/** The stars of each picture that has some, by its name. */
const starsIn = ({ pictures }: LayoutDocument) =>
  Object.fromEntries(Object.values(pictures).flatMap(({ name, rating }) => (rating > 0 ? [[name, rating]] : [])));

function give(...files: readonly File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  field().dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

const type = (text: string) => page.getByRole('dialog').getByRole('textbox').fill(text);

afterAll(hide);

describe('favourites of a layout', () => {
  /** The layout of a wedding of sixty pictures, DSC04200 to DSC04259, the last fifteen unplaced, with the sheet over it. */
  beforeEach(async () => {
    await show({ query: 'scenario=full', layoutOf: BOOK }, EN);
    await expect.poll(() => document.querySelector('[data-stage] [data-frame]'), SLOW).not.toBeNull();
    buttonIn(tray(), 'Favourites')?.click();
    await expect.poll(dialog).not.toBeNull();
  });

  test('get their stars from a pasted list, in one step that one undo takes back', async () => {
    const before = await kept();
    expect(await axeFindings()).toEqual([]);
    expect(accept()?.getAttribute('aria-disabled')).toBe('true');
    await type('DSC04201 OR DSC04245.ARW\n#4250\nDSC09999\n4251-4252');
    await expect.poll(() => accept()?.textContent).toContain('Give stars to 5 pictures');
    expect(unmatched()).toEqual(['DSC09999']);
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    buttonIn(dialog(), 'Copy')?.click();
    expect(written).toHaveBeenCalledWith('DSC09999');
    expect(await axeFindings()).toEqual([]);
    await page.getByRole('radio', { name: '4 stars' }).click();
    accept()?.click();
    await expect.poll(dialog).toBeNull();
    const after = await kept();
    expect(after.steps).toBe(before.steps + 1);
    const names = ['DSC04201.JPG', 'DSC04245.JPG', 'DSC04250.JPG', 'DSC04251.JPG', 'DSC04252.JPG'];
    expect(starsIn(after)).toEqual(Object.fromEntries(names.map((name) => [name, 4])));
    const shown = [...document.querySelectorAll('[data-pane="tray"] [role="option"]')];
    expect(shown.map((one) => one.getAttribute('aria-label')?.slice(0, 12))).toEqual(names);
    document.querySelector<HTMLElement>('[aria-label="Undo: Favourites"]')?.click();
    expect(starsIn(await kept())).toEqual(starsIn(before));
  });

  test('fill the empty pages alone while the tray shows them', async () => {
    await type('4201, 4245, 4250, 4255');
    await expect.poll(() => accept()?.textContent).toContain('4 pictures');
    accept()?.click();
    await expect.poll(dialog).toBeNull();
    await expect.poll(() => buttonIn(tray(), 'Fill with 3 rated pictures')).toBeDefined();
    buttonIn(tray(), 'Fill with 3 rated pictures')?.click();
    await expect.poll(() => tray()?.textContent, SLOW).toContain('Unplaced 12');
    expect(tray()?.textContent).not.toContain('Fill');
    const book = await kept();
    const placed = JSON.stringify(book.pages);
    const unplaced = book.pictureOrder.filter((key) => !placed.includes(key)).map((key) => book.pictures[key]?.name);
    for (const name of ['DSC04245.JPG', 'DSC04250.JPG', 'DSC04255.JPG']) expect(unplaced).not.toContain(name);
    expect(unplaced).toHaveLength(12);
    await page.getByRole('radio', { name: 'Unplaced 12' }).click();
    expect(buttonIn(tray(), 'Fill empty pages')).toBeDefined();
  });

  test('come from files: sidecars with their own stars, a table in CP949, and what is no list is told', async () => {
    // 파일명,별점 as Excel writes it on Korean Windows.
    const head = Uint8Array.of(0xc6, 0xc4, 0xc0, 0xcf, 0xb8, 0xed, 0x2c, 0xba, 0xb0, 0xc1, 0xa1, 0x0d, 0x0a);
    give(
      new File([head, 'DSC04203.JPG,4204\r\nDSC0777.JPG,4204\r\n'], 'picked.csv'),
      new File(['<rdf:Description xmp:Rating="2"/>'], 'DSC04245.xmp'),
      new File(['<xmp:Rating>-1</xmp:Rating>'], 'DSC04246.ARW.xmp'),
      new File(['%PDF-1.7'], 'contract.pdf'),
    );
    await expect.poll(told).toContain('2 pictures found');
    expect(told()).toContain('1 XMP file gives no stars');
    expect(told()).toContain('Not read, since these are no lists in text, CSV or XMP: contract.pdf');
    expect(unmatched()).toEqual(['파일명', '별점', 'DSC0777.JPG']);
    await page.getByRole('checkbox', { name: 'All other pictures lose their stars' }).click();
    const before = starsIn(await kept());
    accept()?.click();
    await expect.poll(dialog).toBeNull();
    expect(starsIn(await kept())).toEqual({ ...before, 'DSC04203.JPG': 5, 'DSC04245.JPG': 2 });
  });

  test('that may be others are asked about, and taken as they are chosen', async () => {
    await type('IMG_4203, IMG_4204');
    await expect.poll(told).toContain('2 names need your choice');
    expect(told()).toContain('No picture found');
    await wear({ language: 'ko', theme: 'dark' });
    expect(await axeFindings()).toEqual([]);
    const [first] = dialog()?.querySelectorAll<HTMLElement>('[role="group"][aria-label="IMG_4203"] button') ?? [];
    first?.click();
    await expect.poll(() => first?.getAttribute('aria-pressed')).toBe('true');
    expect(accept()?.textContent).toContain('사진 1장에 별점 주기');
    buttonIn(dialog(), '모두 선택')?.click();
    await expect.poll(() => accept()?.textContent).toContain('사진 2장에 별점 주기');
    expect(await axeFindings()).toEqual([]);
  });

  test('are accepted by Mod+Enter, and not while a syllable is being composed or by Enter in the list', async () => {
    await type('4201');
    await expect.poll(() => accept()?.textContent).toContain('1 picture');
    const press = (more: KeyboardEventInit) =>
      field().dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true, ...more }),
      );
    press({ ctrlKey: true, isComposing: true });
    press({ isComposing: true });
    field().focus();
    await userEvent.keyboard('{Enter}');
    expect(dialog()).not.toBeNull();
    expect(field().value).toBe('4201\n');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(dialog).toBeNull();
    // The same keys make the PDFs of the layout below.
    await settled();
    expect(dialog()).toBeNull();
    expect(Object.keys(starsIn(await kept()))).toEqual(['DSC04201.JPG']);
  });

  test('change nothing where the sheet is closed', async () => {
    const before = await kept();
    await type('4201');
    await userEvent.keyboard('{Escape}');
    await expect.poll(dialog).toBeNull();
    expect(await kept()).toEqual(before);
  });
});

test.each([
  ['UTF-8', [0xec, 0x82, 0xac, 0xec, 0xa7, 0x84]],
  ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, 0xec, 0x82, 0xac, 0xec, 0xa7, 0x84]],
  ['UTF-16, the low byte first', [0xff, 0xfe, 0xac, 0xc0, 0xc4, 0xc9]],
  ['UTF-16, the high byte first', [0xfe, 0xff, 0xc0, 0xac, 0xc9, 0xc4]],
  ['CP949', [0xbb, 0xe7, 0xc1, 0xf8]],
  ['CP949 with a syllable that EUC-KR lacks', [0x8c, 0x63], '똠'],
])('a list in %s is read', (_, bytes: readonly number[], text = '사진') => {
  expect(textOf(Uint8Array.from(bytes))).toBe(text);
});
