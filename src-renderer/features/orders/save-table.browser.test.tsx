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
    const call = vi.spyOn(window.studio, 'call');
    const item = choice.element();
    const place = item.getBoundingClientRect();
    const take = (): void =>
      void item
        .querySelector('[draggable]')
        ?.dispatchEvent(new DragEvent('dragstart', { bubbles: true, cancelable: true }));
    const pointer = (type: string, clientX: number): void =>
      void item.dispatchEvent(
        new PointerEvent(type, { bubbles: true, clientX, clientY: place.top + 20, pointerId: 1 }),
      );
    // A press that slips by a few pixels.
    take();
    pointer('pointermove', place.left + 40);
    pointer('pointercancel', place.left + 40);
    pointer('pointermove', place.left - 40);
    expect(call.mock.calls.map(([channel]) => channel)).not.toContain('documents.prepare');
    take();
    pointer('pointermove', place.left - 40);
    await expect
      .poll(() => call.mock.calls.flatMap(([channel]) => (channel.startsWith('documents.') ? [channel] : [])))
      .toEqual(['documents.prepare', 'documents.drag']);
    const [asked] = call.mock.calls.filter(([channel]) => channel === 'documents.prepare');
    expect(asked?.[1]).toMatchObject({ document: { what: 'orders', kind: 'xlsx' } });
    await choice.click();
    await expect.element(page.getByText(saved)).toBeVisible();
  });
