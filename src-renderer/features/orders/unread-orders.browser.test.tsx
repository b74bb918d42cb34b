import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../bridge.ts';
import { axeFindings, hide, settled, show } from '../../testing/shown-app.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  await hide();
});

const UNREAD = Array.from({ length: 4 }, (_, at) => ({ orderUid: `or_${at}`, status: 'ON_HOLD' }));

for (const [language, title, which] of [
  ['en', '4 orders are in a state that this version of the studio does not know', /or_2 \(ON_HOLD\) and 1 more\. What/],
  ['ko', '이 버전의 스튜디오가 모르는 상태의 주문이 4건 있습니다', /or_2 \(ON_HOLD\) 외 1건\. /],
] as const)
  test(`orders in a state that nobody here knows are named above the others (${language})`, async () => {
    await show({ query: 'scenario=full', section: 'orders' }, { language, theme: 'light' });
    await expect.element(page.getByRole('grid')).toBeVisible();
    expect(page.getByText(title).elements()).toEqual([]);
    const answered = window.studio.call;
    vi.spyOn(window.studio, 'call').mockImplementation(async (channel, input) => {
      const answer = await answered(channel, input);
      if (channel !== 'app.status') return answer;
      const status = answer as Awaited<ReturnType<typeof answered<'app.status'>>>;
      return { ...status, orders: { ...status.orders, unread: UNREAD } } as never;
    });
    await queryClient.invalidateQueries();
    await settled();
    await expect.element(page.getByText(title)).toBeVisible();
    await expect.element(page.getByText(which)).toBeVisible();
    await expect.element(page.getByRole('grid')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });
