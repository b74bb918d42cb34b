import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { LIMITS } from '../../src-core/contract/limits.ts';
import { CONTRACTS } from '../../src-core/contract/profiles.ts';
import type { BookRow } from '../books/find-book.ts';
import type { Caller, ServiceContext } from '../context.ts';
import { loadCatalogue } from '../specs/load-catalogue.ts';
import { priceLines } from './price-lines.ts';

const CALLER: Caller = { accountUid: 'u_1', accountType: 'BUSINESS', environment: 'live', keyPrefix: 'SB0000000000' };
const context = {
  contract: CONTRACTS.specified,
  specs: loadCatalogue(resolve(import.meta.dirname, '../../resources/catalogue/book-specs.json')),
} as Partial<ServiceContext> as ServiceContext;

it('finds each of the most books that an order may have by a look or two, and not by going through all of them', () => {
  let looks = 0;
  const found = Array.from({ length: LIMITS.orderItemsMax }, (_, at) => ({
    get bookUid() {
      looks += 1;
      return `bk_${at}`;
    },
    ...{ accountUid: 'u_1', environment: 'live', bookSpecUid: 'SQUAREBOOK_HC', pageCount: 24, status: 2 },
  })) as Partial<BookRow>[] as BookRow[];
  const lines = Array.from({ length: LIMITS.orderItemsMax }, (_, at) => ({ bookUid: `bk_${at}`, quantity: 1 }));
  expect(priceLines(context, CALLER, lines, found).lines.at(-1)?.book).toBe(found.at(-1));
  expect(looks).toBeLessThanOrEqual(2 * LIMITS.orderItemsMax);
});
