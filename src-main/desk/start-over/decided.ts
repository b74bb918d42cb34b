import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { BUILT_IN } from '../connections/connections.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';
import type { Store } from '../store/open-store.ts';
import { deskValues } from '../store/schema.ts';
import { forgetConnection } from './forget-connection.ts';

const NAME = 'startOver';

/** `decided`: the next start of the desk forgets. `forgotten`: it did, and the service still has to empty its Sandbox. */
const decidedSchema = z.object({ startOverId: z.string(), step: z.enum(['decided', 'forgotten']) });

const decidedIn = (db: Store) => decidedSchema.safeParse(readDeskValue(db, NAME)).data ?? null;

/** Names of the files that were written for it: one of a start that nobody decided holds no former Sandbox. */
const FILES = 'startOver.files';
const filesSchema = z.array(z.string());

export const filesOfDecided = (db: Store): readonly string[] =>
  filesSchema.safeParse(readDeskValue(db, FILES)).data ?? [];

/** One write: from here on every next start goes on with it until all of it is done. `file` holds what goes. */
export const decideToStartOver = (db: Store, startOverId: string, file: string): void =>
  db.transaction(() => {
    writeDeskValue(db, NAME, { startOverId, step: 'decided' });
    writeDeskValue(db, FILES, [...filesOfDecided(db), file]);
  });

/** Forgets the Sandbox where that was decided, in one transaction, before anything of the desk has read it. */
export function forgetWhereDecided(db: Store): void {
  const decided = decidedIn(db);
  if (decided?.step !== 'decided') return;
  db.transaction(() => {
    forgetConnection(db, BUILT_IN.sandbox);
    writeDeskValue(db, NAME, { ...decided, step: 'forgotten' });
  });
}

/** What the next start of the service is told; null: nothing. Never before the desk has forgotten what the service would empty. */
export function startOverOfService(db: Store): string | null {
  const decided = decidedIn(db);
  return decided?.step === 'forgotten' ? decided.startOverId : null;
}

/** The service that was told has started: all of it is done. */
export function endStartOver(db: Store): void {
  if (startOverOfService(db) !== null) db.delete(deskValues).where(eq(deskValues.name, NAME)).run();
}
