import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '../../src-core/ports.ts';
import type { Db } from './db.ts';
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
export async function writeShared<T>(
  db: Db,
  context: { readonly clock: Clock },
  { name }: SharedValue<T>,
  value: T,
): Promise<void> {
  const updatedAt = new Date(context.clock.nowMs());
  await db
    .insert(serviceState)
    .values({ name, value, updatedAt })
    .onConflictDoUpdate({ target: serviceState.name, set: { value, updatedAt } });
  await announce(db, 'state');
}

/** A shared value as this process knows it: without a query, and read anew when somebody says that shared state has changed. */
export class FollowedValue<T> {
  private known: T;
  /** Counts what was learned, so that a read that was overtaken does not bring back what was before. */
  private round = 0;

  constructor(
    private readonly context: { readonly db: Db; readonly clock: Clock },
    private readonly shared: SharedValue<T>,
    private readonly onKnown: (value: T) => void = () => {},
  ) {
    this.known = shared.initial;
  }

  get value(): T {
    return this.known;
  }

  async read(): Promise<T> {
    const round = (this.round += 1);
    const value = await readShared(this.context.db, this.shared);
    if (round === this.round) this.learn(value);
    return value;
  }

  /** Changes the value for all processes, with no other's change in between. */
  async change(change: (before: T) => T): Promise<T> {
    const value = await this.context.db.transaction(async (db) => {
      const { name, initial } = this.shared;
      await db
        .insert(serviceState)
        .values({ name, value: initial, updatedAt: new Date(this.context.clock.nowMs()) })
        .onConflictDoNothing();
      await db.select().from(serviceState).where(eq(serviceState.name, name)).for('update');
      const after = change(await readShared(db, this.shared));
      await writeShared(db, this.context, this.shared, after);
      return after;
    });
    this.round += 1;
    this.learn(value);
    return value;
  }

  private learn(value: T): void {
    this.known = value;
    this.onKnown(value);
  }
}

/**
 * Whether first keys that were made were also shown. A store of an earlier version says nothing: its accounts have been
 * in use.
 */
export const KEYS_SHOWN: SharedValue<boolean> = { name: 'first-keys-shown', schema: z.boolean(), initial: true };
