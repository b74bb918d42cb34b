import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { CONTRACTS, type Contract, type ContractName } from '../../../src-core/contract/profiles.ts';
import { bookSpecSchema, type BookSpec } from '../../../src-core/contract/specs.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { ServiceHello } from '../../../src-core/ipc/service-host.ts';
import type { ConnectionView } from '../../../src-core/ipc/subjects/connections.ts';
import type { SecretStore } from '../../../src-core/ports.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { KeyLanes } from '../client/key-lanes.ts';
import { ApiClient } from '../client/api-client.ts';
import type { DeskContext } from '../desk-context.ts';
import { forgetDeskValue, readDeskValue, writeDeskValue } from '../store/desk-values.ts';
import { connections } from '../store/schema.ts';
import { ServiceReach } from './service-reach.ts';
import { refusedKey, tryKey, type Tried } from './try-key.ts';

export type ConnectionRow = typeof connections.$inferSelect;

/** The connections to the embedded service. */
export const BUILT_IN = { sandbox: 'builtin-sandbox', live: 'builtin-live' } as const;
const NOT_STARTED = new AppError('SERVICE_NOT_STARTED').text.key;
const secretName = (connectionId: string) => `connection:${connectionId}`;
const accountName = (connectionId: string) => `connection.account:${connectionId}`;
const prefixOf = (key: string) => key.split('.')[0] ?? '';
const specListSchema = successOf(z.array(bookSpecSchema));

/** The services the desk may talk to, their keys (in the secret store only) and one client for each. */
export class Connections {
  readonly #context: DeskContext;
  readonly #secrets: SecretStore;
  readonly #catalogue: readonly BookSpec[];
  #rules = 0;
  readonly #keyLanes: KeyLanes;
  readonly #clients = new Map<string, ApiClient>();
  /** The whole small table with its large specs, read once: every row of every list asks for it. Null: to be read. */
  #known: readonly ConnectionRow[] | null = null;
  #specs: { readonly of: readonly BookSpec[]; readonly byUid: ReadonlyMap<string, BookSpec> } | null = null;
  /** Embedded services that said hello: an address from an earlier run is nobody's, or another's. */
  readonly #started = new Set<string>();
  readonly reach: ServiceReach;
  readonly #refused = new Map<string, TextRef>();
  /** A connection came into use, got a key or an address, or its service is back: what waits for it may go on. */
  onUsable: (connectionId: string) => void = () => undefined;
  /** Another set of specs or another contract is in force. */
  onRulesChanged: () => void = () => undefined;

  constructor(context: DeskContext, secrets: SecretStore, catalogue: readonly BookSpec[]) {
    this.#context = context;
    this.#secrets = secrets;
    this.#keyLanes = new KeyLanes(context.clock);
    this.#catalogue = catalogue;
    this.reach = new ServiceReach(context, {
      look: async (connectionId, withinMs) => (await this.clientOf(connectionId)).isAnswered(withinMs),
      onAway: (connectionId) => this.knownClient(connectionId)?.cutOff(),
      onBack: (connectionId) => {
        this.#usable(connectionId);
        // A service that was away when it came into use could not be asked for them.
        if (this.active()?.connectionId !== connectionId) return;
        void this.refreshSpecs(connectionId).catch((error: unknown) =>
          context.log.write('error', 'refreshing the specs failed', { error }),
        );
      },
    });
  }

  /** Says of each connection which key there is: a store may live for a session only, and a kill may come between key and row. */
  async open(): Promise<void> {
    for (const { connectionId, keyPrefix } of this.rows()) {
      const key = await this.#keyOf(connectionId).catch(() => 'withheld' as const);
      // A keychain that gives nothing out for now says nothing of what it holds.
      if (key === 'withheld') continue;
      const found = key === null ? null : prefixOf(key);
      if (found !== keyPrefix) this.#update(connectionId, { keyPrefix: found });
    }
    // An embedded service has said nothing of itself yet.
    this.reach.open(
      this.rows().flatMap(({ kind, connectionId }) => (kind === 'remote' ? [connectionId] : [])),
      this.active()?.connectionId ?? null,
    );
  }

  rows(): readonly ConnectionRow[] {
    this.#known ??= this.#context.db.select().from(connections).all();
    return this.#known;
  }

  find(connectionId: string): ConnectionRow {
    const row = this.rows().find((one) => one.connectionId === connectionId);
    if (row === undefined) throw new AppError('CONNECTION_UNKNOWN');
    return row;
  }

  active(): ConnectionRow | null {
    return this.rows().find((one) => one.isActive) ?? null;
  }

  /** Throws CONNECTION_NONE. */
  needActive(): ConnectionRow {
    const row = this.active();
    if (row === null) throw new AppError('CONNECTION_NONE');
    return row;
  }

  view(row: ConnectionRow): ConnectionView {
    return {
      connectionId: row.connectionId,
      kind: row.kind,
      name: row.name,
      environment: row.environment,
      host: new URL(row.baseUrl).origin,
      keyPrefix: row.keyPrefix,
      keyState: row.keyPrefix === null ? 'none' : this.#secrets.state,
      active: row.isActive,
      // Nobody looks for the others: what was so when they were switched away from need not be so now.
      away: row.isActive ? this.reach.awayOf(row.connectionId) : null,
      refused: row.isActive ? (this.#refused.get(row.connectionId) ?? null) : null,
    };
  }

  contractName(): ContractName {
    return this.active()?.contract ?? 'specified';
  }

  contract(): Contract {
    return CONTRACTS[this.contractName()];
  }

  /** The service's own specs, or the shipped catalogue while none is known. */
  specs(): readonly BookSpec[] {
    return this.active()?.specs ?? this.#catalogue;
  }

  /** The spec of this uid among `specs`; null for none. */
  spec(specUid: string | null): BookSpec | null {
    const all = this.specs();
    if (this.#specs?.of !== all) this.#specs = { of: all, byUid: new Map(all.map((one) => [one.bookSpecUid, one])) };
    return specUid === null ? null : (this.#specs.byUid.get(specUid) ?? null);
  }

  /** Another one whenever the connection in use, its contract or its specs are others. */
  rulesKey(): string {
    return `${this.active()?.connectionId ?? ''}.${this.#rules}`;
  }

  /** Notes when the orders of a connection were looked at by a person, or asked for. */
  note(connectionId: string, times: Partial<Pick<ConnectionRow, 'ordersSeenAtMs' | 'ordersCheckedAtMs'>>): void {
    this.#update(connectionId, times);
  }

  /** Of the connection in use. */
  get isRefused(): boolean {
    return this.#refused.has(this.active()?.connectionId ?? '');
  }

  /** Whether the service of a connection lets its key in: null when it does. One that has not started yet says nothing of keys. */
  noteRefused(connectionId: string, problem: TextRef | null): void {
    if (problem?.key === NOT_STARTED) return;
    if (this.#refused.get(connectionId)?.key === problem?.key) return;
    if (problem === null) this.#refused.delete(connectionId);
    else this.#refused.set(connectionId, problem);
    this.#context.changed('connections', 'status');
  }

  /** Throws KEY_MISSING, KEY_WITHHELD, and SERVICE_NOT_STARTED for an embedded service that has not said hello. */
  async clientOf(connectionId: string): Promise<ApiClient> {
    const { baseUrl, kind } = this.find(connectionId);
    if (kind === 'builtIn' && !this.#started.has(connectionId)) throw new AppError('SERVICE_NOT_STARTED');
    const known = this.#clients.get(connectionId);
    if (known !== undefined && known.target.baseUrl === baseUrl) return known;
    const key = await this.#keyOf(connectionId);
    if (key === null) throw new AppError('KEY_MISSING');
    const made = this.#clients.get(connectionId);
    if (made !== undefined && made.target.baseUrl === baseUrl) return made;
    void made?.close();
    const reach = {
      isAway: () => this.reach.isAway(connectionId),
      unanswered: () => this.reach.unanswered(connectionId),
    };
    const client = new ApiClient({ baseUrl, key }, this.#context, reach, this.#keyLanes.of(key));
    this.#clients.set(connectionId, client);
    return client;
  }

  activeClient(): Promise<ApiClient> {
    return this.clientOf(this.needActive().connectionId);
  }

  /** The client if one is there already; for looking at, not for calling. */
  knownClient(connectionId: string): ApiClient | null {
    return this.#clients.get(connectionId) ?? null;
  }

  async add(input: {
    name: string;
    baseUrl: string;
    environment: 'sandbox' | 'live';
    key: string;
  }): Promise<{ ok: true; connection: ConnectionView } | Exclude<Tried, { ok: true }>> {
    const baseUrl = input.baseUrl.replace(/\/+$/, '');
    const tried = await tryKey(
      { baseUrl, environment: input.environment, key: input.key, accountUid: null },
      this.#context,
      this.#keyLanes,
    );
    if (!tried.ok) return tried;
    const connectionId = `remote-${this.#context.ids.base62(12)}`;
    await this.#storeKey(connectionId, input.key);
    this.#write((db) =>
      db
        .insert(connections)
        .values({
          connectionId,
          kind: 'remote',
          name: input.name,
          environment: input.environment,
          baseUrl,
          keyPrefix: prefixOf(input.key),
          contract: 'public-2026-09',
          createdAtMs: this.#context.clock.nowMs(),
        })
        .run(),
    );
    this.noteAccount(connectionId, tried.accountUid);
    if (input.environment === 'sandbox' && this.active() === null) await this.activate(connectionId);
    else this.#context.changed('connections');
    return { ok: true, connection: this.view(this.find(connectionId)) };
  }

  /**
   * Only for another key of the same account: books, orders and credit of this connection are that account's, and what may have been ordered
   * there would be looked for, and ordered, at another one.
   */
  async replaceKey(connectionId: string, key: string): Promise<{ ok: true } | Exclude<Tried, { ok: true }>> {
    const row = this.find(connectionId);
    const accountUid = this.#accountOf(row);
    const tried = await tryKey(
      { baseUrl: row.baseUrl, environment: row.environment, key, accountUid },
      this.#context,
      this.#keyLanes,
    );
    if (!tried.ok) return tried;
    // Whose it is may have been told meanwhile, by a look at the credit or by another key.
    const known = this.#accountOf(this.find(connectionId));
    if (known !== null && known !== tried.accountUid) return refusedKey('KEY_OTHER_ACCOUNT');
    this.noteAccount(connectionId, tried.accountUid);
    try {
      await this.#keepKey(connectionId, key);
    } catch (error) {
      // The former key stays, of which nobody knows whose it is.
      if (known === null) forgetDeskValue(this.#context.db, accountName(connectionId));
      throw error;
    }
    this.#usable(connectionId);
    return { ok: true };
  }

  /** The service said whose the key of a connection is. */
  noteAccount(connectionId: string, accountUid: string): void {
    const connection = this.rows().find((one) => one.connectionId === connectionId);
    if (connection?.kind === 'remote' && this.#accountOf(connection) === null)
      writeDeskValue(this.#context.db, accountName(connectionId), accountUid);
  }

  /** Null where its service has not said so yet. The embedded one is told by its data folder, and makes its keys itself. */
  #accountOf({ connectionId, kind }: ConnectionRow): string | null {
    const kept = kind === 'remote' ? readDeskValue(this.#context.db, accountName(connectionId)) : null;
    return typeof kept === 'string' ? kept : null;
  }

  async activate(connectionId: string): Promise<void> {
    this.find(connectionId);
    this.#write((db) =>
      db.transaction(() => {
        db.update(connections).set({ isActive: false }).run();
        db.update(connections).set({ isActive: true }).where(eq(connections.connectionId, connectionId)).run();
      }),
    );
    // What was known of its key is old.
    this.#refused.delete(connectionId);
    this.reach.use(connectionId);
    this.#tellRules();
    this.#usable(connectionId);
    // Each connection has its own: nothing that happens at this one would renew what is shown of the former.
    this.#context.changed('orders', 'credit', 'specs');
    await this.refreshSpecs(connectionId);
  }

  /** Throws CONNECTION_IN_USE for the active one. */
  async remove(connectionId: string): Promise<void> {
    if (this.find(connectionId).isActive) throw new AppError('CONNECTION_IN_USE');
    await this.#orWithheld(this.#secrets.delete(secretName(connectionId)));
    await this.#drop(connectionId);
    this.#write((db) => db.delete(connections).where(eq(connections.connectionId, connectionId)).run());
    forgetDeskValue(this.#context.db, accountName(connectionId));
    this.#context.changed('connections');
  }

  /** Throws KEY_WITHHELD where the service has new keys and the keychain takes none: it can make others. */
  async connectBuiltIn(hello: ServiceHello): Promise<'connected' | 'keysLost'> {
    for (const environment of ['sandbox', 'live'] as const) {
      const connectionId = BUILT_IN[environment];
      const known = this.rows().find((row) => row.connectionId === connectionId);
      const key = hello.keys?.business[environment] ?? null;
      const isSameService = known?.serviceDataDir === hello.dataDir;
      if (key === null && (!isSameService || !(await this.#mayHaveKey(connectionId)))) return 'keysLost';
      // Before the row says whose it is: an earlier service's key must never be taken for this one's.
      if (key !== null) await this.#storeKey(connectionId, key);
      const address = {
        baseUrl: environment === 'sandbox' ? hello.sandboxUrl : hello.liveUrl,
        contract: hello.contract,
        serviceDataDir: hello.dataDir,
      };
      this.#write((db) =>
        db
          .insert(connections)
          .values({
            connectionId,
            kind: 'builtIn',
            name: environment === 'sandbox' ? 'Sandbox' : 'Live',
            environment,
            keyPrefix: null,
            createdAtMs: this.#context.clock.nowMs(),
            ...address,
          })
          .onConflictDoUpdate({ target: connections.connectionId, set: address })
          .run(),
      );
      if (key !== null) await this.#keepKey(connectionId, key);
      this.reach.forget(connectionId);
      this.#started.add(connectionId);
    }
    const active = this.active();
    // It starts with the app and after a crash as well: whoever works at another service is not taken off it.
    if (active?.kind === 'remote') this.#context.changed('connections', 'status');
    else await this.activate(active?.connectionId ?? BUILT_IN.sandbox);
    for (const connectionId of Object.values(BUILT_IN)) this.onUsable(connectionId);
    return 'connected';
  }

  /** Asks the service for its specs; keeps the last ones when it does not answer. */
  async refreshSpecs(connectionId: string): Promise<void> {
    try {
      const client = await this.clientOf(connectionId);
      const { data } = await client.call({ method: 'GET', path: '/book-specs', answer: specListSchema });
      const before = this.find(connectionId);
      // A remote service tells its contract by whether its specs state PDF sizes; the embedded one said its own.
      const contract =
        before.kind === 'builtIn'
          ? before.contract
          : data.every((spec) => spec.pdfSize !== undefined)
            ? 'specified'
            : 'public-2026-09';
      if (JSON.stringify(before.specs) === JSON.stringify(data) && before.contract === contract) return;
      this.#update(connectionId, { specs: data, contract });
      this.#context.changed('specs');
      if (before.isActive) this.#tellRules();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#context.log.write('warn', 'the specs could not be refreshed', { code: error.code });
    }
  }

  async close(): Promise<void> {
    this.reach.close();
    await Promise.all([...this.#clients.values()].map((client) => client.close()));
    this.#clients.clear();
  }

  #update(connectionId: string, set: Partial<ConnectionRow>): void {
    this.#write((db) => db.update(connections).set(set).where(eq(connections.connectionId, connectionId)).run());
  }

  /** The only way to write the table, so that what is known of it is never older than the table. */
  #write(work: (db: DeskContext['db']) => unknown): void {
    try {
      work(this.#context.db);
    } finally {
      this.#known = null;
    }
  }

  /** A keychain that gives nothing out for now says nothing of what it holds: what needs the key waits for it. */
  #mayHaveKey(connectionId: string): Promise<boolean> {
    return this.#keyOf(connectionId).then(
      (key) => key !== null,
      () => true,
    );
  }

  #keyOf(connectionId: string): Promise<string | null> {
    return this.#orWithheld(this.#secrets.get(secretName(connectionId)));
  }

  #storeKey(connectionId: string, key: string): Promise<void> {
    return this.#orWithheld(this.#secrets.set(secretName(connectionId), key));
  }

  /** A keychain may be locked, or a person refuse it to the studio, at any time. Throws KEY_WITHHELD. */
  async #orWithheld<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (cause) {
      this.#context.log.write('warn', 'the keychain gives and takes nothing', { error: cause });
      throw new AppError('KEY_WITHHELD', { cause });
    }
  }

  async #keepKey(connectionId: string, key: string): Promise<void> {
    await this.#storeKey(connectionId, key);
    this.#update(connectionId, { keyPrefix: prefixOf(key) });
    await this.#drop(connectionId);
  }

  /** The next call makes a client with the new key. */
  async #drop(connectionId: string): Promise<void> {
    const client = this.#clients.get(connectionId);
    this.#clients.delete(connectionId);
    this.#refused.delete(connectionId);
    this.reach.forget(connectionId);
    await client?.close();
  }

  #tellRules(): void {
    this.#rules += 1;
    this.onRulesChanged();
  }

  #usable(connectionId: string): void {
    this.#context.changed('connections', 'status');
    this.onUsable(connectionId);
  }
}
