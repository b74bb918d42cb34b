import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { announce } from '../store/announcements.ts';
import { readShared, writeShared, type SharedValue } from '../store/service-state.ts';
import { serviceState } from '../store/schema.ts';

/** How many of the next renderings are made to fail. */
const PLANNED_FAILURES: SharedValue<number> = { name: 'renderings-to-fail', schema: z.int().min(0), initial: 0 };
/** No rendering is begun while they are held back. */
const HELD: SharedValue<boolean> = { name: 'renderings-held', schema: z.boolean(), initial: false };

export const areRenderingsHeld = (db: Db): Promise<boolean> => readShared(db, HELD);

export async function holdRenderings(db: Db, context: ServiceContext, isHeld: boolean): Promise<void> {
  await writeShared(db, context, HELD, isHeld);
  if (!isHeld) await announce(db, 'renderings');
}

export async function planFailures(db: Db, context: ServiceContext, times: number): Promise<void> {
  await writeShared(db, context, PLANNED_FAILURES, times);
}

/** Whether this rendering is one that is made to fail; then there is one less to come. */
export function takePlannedFailure(context: ServiceContext): Promise<boolean> {
  return context.db.transaction(async (db) => {
    // Two processes that take one each must not count it once.
    await db.select().from(serviceState).where(eq(serviceState.name, PLANNED_FAILURES.name)).for('update');
    const left = await readShared(db, PLANNED_FAILURES);
    if (left > 0) await writeShared(db, context, PLANNED_FAILURES, left - 1);
    return left > 0;
  });
}
