import { finding } from '../../check.ts';
import type { OrderCheck } from '../../order-case.ts';

/**
 * The same contents in two books are most often one book imported twice; once ordered, it would be paid for twice.
 * A cover may well be shared, so that is only worth knowing (preflight-rules J-003).
 */
export const sameBytes: OrderCheck = {
  id: 'order.sameBytes',
  rule: 'J-003',
  run: ({ sameBytes: others }) =>
    (['contents', 'cover'] as const).flatMap((kind) => {
      const same = others.find((other) => other.kind === kind);
      if (same === undefined) return [];
      const { title, count, orderUid } = same;
      return [
        finding(kind, {
          ruleId: orderUid === null ? 'order.sameBytes' : 'order.orderedBefore',
          severity: kind === 'contents' ? 'warning' : 'info',
          params: {
            title,
            count,
            ...(orderUid === null ? {} : { orderUid }),
          },
          source: { key: 'findings.source.self' },
          causeKey: 'order.sameBytes',
        }),
      ];
    }),
};
