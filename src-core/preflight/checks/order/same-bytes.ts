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
      const same = others.filter((other) => other.kind === kind);
      const ordered = same.find((other) => other.orderUid !== null);
      const other = ordered ?? same[0];
      if (other === undefined) return [];
      return [
        finding(kind, {
          ruleId: ordered === undefined ? 'order.sameBytes' : 'order.orderedBefore',
          severity: kind === 'contents' ? 'warning' : 'info',
          params: {
            title: other.title,
            count: same.length,
            ...(ordered === undefined ? {} : { orderUid: ordered.orderUid ?? '' }),
          },
          source: { key: 'findings.source.self' },
          causeKey: 'order.sameBytes',
        }),
      ];
    }),
};
