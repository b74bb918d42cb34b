import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Call } from '../../../src-core/ipc/contract.ts';
import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import { axeFindings, hide, show } from '../../testing/shown-app.tsx';
import { findingOf, groupOf } from '../inspector/testing/finding-samples.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  await hide();
});

const WORDS = {
  en: { cover: 'Save cover template', contents: 'Save contents template', saved: 'Template saved' },
  ko: { cover: '표지 템플릿 저장', contents: '내지 템플릿 저장', saved: '템플릿을 저장했습니다' },
} as const;

/** Takes a choice of an open menu and leaves it with the pointer pressed. */
function carry(item: Element): void {
  const { left, top } = item.getBoundingClientRect();
  item.querySelector('[draggable]')?.dispatchEvent(new DragEvent('dragstart', { bubbles: true, cancelable: true }));
  const away = { bubbles: true, clientX: left - 40, clientY: top + 20, pointerId: 1 };
  item.dispatchEvent(new PointerEvent('pointermove', away));
}

for (const language of ['en', 'ko'] as const)
  test(`each template is offered as PDF and as SVG, to be saved and to be dragged (${language})`, async () => {
    await show({ query: 'scenario=full', section: 'specs' }, { language, theme: 'light' });
    const words = WORDS[language];
    const call = vi.spyOn(window.studio, 'call');
    const asked = (which: string) => call.mock.calls.flatMap(([channel, input]) => (channel === which ? [input] : []));
    for (const kind of ['cover', 'contents'] as const)
      for (const format of ['pdf', 'svg'] as const) {
        call.mockClear();
        await page.getByRole('button', { name: words[kind] }).click();
        await expect.element(page.getByRole('menu')).toBeVisible();
        const choice = page.getByRole('menuitem', { name: new RegExp(`^${format}`, 'i') });
        const document = { what: 'template', specUid: expect.any(String), pages: expect.any(Number), kind, format };
        carry(choice.element());
        await expect.poll(() => asked('documents.drag')).toHaveLength(1);
        expect(asked('documents.prepare')).toEqual([{ document }]);
        await choice.click();
        await expect.element(page.getByText(words.saved).first()).toBeVisible();
        expect(asked('documents.save')).toEqual([{ document }]);
      }
    await page.getByRole('button', { name: words.cover }).click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });

const REMEDY = {
  en: { copy: 'Copy', template: 'Template', numbers: 'W 550.00 × H 288.00 mm, case wrap 17' },
  ko: { copy: '복사', template: '템플릿', numbers: 'W 550.00 × H 288.00 mm, 싸바리 여백 17' },
} as const;

/** What Mod+C puts on the clipboard there by the studio itself; empty where the browser copies. */
function copiedFrom(target: EventTarget): string {
  const clipboardData = new DataTransfer();
  target.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
  return clipboardData.getData('text/plain');
}

for (const language of ['en', 'ko'] as const)
  test(`who has to export again copies the exact numbers and takes the template beside them (${language})`, async () => {
    await show({ query: 'scenario=full&rows=60' }, { language, theme: 'light' });
    const words = REMEDY[language];
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await page.getByRole('grid').first().getByText(/544/).first().click();
    await expect.poll(() => document.querySelector('[data-finding="size.width"]')).not.toBeNull();
    const finding = document.querySelector('[data-finding="size.width"]');
    if (finding?.hasAttribute('data-open') === false) finding.querySelector('button')?.click();
    await page.getByRole('button', { name: words.copy, exact: true }).first().click();
    await expect.poll(() => written.mock.calls).toEqual([[words.numbers]]);
    expect(copiedFrom(document.body)).toBe(words.numbers);
    const field = document.body.appendChild(document.createElement('input'));
    expect(copiedFrom(field), 'who writes copies what is written').toBe('');
    field.remove();
    document.getSelection()?.selectAllChildren(document.body);
    expect(copiedFrom(document.body), 'what is selected goes before').toBe('');
    document.getSelection()?.removeAllRanges();
    const call = vi.spyOn(window.studio, 'call');
    await page.getByRole('button', { name: words.template, exact: true }).first().click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    await page.getByRole('menuitem', { name: /^SVG/ }).click();
    const wanted = { what: 'template', specUid: 'SQUAREBOOK_HC', pages: 66, kind: 'cover', format: 'svg' };
    await expect.poll(() => call.mock.calls).toContainEqual(['documents.save', { document: wanted }]);
  });

for (const language of ['en', 'ko'] as const)
  test(`front and back of a cover among the pages have the numbers and the template of the flat one for the pages between (${language})`, async () => {
    const flatCover = { key: 'findings.remedy.coverOfTwoPages', params: { pages: 64, widthMm: 544 } };
    const tooMany = findingOf({
      ruleId: 'book.pagesIncrement',
      severity: 'block',
      params: { pages: 66, min: 24, max: 130, increment: 4 },
      remedies: [flatCover],
    });
    await show({ query: 'scenario=full&rows=60' }, { language, theme: 'light' });
    const answered = window.studio.call;
    const call = vi.spyOn(window.studio, 'call').mockImplementation((async (channel: string, input: never) => {
      const said = await answered(channel as 'library.book', input);
      if (channel !== 'library.book' || said === null) return said;
      const book: BookDetail = said;
      return { ...book, specUid: 'SQUAREBOOK_HC', pageCount: 66, groups: [groupOf('tooMany', [tooMany])] };
    }) as unknown as Call);
    const words = REMEDY[language];
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await page.getByRole('grid').first().getByText(/544/).first().click();
    await expect.poll(() => document.querySelector('[data-finding="book.pagesIncrement"]')).not.toBeNull();
    const shown = document.querySelector('[data-finding="book.pagesIncrement"]');
    if (shown?.hasAttribute('data-open') === false) shown.querySelector('button')?.click();
    await page.getByRole('button', { name: words.copy, exact: true }).first().click();
    await expect.poll(() => written.mock.calls).toEqual([[words.numbers.replace('550', '544')]]);
    await page.getByRole('button', { name: words.template, exact: true }).first().click();
    await page.getByRole('menuitem', { name: /^SVG/ }).click();
    const wanted = { what: 'template', specUid: 'SQUAREBOOK_HC', pages: 64, kind: 'cover', format: 'svg' };
    await expect.poll(() => call.mock.calls).toContainEqual(['documents.save', { document: wanted }]);
  });

for (const [language, spec, numbers] of [
  ['en', /A4/, 'W 428.30 × H 303.00 mm, bleed 3'],
  ['ko', /A4/, 'W 428.30 × H 303.00 mm, 도련 3'],
] as const)
  test(`beside the sizes of a spec the same numbers are copied (${language})`, async () => {
    await show({ query: 'scenario=full', section: 'specs' }, { language, theme: 'light' });
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await page.getByRole('option', { name: spec }).first().click();
    await page.getByRole('button', { name: language === 'en' ? /^Copy Cover/ : /^표지.*복사$/ }).click();
    await expect.poll(() => written.mock.calls).toEqual([[numbers]]);
  });
