import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { CREDIT_REASONS } from '../../src-core/contract/credits.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../src-core/contract/orders.ts';
import {
  ITEM_MOVES,
  ORDER_MOVES,
  ORDER_OWN_STATUSES,
  type ItemMove,
  type OrderMove,
} from '../../src-core/orders/order-machine.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/reference/orders.md'), 'utf8');

/** The rows below a heading of the page, without the table's own head. */
function rowsUnder(heading: string): string[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1);
}
const row = (...cells: readonly (string | number | readonly string[])[]) =>
  `| ${cells.map((cell) => (Array.isArray(cell) ? cell.join(', ') || '–' : String(cell))).join(' | ')} |`;

it('the page of orders names the twelve statuses with code, label and what can have them', () => {
  const ofItems = (status: OrderStatus) => !['PRODUCTION_COMPLETE', 'DELIVERED', 'CANCELLED_REFUND'].includes(status);
  const ofOrders = (status: OrderStatus) => ORDER_OWN_STATUSES.some((own) => own === status);
  const expected = (Object.keys(ORDER_STATUSES) as OrderStatus[]).map((status) => {
    const { code, display } = ORDER_STATUSES[status];
    return row(
      status,
      code,
      display,
      [...(ofOrders(status) ? ['orders'] : []), ...(ofItems(status) ? ['items'] : [])].join(' and '),
    );
  });
  expect(rowsUnder('Statuses')).toEqual(expected);
});

it('the page of orders names every move of the table', () => {
  const moves = Object.keys(ORDER_MOVES) as OrderMove[];
  expect(rowsUnder('Moves of an order')).toEqual(
    moves.map((move) =>
      row(
        move,
        ORDER_MOVES[move].actor,
        ORDER_MOVES[move].from,
        ORDER_MOVES[move].to,
        ORDER_MOVES[move].liveOnly ? 'Live' : 'both',
      ),
    ),
  );
  const items = Object.keys(ITEM_MOVES) as ItemMove[];
  expect(rowsUnder('Moves of an item')).toEqual(
    items.map((move) =>
      row(
        move,
        ITEM_MOVES[move].actor,
        ITEM_MOVES[move].from,
        ITEM_MOVES[move].to,
        ITEM_MOVES[move].whileOrder,
        ITEM_MOVES[move].carries,
      ),
    ),
  );
});

it('the page of orders names reasons of the ledger as they are', () => {
  const named = rowsUnder('Credit').map((line) => line.split('|')[2]?.trim() ?? '');
  const reasons = Object.entries(CREDIT_REASONS).map(([code, { name }]) => `${code} ${name}`);
  expect(named.filter((entry) => !reasons.includes(entry))).toEqual([]);
});
