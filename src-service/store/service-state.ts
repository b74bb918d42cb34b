import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db, ServiceContext } from '../context.ts';
import { announce } from './announcements.ts';
import { serviceState } from './schema.ts';

/** A named value that all processes of one service share. What is read is parsed: an older version may have written it. */
export interface SharedValue<T> {
  readonly name: string;
  readonly schema: z.ZodType<T>;
  readonly initial: T;
}

export async function readShared<T>(db: Db, { name, schema, initial }: SharedValue<T>): Promise<T> {
  const [row] = await db.select().from(serviceState).where(eq(serviceState.name, name));
  return row ? (schema.safeParse(row.value).data ?? initial) : initial;
}

/** Writes the value and tells the other processes once it is committed. */
export async function writeShared<T>(db: Db, context: Pick<ServiceContext, 'clock'>, { name }: SharedValue<T>, value: T): Promise<void> {
  const updatedAt = new Date(context.clock.nowMs());
  await db.insert(serviceState).values({ name, value, updatedAt }).onConflictDoUpdate({ target: serviceState.name, set: { value, updatedAt } });
  await announce(db, 'state');
}
