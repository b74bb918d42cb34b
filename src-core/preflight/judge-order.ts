import type { Finding } from './finding.ts';
import type { OrderCase, OrderCheck } from './order-case.ts';
import { coverName } from './checks/order/cover-name.ts';
import { sameBytes } from './checks/order/same-bytes.ts';

export const ORDER_CHECKS: readonly OrderCheck[] = [sameBytes, coverName];

/** What speaks against a book when it is seen beside the others of the desk. Never part of verdict A. */
export function judgeOrder(book: OrderCase): Finding[] {
  return ORDER_CHECKS.flatMap((check) => check.run(book));
}
