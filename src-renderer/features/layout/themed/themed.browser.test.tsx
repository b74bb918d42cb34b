import { afterAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LayoutDocument } from '../../../../src-core/layout/document.ts';
import { breachesOf } from '../../../../src-core/layout/invariants.ts';
import { hide, settled, show, wear, axeFindings } from '../../../testing/shown-app.tsx';
import { openLayout } from '../../../route.ts';
import { PICTURE_DRAG } from '../place-picture.ts';

let bookId = '';

/** What has reached the main process, which is what would be on the disk. */
async function kept(): Promise<LayoutDocument> {
  await new Promise((resolve) => setTimeout(resolve, 700));
  return (await window.studio.call('layouts.open', { bookId })).document;
}

/** A book of empty pages with the pictures of the sample. */
async function showEmptyBook(specUid = 'SQUAREBOOK_HC', pageCount = 24, pageMax?: number): Promise<void> {
  await show({ query: 'scenario=full' });
  const { pictures, pictureOrder } = (await window.studio.call('layouts.open', { bookId: 'made-1' })).document;
  ({ bookId } = await window.studio.call('layouts.create', { title: '햇살초 6학년 3반', specUid, pageCount }));
  const set = [
    { path: ['pictures'], to: JSON.parse(JSON.stringify(pictures)) as string },
    { path: ['pictureOrder'], to: pictureOrder },
    ...(pageMax === undefined ? [] : [{ path: ['spec', 'pageMax'], to: pageMax }]),
  ];
  await window.studio.call('layouts.append', {
    bookId,
    after: 0,
    lines: [{ label: 'addPictures', atMs: 1, set, back: [], move: 'arrive' }],
  });
  openLayout(bookId);
  await expect.poll(() => document.querySelector('[data-layout]'), { timeout: 20_000 }).not.toBeNull();
  await settled();
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

async function addPage(theme: string, template: string): Promise<void> {
  await button('Pages by template').click();
  await button(theme).click();
  await page.getByRole('dialog').getByRole('button', { name: template }).first().click();
  await button('Add page').click();
  await expect.poll(() => document.querySelector('[role="dialog"]'), { timeout: 20_000 }).toBeNull();
}

/** Lets a picture of the tray go over an element of the stage. */
async function dropFromTray(keys: readonly string[], onto: Element): Promise<void> {
  const dataTransfer = new DataTransfer();
  dataTransfer.setData(PICTURE_DRAG, keys.join(' '));
  const { left, top, width, height } = onto.getBoundingClientRect();
  const where = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true, dataTransfer };
  for (const type of ['dragover', 'drop']) onto.dispatchEvent(new DragEvent(type, where));
  await settled();
}

const onStage = (label: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-stage] [aria-label="${label}"]`);
const entriesOf = ({ themed, entries }: LayoutDocument) => (themed?.order ?? []).map((id) => entries[id]?.values);

afterAll(hide);

test('a page by a template is filled in, takes a picture from the tray, and tells what it lacks until then', async () => {
  await showEmptyBook();
  await addPage('졸업앨범', '내지_소개');
  const name = page.getByRole('textbox', { name: '이름', exact: true });
  await name.fill('김하나');
  await expect.poll(() => onStage('김하나')).not.toBeNull();
  await expect.element(page.getByText('사진 has no picture')).toBeVisible();
  await userEvent.dblClick(document.querySelector('[data-pane="tray"] [role="option"]') as HTMLElement);
  await expect.element(page.getByText('사진 has no picture')).not.toBeInTheDocument();
  // The small picture of the spread follows.
  await expect.poll(() => document.querySelectorAll('[data-pane="strip"] [aria-label="김하나"]').length).toBe(1);
  const now = await kept();
  expect(entriesOf(now)).toEqual([{ name: '김하나', photo: [now.pictureOrder[0]] }]);
  expect(breachesOf(now)).toEqual([]);
  expect(await axeFindings()).toEqual([]);
  await wear({ language: 'ko', theme: 'dark' });
  expect(await axeFindings()).toEqual([]);
});

test('pictures that are dropped onto the page go to the place under them, several to those that wait; undo takes each back', async () => {
  await showEmptyBook();
  await addPage('졸업앨범', '내지_얼굴');
  const [a = '', b = '', c = '', d = ''] = (await kept()).pictureOrder;
  await expect.poll(() => onStage('Waits for a picture')).not.toBeNull();
  // Of one that it cannot do without, the first.
  await dropFromTray([a, b, c], onStage('Waits for a picture') as HTMLElement);
  expect(entriesOf(await kept())).toEqual([{ photo1: [a], photo2: [b], photo3: [c] }]);
  await dropFromTray([d], document.querySelector('[data-stage] [data-field="photo2"]') as HTMLElement);
  expect(entriesOf(await kept())).toEqual([{ photo1: [a], photo2: [d], photo3: [c] }]);
  await button(/^Undo/).first().click();
  expect(entriesOf(await kept())).toEqual([{ photo1: [a], photo2: [b], photo3: [c] }]);
});

test('a picture goes to the very place under it, also where others wait before it or show the same', async () => {
  await showEmptyBook();
  await addPage('여행앨범', '내지_두장');
  const waiting = (field: string) => document.querySelector<HTMLElement>(`[data-stage] [data-field="${field}"]`);
  const fields = [...document.querySelectorAll<HTMLElement>('[data-stage] [data-field]')].map(
    (one) => one.dataset['field'],
  );
  const [, last = ''] = fields as readonly string[];
  const [a = '', b = ''] = (await kept()).pictureOrder;
  await dropFromTray([a], waiting(last) as HTMLElement);
  expect(entriesOf(await kept())).toEqual([{ [last]: [a] }]);
  await dropFromTray([a], waiting(fields[0] ?? '') as HTMLElement);
  await dropFromTray([b], waiting(last) as HTMLElement);
  expect(entriesOf(await kept())).toEqual([{ [fields[0] ?? '']: [a], [last]: [b] }]);
});

test('entries change places and go, pages with them; what was typed last is kept before another one is chosen', async () => {
  await showEmptyBook();
  await addPage('졸업앨범', '내지_소개');
  await page.getByRole('textbox', { name: '이름', exact: true }).fill('김하나');
  await button('Add a page behind…').click();
  await page.getByRole('dialog').getByRole('button', { name: '내지_소개' }).click();
  await button('Add page').click();
  await page.getByRole('textbox', { name: '이름', exact: true }).fill('이두리');
  await button('One place earlier').click();
  expect(entriesOf(await kept()).map((values) => values?.['name'])).toEqual(['이두리', '김하나']);
  await button('Take out this entry').click();
  expect(entriesOf(await kept()).map((values) => values?.['name'])).toEqual(['김하나']);
});

test('a text that would take more pages than the book may have stays in its field, nothing else is gone to, and Escape gives it up', async () => {
  await showEmptyBook('SQUAREBOOK_HC', 24, 24);
  await addPage('사진첩', '내지_글');
  const words = page.getByRole('textbox', { name: '글', exact: true });
  await words.fill('바다\n'.repeat(2_400));
  const next = document.querySelectorAll<HTMLElement>('[data-pane="strip"] button')[3] as HTMLElement;
  await expect.poll(() => document.body.textContent?.includes('more than the')).toBe(true);
  const before = (await kept()).order.length;
  // Another field that is written in does not let it go.
  await page.getByRole('textbox', { name: /^제목/ }).fill('바다');
  await expect.poll(async () => entriesOf(await kept())).toEqual([{ title: '바다' }]);
  await userEvent.click(next);
  await expect.element(words).toHaveFocus();
  expect((await kept()).order.length).toBe(before);
  await userEvent.keyboard('{Escape}');
  await expect.element(words).toHaveValue('');
  await userEvent.click(next);
  await expect.element(words).not.toBeInTheDocument();
});

test('a spread of a LAYFLAT book goes over both its pages, and no page is made twice', async () => {
  await showEmptyBook('SQUAREBOOK_LAYFLAT_HC', 16);
  await addPage('사진첩', '펼침_큰사진');
  const keys = (await kept()).pictureOrder.slice(0, 3);
  await expect.poll(() => onStage('Waits for a picture')).not.toBeNull();
  await dropFromTray(keys, onStage('Waits for a picture') as HTMLElement);
  await expect.poll(() => document.querySelectorAll('[data-stage] [data-entry] img').length).toBeGreaterThan(0);
  expect((await kept()).themed).toMatchObject({ pages: 2 });
});

test('the sheet offers what is drawn for the book spec of now', async () => {
  await showEmptyBook('SQUAREBOOK_LAYFLAT_HC', 16);
  await button('Pages by template').click();
  await expect.element(page.getByRole('dialog').getByRole('button', { name: '펼침_큰사진' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  const { document: before } = await window.studio.call('layouts.open', { bookId });
  const { spec } = (await window.studio.call('layouts.open', { bookId: 'made-1' })).document;
  const set = [{ path: ['spec'], to: JSON.parse(JSON.stringify(spec)) as string }];
  await window.studio.call('layouts.append', {
    bookId,
    after: before.steps,
    lines: [{ label: 'retarget', atMs: 2, set, back: [], move: 'do' }],
  });
  openLayout(null);
  await settled();
  openLayout(bookId);
  await expect.poll(() => document.querySelector('[data-layout]'), { timeout: 20_000 }).not.toBeNull();
  await button('Pages by template').click();
  await expect.element(page.getByRole('dialog').getByRole('button', { name: '내지_큰사진' })).toBeVisible();
  await expect.element(page.getByRole('dialog').getByRole('button', { name: '펼침_큰사진' })).not.toBeInTheDocument();
});

test('the sheet shows every theme in both languages, and is used by keys alone', async () => {
  await showEmptyBook();
  await button('Pages by template').click();
  await button('여행앨범').click();
  const card = page.getByRole('dialog').getByRole('button', { name: '내지_dateA' });
  await expect.element(card).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  (card.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(card).toHaveAttribute('aria-pressed', 'true');
  await wear({ language: 'ko', theme: 'dark' });
  expect(await axeFindings()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  expect((await kept()).themed).toBeNull();
});
