import { eq } from 'drizzle-orm';
import type { Environment } from '../../../src-core/contract/environments.ts';
import { createOrderBodySchema, type Shipping } from '../../../src-core/contract/orders.ts';
import { recipientKey } from '../../../src-core/desk/recipients.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';
import type { Store } from '../store/open-store.ts';
import { deskValues } from '../store/schema.ts';

/** Of one environment each: where real orders went never stands in a Sandbox. */
const nameOf = (environment: Environment): string => `orders.lastAddress.${environment}`;

/** Where orders without a recipient of their own went last; null: nowhere yet. */
export function lastAddress(db: Store, environment: Environment): Shipping | null {
  const value = readDeskValue(db, nameOf(environment));
  return createOrderBodySchema.shape.shipping
    .nullable()
    .catch(null)
    .parse(value ?? null);
}

export function noteLastAddress(db: Store, environment: Environment, address: Shipping): void {
  writeDeskValue(db, nameOf(environment), address);
}

/** No order is begun with this recipient any more, however the address was typed. */
export function forgetLastAddress(db: Store, addressKey: string): void {
  for (const environment of ['sandbox', 'live'] as const) {
    const address = lastAddress(db, environment);
    if (address === null || recipientKey(address) !== addressKey) continue;
    db.delete(deskValues)
      .where(eq(deskValues.name, nameOf(environment)))
      .run();
  }
}
