import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORDER_STATUSES, type OrderStatus } from '../contract/orders.ts';
import {
  beginningOf,
  canMoveItem,
  canMoveOrder,
  isCancellable,
  isCancelled,
  isFinal,
  isShippingChangeable,
  ITEM_MOVES,
  ITEM_STATUS_AT,
  moveTo,
  nextStep,
  ORDER_MOVES,
  ORDER_OWN_STATUSES,
  type ItemMove,
  type ItemStatus,
  type OrderActor,
  type OrderMove,
  type OrderOwnStatus,
} from './order-machine.ts';

const moves = Object.keys(ORDER_MOVES) as OrderMove[];
const live = (status: OrderOwnStatus) => ({ status, environment: 'live' as const });
const sandbox = (status: OrderOwnStatus) => ({ status, environment: 'sandbox' as const });
const PRODUCTION: readonly OrderOwnStatus[] = [
  'CONFIRMED',
  'IN_PRODUCTION',
  'PRODUCTION_COMPLETE',
  'SHIPPED',
  'DELIVERED',
];

/** Every pair that the table has, as text. */
const pairs = (actor: OrderActor, place = live) =>
  moves
    .filter((move) => ORDER_MOVES[move].actor === actor)
    .flatMap((move) =>
      ORDER_OWN_STATUSES.filter((from) => canMoveOrder(place(from), move)).flatMap((from) =>
        ORDER_MOVES[move].to.map((to) => `${from}>${to}`),
      ),
    );

describe('the order machine', () => {
  it('lets a partner cancel in PAID and PDF_READY, and nothing else', () => {
    expect(pairs('partner')).toEqual(['PAID>CANCELLED_REFUND', 'PDF_READY>CANCELLED_REFUND']);
    expect(ORDER_OWN_STATUSES.filter(isCancellable)).toEqual(['PAID', 'PDF_READY']);
    for (const to of Object.keys(ORDER_STATUSES) as OrderStatus[]) {
      for (const from of ORDER_OWN_STATUSES) {
        const allowed = to === 'CANCELLED_REFUND' && (from === 'PAID' || from === 'PDF_READY');
        expect([from, to, moveTo(live(from), to, 'partner')]).toEqual([from, to, allowed ? 'cancel' : null]);
      }
    }
  });

  it('lets the service itself do nothing but make a paid order ready', () => {
    expect(pairs('service')).toEqual(['PAID>PDF_READY']);
  });

  it('lets the address change until production starts', () => {
    expect(ORDER_OWN_STATUSES.filter(isShippingChangeable)).toEqual(['PAID', 'PDF_READY', 'CONFIRMED']);
  });

  it('walks production in the order of the status codes', () => {
    const walked: OrderOwnStatus[] = ['PDF_READY'];
    for (let step = nextStep(live('PDF_READY')); step !== null; step = nextStep(live(ORDER_MOVES[step].to[0])))
      walked.push(ORDER_MOVES[step].to[0]);
    expect(walked).toEqual(['PDF_READY', ...PRODUCTION]);
    const codes = walked.map((status) => ORDER_STATUSES[status].code);
    expect(codes).toEqual([...codes].sort((a, b) => a - b));
  });

  it('does nothing in Sandbox but cancel and restore', () => {
    const kept = moves.filter((move) => ORDER_OWN_STATUSES.some((from) => canMoveOrder(sandbox(from), move)));
    expect(kept).toEqual(['cancel', 'closeWithRefund', 'closeWithoutRefund', 'restore']);
  });

  it('has no way out of DELIVERED, and out of the other final statuses only the print house’s', () => {
    expect(ORDER_OWN_STATUSES.filter(isFinal)).toEqual(['DELIVERED', 'CANCELLED', 'CANCELLED_REFUND', 'ERROR']);
    for (const status of ORDER_OWN_STATUSES.filter(isFinal)) {
      const out = moves.filter((move) => canMoveOrder(live(status), move));
      expect(out.map((move) => ORDER_MOVES[move].actor).filter((actor) => actor !== 'printHouse')).toEqual([]);
      if (status === 'DELIVERED') expect(out).toEqual([]);
    }
  });

  it('finds a move to any of the places where an order may begin again', () => {
    for (const to of ['PAID', 'PDF_READY'] as const) {
      expect(moveTo(live('PAID_AWAITING_CONTENT'), to, 'printHouse')).toBe('release');
      expect(moveTo(live('ERROR'), to, 'printHouse')).toBe('resume');
      expect(moveTo(live('ERROR'), to, 'partner')).toBeNull();
    }
  });

  it('moves no item in Sandbox but to cancel it', () => {
    const itemMoves = (place: typeof live | typeof sandbox) =>
      (Object.keys(ITEM_MOVES) as ItemMove[]).filter((move) =>
        ORDER_OWN_STATUSES.some((status) =>
          ITEM_MOVES[move].from.some((from) => canMoveItem(place(status), from, move)),
        ),
      );
    expect(itemMoves(live)).toEqual(['makeReady', 'complete', 'cancel']);
    expect(itemMoves(sandbox)).toEqual(['cancel']);
  });

  it('closes nothing that was shipped', () => {
    for (const move of ['cancel', 'closeWithRefund', 'closeWithoutRefund'] as const) {
      for (const status of ['SHIPPED', 'DELIVERED', 'CANCELLED', 'CANCELLED_REFUND'] as const)
        expect(canMoveOrder(live(status), move)).toBe(false);
    }
  });

  it('begins PDF_UPLOAD orders at PDF_READY and all others at PAID', () => {
    expect(beginningOf(['PDF_UPLOAD', 'PDF_UPLOAD'])).toBe('PDF_READY');
    for (const type of ['TEMPLATE', 'MIX_COVER_TEMPLATE'])
      expect([beginningOf([type]), beginningOf(['PDF_UPLOAD', type])]).toEqual(['PAID', 'PAID']);
  });
});

it('every status that an order can have is reached by some moves from where orders begin', () => {
  const reached = new Set<OrderOwnStatus>(ORDER_MOVES.create.to);
  for (const status of reached) {
    for (const move of moves.filter((one) => canMoveOrder(live(status), one)))
      for (const to of ORDER_MOVES[move].to) reached.add(to);
  }
  expect([...reached].toSorted()).toEqual(ORDER_OWN_STATUSES.toSorted());
});

describe('random walks through the table', () => {
  /** Takes the moves that are possible, one after the other, and answers every status on the way. */
  function walk(choices: readonly number[]): { status: OrderOwnStatus; by: OrderActor }[] {
    const begin = ORDER_MOVES.create.to[(choices[0] ?? 0) % ORDER_MOVES.create.to.length] ?? 'PAID';
    const way: { status: OrderOwnStatus; by: OrderActor }[] = [{ status: begin, by: 'partner' }];
    let status: OrderOwnStatus = begin;
    for (const choice of choices.slice(1)) {
      const possible = moves.filter((move) => canMoveOrder(live(status), move));
      const move = possible[choice % Math.max(possible.length, 1)];
      if (move === undefined) break;
      const to: readonly OrderOwnStatus[] = ORDER_MOVES[move].to;
      status = to[choice % to.length] ?? status;
      way.push({ status, by: ORDER_MOVES[move].actor });
    }
    return way;
  }
  const choices = fc.array(fc.nat(), { minLength: 1, maxLength: 60 });

  it('end at DELIVERED, and enter production only by the print house’s hand', () => {
    fc.assert(
      fc.property(choices, (numbers) => {
        const way = walk(numbers);
        const delivered = way.findIndex(({ status }) => status === 'DELIVERED');
        expect(delivered === -1 || delivered === way.length - 1).toBe(true);
        for (const { status, by } of way) if (PRODUCTION.includes(status)) expect(by).toBe('printHouse');
      }),
    );
  });

  it('never skip a step of production', () => {
    fc.assert(
      fc.property(choices, (numbers) => {
        const way = walk(numbers).map(({ status }) => status);
        way.forEach((status, index) => {
          const place = PRODUCTION.indexOf(status);
          if (place >= 0) expect(way[index - 1]).toBe(place === 0 ? 'PDF_READY' : PRODUCTION[place - 1]);
        });
      }),
    );
  });
});

describe('the statuses of items', () => {
  const itemStatuses = Object.keys(ORDER_STATUSES).filter(
    (status) => !['PRODUCTION_COMPLETE', 'DELIVERED', 'CANCELLED_REFUND'].includes(status),
  ) as ItemStatus[];

  it('are nine: COMPLETED is of items only, PRODUCTION_COMPLETE, DELIVERED and CANCELLED_REFUND of orders only', () => {
    const ofOrdersOnly: readonly string[] = ['PRODUCTION_COMPLETE', 'DELIVERED', 'CANCELLED_REFUND'];
    expect(Object.values(ITEM_STATUS_AT).filter((status) => ofOrdersOnly.includes(status))).toEqual([]);
    expect(ORDER_OWN_STATUSES).not.toContain('COMPLETED');
    expect(new Set([...ORDER_OWN_STATUSES, ...itemStatuses])).toEqual(new Set(Object.keys(ORDER_STATUSES)));
  });

  it.each(Object.keys(ITEM_MOVES) as ItemMove[])(
    '%s moves an item only where the table says, and leads to where its order goes',
    (move) => {
      const {
        from,
        whileOrder,
        to,
        carries,
      }: { from: readonly string[]; whileOrder: readonly string[]; to: readonly [ItemStatus]; carries: OrderMove } =
        ITEM_MOVES[move];
      for (const status of ORDER_OWN_STATUSES) {
        for (const item of itemStatuses)
          expect(canMoveItem(live(status), item, move)).toBe(whileOrder.includes(status) && from.includes(item));
      }
      for (const target of ORDER_MOVES[carries].to) expect(ITEM_STATUS_AT[target]).toBe(to[0]);
    },
  );

  it('cancelled is cancelled for an order in two ways and for an item in one', () => {
    expect(ORDER_OWN_STATUSES.filter(isCancelled)).toEqual(['CANCELLED', 'CANCELLED_REFUND']);
    expect(itemStatuses.filter(isCancelled)).toEqual(['CANCELLED']);
  });
});
