import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Contract } from '../src-core/contract/profiles.ts';
import type { Clock, Ids } from '../src-core/ports.ts';
import type { CatalogueSpec } from '../src-core/specs/catalogue.ts';
import type { Blobs } from './blobs/blobs.ts';
import type * as schema from './store/schema.ts';

export type Environment = 'sandbox' | 'live';

/** A connection or a transaction: queries take either, so that the caller decides what commits together. */
export type Db = Pick<NodePgDatabase<typeof schema>, 'select' | 'insert' | 'update' | 'delete' | 'execute' | 'query' | 'transaction'>;

/** What every subject works with. Made once in `build-app.ts`; nothing reads the environment or the clock elsewhere. */
export interface ServiceContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly contract: Contract;
  readonly specs: ReadonlyMap<string, CatalogueSpec>;
  readonly blobs: Blobs;
}

/** Who is calling, as the authentication plugin found out: every query is scoped by it. */
export interface Caller {
  readonly accountUid: string;
  readonly accountType: 'PERSONAL' | 'BUSINESS';
  /** From the host that was called, and equal to the key's (specification, "Authentication" 5). */
  readonly environment: Environment;
  readonly keyPrefix: string;
}
