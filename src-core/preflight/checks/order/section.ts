import type { OrderCheck } from '../../order-case.ts';
import { coverName } from './cover-name.ts';
import { sameBytes } from './same-bytes.ts';

export const ORDER_CHECKS: readonly OrderCheck[] = [sameBytes, coverName];
