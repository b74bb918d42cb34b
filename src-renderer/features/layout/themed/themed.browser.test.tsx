import { afterAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LayoutDocument } from '../../../../src-core/layout/document.ts';
import { breachesOf } from '../../../../src-core/layout/invariants.ts';
import { hide, settled, show, wear, axeFindings } from '../../../testing/shown-app.tsx';
import { openLayout } from '../../../route.ts';

let bookId = '';

/** What has reached the main process, which is what would be on the disk. */
async function kept(): Promise<LayoutDocument> {
  await new Promise((resolve) => setTimeout(resolve, 700));
  return (await window.studio.call('layouts.open', { bookId })).document;
}

/** A book of empty pages with the pictures of the sample. */
async function showEmptyBook(): Promise<void> {
  await show({ query: 'scenario=full' });
  const { pictures, pictureOrder } = (await window.studio.call('layouts.open', { bookId: 'made-1' })).document;
  const specUid = 'SQUAREBOOK_HC';
  ({ bookId } = await window.studio.call('layouts.create', { title: '햇살초 6학년 3반', specUid, pageCount: 24 }));
  const set = [
    { path: ['pictures'], to: pictures },
    { path: ['pictureOrder'], to: pictureOrder },
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

beforeEach(showEmptyBook);
afterAll(hide);

test('a page by a template is filled in, takes a picture from the tray, and is one step to undo each', async () => {
  await addPage('졸업앨범', '내지_소개');
  const name = page.getByRole('textbox', { name: '이름', exact: true });
  await name.fill('김하나');
  await expect.poll(() => document.querySelector('[data-stage] [aria-label="김하나"]')).not.toBeNull();
  await expect.element(page.getByText('사진 has no picture')).toBeVisible();
  const first = document.querySelector<HTMLElement>('[data-pane="tray"] [role="option"]');
  await userEvent.dblClick(first as HTMLElement);
  const strip = () => document.querySelectorAll('[data-pane="strip"] [aria-label="김하나"], nav [aria-label="김하나"]');
  await expect.poll(() => strip().length).toBe(1);
  const document1 = await kept();
  const [entryId = ''] = document1.themed?.order ?? [];
  expect(document1.entries[entryId]?.values).toEqual({ name: '김하나', photo: [document1.pictureOrder[0]] });
  expect(breachesOf(document1)).toEqual([]);
  expect(await axeFindings()).toEqual([]);
  await page.screenshot({ path: '../../../../.cache/pv/panel-en.png' });
  await wear({ language: 'ko', theme: 'dark' });
  await page.screenshot({ path: '../../../../.cache/pv/panel-ko.png' });
});

test('the sheet shows every theme with the pictures of the book', async () => {
  await button('Pages by template').click();
  await button('졸업앨범').click();
  await settled();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await page.screenshot({ path: '../../../../.cache/pv/sheet-en.png' });
  await button('여행앨범').click();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await wear({ language: 'ko', theme: 'dark' });
  await page.screenshot({ path: '../../../../.cache/pv/sheet-ko.png' });
});
