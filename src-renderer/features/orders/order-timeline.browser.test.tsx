import { afterAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, hide, show } from '../../testing/shown-app.tsx';

afterAll(hide);

for (const [lang, region, lines] of [
  [
    'en',
    'Timeline',
    [/Finalized as bk_7hR2.*this computer/, /transaction 502 · ₩.*the service’s record/, /found at a check/],
  ],
  ['ko', '진행 기록', [/bk_7hR2.*이 컴퓨터/, /거래 502 · ₩.*서비스 기록/, /확인 때 발견/]],
] as const)
  test(`an order's timeline says of every line whose clock it is (${lang})`, async () => {
    await show({ query: `scenario=full&lang=${lang}`, section: 'orders' });
    await page.getByRole('grid').getByRole('row').nth(2).click();
    const list = page.getByRole('region', { name: region }).getByRole('listitem');
    for (const [at, line] of lines.entries()) await expect.element(list.nth(at)).toHaveTextContent(line);
    expect(await axeFindings()).toEqual([]);
  });
