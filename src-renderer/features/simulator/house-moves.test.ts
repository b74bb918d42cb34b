import { expect, it } from 'vitest';
import { nextStepOf, otherMovesOf } from './house-moves.ts';

it('leads a Live order to the door, and a Sandbox order nowhere', () => {
  expect(
    (['PDF_READY', 'CONFIRMED', 'IN_PRODUCTION', 'PRODUCTION_COMPLETE', 'SHIPPED', 'DELIVERED'] as const).map(
      (status) => nextStepOf(status, 'live'),
    ),
  ).toEqual(['confirm', 'start', 'complete', 'ship', 'deliver', null]);
  expect(nextStepOf('PDF_READY', 'sandbox')).toBeNull();
  expect(nextStepOf('COMPLETED', 'live')).toBeNull();
});

it('offers what the service would take of an order as it stands', () => {
  expect(otherMovesOf('PDF_READY', 'live')).toEqual(['hold', 'closeWithRefund', 'closeWithoutRefund']);
  expect(otherMovesOf('IN_PRODUCTION', 'live')).toEqual(['fail', 'closeWithRefund', 'closeWithoutRefund']);
  expect(otherMovesOf('PAID_AWAITING_CONTENT', 'live')).toContain('release');
  expect(otherMovesOf('ERROR', 'live')).toContain('resume');
  expect(otherMovesOf('CANCELLED_REFUND', 'sandbox')).toEqual(['restore']);
  expect(otherMovesOf('DELIVERED', 'live')).toEqual([]);
});
