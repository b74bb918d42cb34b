import { expect, it } from 'vitest';
import { ORDER_STATUSES, orderListQuerySchema } from './orders.ts';

it.each(Object.entries(ORDER_STATUSES))('filters by %s, by its name or by its code', (name, { code }) => {
  for (const status of [name, String(code)])
    expect(orderListQuerySchema.parse({ status })).toMatchObject({ status: name });
});

it.each(['21', '', 'paid'])('filters by no status that is called %j', (status) => {
  expect(orderListQuerySchema.safeParse({ status }).success).toBe(false);
});
