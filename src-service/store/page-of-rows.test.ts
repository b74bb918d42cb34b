import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pageOfRows } from './page-of-rows.ts';
import { accounts, notifications } from './schema.ts';
import { openOwnDatabase, type OwnDatabase } from './testing/own-database.ts';

const AT = new Date(1_795_000_000_000);
const PAGE = { where: eq(notifications.accountUid, 'u_1'), orderBy: [desc(notifications.createdAt)] };

let own: OwnDatabase;
beforeAll(async () => {
  own = await openOwnDatabase();
  await own.database.db.insert(accounts).values({ accountUid: 'u_1', type: 'BUSINESS', name: 'A', createdAt: AT });
  await Promise.all(Array.from({ length: 5 }, (_, nth) => add(nth)));
});
afterAll(() => own.close());

const add = (nth: number) =>
  own.database.db.insert(notifications).values({
    notificationUid: `nt_${nth}`,
    accountUid: 'u_1',
    environment: 'sandbox',
    channel: 'EMAIL',
    recipient: 'a@example.com',
    title: `${nth}`,
    content: '',
    status: 'TEST',
    createdAt: new Date(AT.getTime() + nth),
  });

const page = (limit: number, offset: number) => pageOfRows(own.database.db, notifications, { ...PAGE, limit, offset });

it('answers the rows of the page in their order, whole, and how many there are', async () => {
  const { rows, total } = await page(2, 1);
  expect([rows.map(({ title }) => title), total]).toEqual([['3', '2'], 5]);
  expect(rows[0]?.createdAt).toEqual(new Date(AT.getTime() + 3));
});

it('answers the columns that are asked for alone', async () => {
  const { rows, total } = await pageOfRows(own.database.db, notifications, { ...PAGE, limit: 1, offset: 1 }, [
    'title',
    'createdAt',
  ]);
  expect([rows, total]).toEqual([[{ title: '3', createdAt: new Date(AT.getTime() + 3) }], 5]);
});

it('a page behind the end is empty, and nothing follows it', async () => {
  expect(await page(2, 5)).toEqual({ rows: [], total: 5 });
  expect(await page(2, 900)).toEqual({ rows: [], total: 5 });
  expect(
    await pageOfRows(own.database.db, notifications, {
      ...PAGE,
      where: eq(notifications.accountUid, 'u_nobody'),
      limit: 2,
      offset: 0,
    }),
  ).toEqual({ rows: [], total: 0 });
});

it('never says that more follows the last page, however fast the list grows meanwhile', async () => {
  let isGrowing = true;
  const growing = (async () => {
    for (let nth = 5; isGrowing; nth++) await add(nth);
  })();
  try {
    for (let look = 0; look < 100; look++) {
      const { rows, total } = await page(100_000, 0);
      expect(rows).toHaveLength(total);
    }
  } finally {
    isGrowing = false;
    await growing;
  }
});
