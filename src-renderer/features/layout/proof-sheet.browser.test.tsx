import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, hide, show } from '../../testing/shown-app.tsx';

const SLOW = { timeout: 20_000 } as const;
const WORDS = {
  en: {
    proof: 'Proof',
    make: 'Make a proof',
    first: 'Proof 1',
    same: 'The book is as this proof shows it.',
    close: 'Close',
    pages: 'Pages: 40 → 38',
    gone: 'This page is gone',
    back: 'Return to this proof',
    save: 'Save a copy',
    saved: 'Proof saved',
    fewer: 'Fewer pages',
    undo: 'Undo: Return to a proof',
    forty: '40 p.',
    fewerPages: '38 p.',
  },
  ko: {
    proof: '시안',
    make: '시안 만들기',
    first: '시안 1',
    same: '책이 이 시안 그대로입니다.',
    close: '닫기',
    pages: '쪽수: 40 → 38',
    gone: '없어진 페이지',
    back: '이 시안으로 되돌리기',
    save: '사본 저장',
    saved: '시안을 저장했습니다',
    fewer: '페이지 줄이기',
    undo: '실행 취소: 시안으로 되돌리기',
    forty: '40쪽',
    fewerPages: '38쪽',
  },
} as const;
const LOOKS = [
  { language: 'en', theme: 'light' },
  { language: 'ko', theme: 'dark' },
] as const;

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]');
const count = () => document.querySelector('header strong')?.textContent;
const button = (name: string) => page.getByRole('button', { name, exact: true });

afterEach(async () => {
  vi.restoreAllMocks();
  await hide();
});

for (const look of LOOKS)
  test(`a proof is made, held against the book of now, saved, and returned to in one step (${look.language})`, async () => {
    const words = WORDS[look.language];
    await show({ query: 'scenario=full', layoutOf: 'book-11' }, look);
    await expect.poll(() => document.querySelector('[data-stage] [data-frame]'), SLOW).not.toBeNull();
    await button(words.proof).click();
    await expect.poll(dialog).not.toBeNull();
    expect(await axeFindings()).toEqual([]);
    await button(words.make).click();
    await expect.poll(() => dialog()?.textContent, SLOW).toContain(words.same);
    expect(dialog()?.textContent).toContain(words.first);
    const call = vi.spyOn(window.studio, 'call');
    await button(words.save).click();
    await expect.element(page.getByText(words.saved).first()).toBeVisible();
    expect(call).toHaveBeenCalledWith('documents.save', { document: { what: 'proof', bookId: 'book-11', number: 1 } });
    await button(words.close).last().click();
    await expect.poll(dialog).toBeNull();
    document.querySelector<HTMLElement>(`[aria-label="${words.fewer}"]`)?.click();
    await expect.poll(count).toBe(words.fewerPages);
    await button(words.proof).click();
    await expect.poll(() => dialog()?.textContent, SLOW).toContain(words.pages);
    expect(dialog()?.textContent).toContain(words.gone);
    expect(await axeFindings()).toEqual([]);
    await button(words.back).click();
    await expect.poll(dialog).toBeNull();
    await expect.poll(count).toBe(words.forty);
    document.querySelector<HTMLElement>(`[aria-label="${words.undo}"]`)?.click();
    await expect.poll(count).toBe(words.fewerPages);
  });

test('what came of a proof is told where its sheet was closed meanwhile', async () => {
  await show({ query: 'scenario=full', layoutOf: 'book-11' }, { language: 'en', theme: 'light' });
  await expect.poll(() => document.querySelector('[data-stage] [data-frame]'), SLOW).not.toBeNull();
  await button('Proof').click();
  await button('Make a proof').click();
  await expect.poll(() => dialog()?.textContent).toContain('Page ');
  await button('Close').last().click();
  await expect.poll(dialog).toBeNull();
  await expect.poll(() => document.body.textContent, SLOW).toContain('Proof 1 is made');
  // One that was looked at while it was made is not told again.
  await button('Proof').click();
  await button('Make a proof').click();
  await expect.poll(() => dialog()?.textContent, SLOW).toContain('Proof 2');
  await button('Close').last().click();
  await expect.poll(dialog).toBeNull();
  expect(document.body.textContent).not.toContain('Proof 2 is made');
});

test('a proof that is not there any more is said to be, and the sheet stays', async () => {
  await show({ query: 'scenario=full', layoutOf: 'book-11' }, { language: 'en', theme: 'light' });
  await expect.poll(() => document.querySelector('[data-stage] [data-frame]'), SLOW).not.toBeNull();
  await button('Proof').click();
  const call = window.studio.call.bind(window.studio);
  vi.spyOn(window.studio, 'call').mockImplementation((channel, input) =>
    channel === 'layouts.proof'
      ? call('layouts.proof', { bookId: 'book-11', number: 99 }).then((answer) => answer as never)
      : call(channel, input),
  );
  await button('Make a proof').click();
  await expect.poll(() => dialog()?.querySelector('[role="alert"]')?.textContent, SLOW).toContain('not in the project');
  await expect.element(button('Make a proof')).toBeEnabled();
});
