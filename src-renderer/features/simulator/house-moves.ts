import type { OrderStatus } from '../../../src-core/contract/orders.ts';
import type { HouseMove, PrintHouseView } from '../../../src-core/ipc/subjects/print-house.ts';
import {
  canMoveOrder,
  nextStep,
  ORDER_OWN_STATUSES,
  type OrderOwnStatus,
  type ProductionStep,
} from '../../../src-core/orders/order-machine.ts';

type Environment = PrintHouseView['environment'];
export type OtherMove = Exclude<HouseMove, 'next' | 'delivered'>;

const OTHER_MOVES: readonly OtherMove[] = [
  'hold',
  'release',
  'fail',
  'resume',
  'closeWithRefund',
  'closeWithoutRefund',
  'restore',
];

const placeOf = (status: OrderStatus, environment: Environment) => {
  const own = ORDER_OWN_STATUSES.find((one): one is OrderOwnStatus => one === status);
  return own === undefined ? null : { status: own, environment };
};

/** Null at the end of production, outside it, and for Sandbox orders. */
export function nextStepOf(status: OrderStatus, environment: Environment): ProductionStep | null {
  const place = placeOf(status, environment);
  return place === null ? null : nextStep(place);
}

/** What the print house may do with the order besides, by the table that the service asks too. */
export function otherMovesOf(status: OrderStatus, environment: Environment): readonly OtherMove[] {
  const place = placeOf(status, environment);
  return place === null ? [] : OTHER_MOVES.filter((move) => canMoveOrder(place, move));
}
