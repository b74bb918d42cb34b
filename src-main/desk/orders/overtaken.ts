import { perStore } from '../store/per-store.ts';
import type { Store } from '../store/open-store.ts';

interface Told {
  turn: number;
  /** By connection and order, when something was last written down of it that a reading begun before may not know. */
  readonly atTurn: Map<string, number>;
}

const toldOf = perStore((): Told => ({ turn: 0, atTurn: new Map() }));
const keyOf = (connectionId: string, orderUid: string): string => `${connectionId}/${orderUid}`;

/** When something is read: asked for before the reading begins, and given with what came of it. Counted, since clocks are set. */
export function beginReading(db: Store): number {
  const told = toldOf(db);
  told.turn += 1;
  return told.turn;
}

/** What is written down of an order now is newer than all that was begun to be read before. */
export const noteTold = (db: Store, connectionId: string, orderUid: string): void =>
  void toldOf(db).atTurn.set(keyOf(connectionId, orderUid), beginReading(db));

/** Whether something newer was written down of the order since a reading began: on a slow way answers overtake one another. */
export const isOvertaken = (db: Store, connectionId: string, orderUid: string, begunAt: number): boolean =>
  (toldOf(db).atTurn.get(keyOf(connectionId, orderUid)) ?? 0) > begunAt;
