import { ORDER_CHECKS } from './checks/order/section.ts';
import type { Finding } from './finding.ts';
import type { OrderCase } from './order-case.ts';

/** What speaks against a book when it is seen beside the others of the desk. Never part of verdict A. */
export function judgeOrder(book: OrderCase): Finding[] {
  return ORDER_CHECKS.flatMap((check) => check.run(book));
}
