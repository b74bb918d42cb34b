import { z } from 'zod';
import type { Db, ServiceContext } from '../context.ts';
import { readShared, writeShared, type SharedValue } from '../store/service-state.ts';
import type { ServiceClock } from '../system-clock.ts';

const OFFSET: SharedValue<number> = { name: 'clock-offset-ms', schema: z.int(), initial: 0 };

/** Sets the clock to what the service's processes agreed on; `read` does so again after somebody moved it. */
export async function followSharedClock(context: ServiceContext, clock: ServiceClock): Promise<{ read(): Promise<void> }> {
  const read = async () => clock.setOffset(await readShared(context.db, OFFSET));
  await read();
  return { read };
}

/** Moves the clock of every process of this service. */
export async function moveSharedClock(db: Db, context: ServiceContext, clock: ServiceClock, offsetMs: number): Promise<void> {
  await writeShared(db, context, OFFSET, offsetMs);
  clock.setOffset(offsetMs);
}
