import { afterAll, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, hide, show } from '../../testing/shown-app.tsx';

afterAll(hide);

for (const [lang, button, workbook, saved] of [
  ['en', 'Export', /^Excel workbook/, 'Orders saved'],
  ['ko', '내보내기', /^Excel 통합 문서/, '주문을 저장했습니다'],
] as const)
  test(`the board is saved as the kind of table that is chosen (${lang})`, async () => {
    await show({ query: `scenario=full&lang=${lang}`, section: 'orders' });
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    const choice = page.getByRole('menuitem', { name: workbook });
    // As a hand does that takes it up: nothing is saved, and the menu stays for another one.
    const call = vi.spyOn(window.studio, 'call');
    choice
      .element()
      .querySelector('[draggable]')
      ?.dispatchEvent(new DragEvent('dragstart', { bubbles: true, cancelable: true }));
    await expect
      .poll(() => call.mock.calls.map(([channel]) => channel))
      .toEqual(['documents.prepare', 'documents.drag']);
    expect(call.mock.calls[0]?.[1]).toMatchObject({ document: { what: 'orders', kind: 'xlsx' } });
    await choice.click();
    await expect.element(page.getByText(saved)).toBeVisible();
  });
