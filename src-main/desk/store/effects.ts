import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Ids } from '../../../src-core/ports.ts';
import { inList } from './in-list.ts';
import type { Store } from './open-store.ts';
import { effects } from './schema.ts';

export type EffectRow = typeof effects.$inferSelect;
export type EffectKind = EffectRow['kind'];

export interface EffectOf {
  readonly connectionId: string;
  readonly kind: EffectKind;
  readonly subjectId: string;
}

const isOf = ({ connectionId, kind, subjectId }: EffectOf) =>
  and(eq(effects.connectionId, connectionId), eq(effects.kind, kind), eq(effects.subjectId, subjectId));

export const openEffect = (db: Store, of: EffectOf): EffectRow | null =>
  db
    .select()
    .from(effects)
    .where(and(isOf(of), eq(effects.state, 'open')))
    .get() ?? null;

/** Those of many subjects. */
export const openEffects = (
  db: Store,
  { connectionId, kind }: Omit<EffectOf, 'subjectId'>,
  subjectIds: readonly string[],
): EffectRow[] =>
  db
    .select()
    .from(effects)
    .where(
      and(
        eq(effects.connectionId, connectionId),
        eq(effects.kind, kind),
        inList(effects.subjectId, subjectIds),
        eq(effects.state, 'open'),
      ),
    )
    .all();

/**
 * The open effect of a subject, or a new one with a key of its own. It is on the disk when this returns.
 * Another body than the open one's makes a new effect: the same key would be refused (422).
 */
export function intendEffect(
  { db, ids }: { readonly db: Store; readonly ids: Ids },
  of: EffectOf,
  body: string,
): EffectRow {
  const effect = newEffect(ids, of, body);
  const known = openEffect(db, of);
  if (known !== null && known.bodyHash === effect.bodyHash) return known;
  if (known !== null) settleEffect(db, known.key, 'refused');
  return db.insert(effects).values(effect).returning().get();
}

/** Of a subject that has none yet, to be written down with it. */
export const newEffect = (ids: Ids, of: EffectOf, body: string): typeof effects.$inferInsert => ({
  key: ids.uuid(),
  ...of,
  body,
  bodyHash: createHash('sha256').update(body).digest('hex'),
  state: 'open',
});

/** Notes the first sending, before it. */
export function markSent(db: Store, effect: EffectRow, nowMs: number): EffectRow {
  if (effect.firstSentAtMs !== null) return effect;
  db.update(effects).set({ firstSentAtMs: nowMs }).where(eq(effects.key, effect.key)).run();
  return { ...effect, firstSentAtMs: nowMs };
}

/** `refused`: the service may keep this answer with the key, so a corrected request takes a new one. */
export function settleEffect(db: Store, key: string, state: 'done' | 'refused'): void {
  db.update(effects).set({ state }).where(eq(effects.key, key)).run();
}
