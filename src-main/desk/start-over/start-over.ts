import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { and, count, eq, ne } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { isSameContents, type SandboxContents } from '../../../src-core/desk/start-over.ts';
import type { StartOverView } from '../../../src-core/ipc/subjects/start-over.ts';
import type { Backups } from '../backups/backups.ts';
import { BUILT_IN, type Connections } from '../connections/connections.ts';
import { heldWork } from '../connections/held-work.ts';
import type { DeskContext } from '../desk-context.ts';
import { ordersNotPlaced } from '../orders/open-runs.ts';
import type { PrintHouse } from '../print-house/print-house.ts';
import { hotFolders } from '../store/schema.ts';
import { booksNotSent } from '../uploads/upload-jobs.ts';
import { decideToStartOver, endStartOver, startOverOfService } from './decided.ts';
import type { FormerSandboxes } from './former-sandboxes.ts';

interface StartOverPorts {
  readonly connections: Connections;
  readonly printHouse: PrintHouse;
  readonly backups: Backups;
  readonly former: FormerSandboxes;
  /** Whether something is being sent, ordered, exported, packed or backed up, at any connection. */
  readonly isBusy: () => boolean;
}

/** The file is written, and nothing has been taken away. */
export interface PreparedStartOver {
  /** To be called right before the studio closes: the next start does the rest. Throws as `prepare` does, and nothing is decided then. */
  decide(): Promise<void>;
  /** Nothing of it stays. */
  withdraw(): Promise<void>;
}

/** Starting over with the Sandbox of the built-in service (docs/decisions/0083). */
export class StartOver {
  readonly #context: DeskContext;
  readonly #ports: StartOverPorts;

  constructor(context: DeskContext, ports: StartOverPorts) {
    this.#context = context;
    this.#ports = ports;
  }

  /** Null where there is no built-in Sandbox. Throws SERVICE_NOT_STARTED, SERVICE_UNREACHABLE while its service cannot be asked. */
  async look(): Promise<StartOverView | null> {
    const { connections, printHouse, former, isBusy } = this.#ports;
    if (!connections.rows().some(({ connectionId }) => connectionId === BUILT_IN.sandbox)) return null;
    const { db } = this.#context;
    const sendsThere = and(eq(hotFolders.connectionId, BUILT_IN.sandbox), ne(hotFolders.whenGreen, 'nothing'));
    return {
      goes: await printHouse.sandboxContents(),
      onTheirWay: heldWork(db)(BUILT_IN.sandbox),
      notDone: { books: booksNotSent(db, BUILT_IN.sandbox), orders: ordersNotPlaced(db, BUILT_IN.sandbox) },
      isBusy: isBusy(),
      hotFolders: db.select({ all: count() }).from(hotFolders).where(sendsThere).get()?.all ?? 0,
      former: former.newest(),
    };
  }

  /**
   * Writes everything that is there into one file, which is kept seven days. `told` is what the operator was told that goes. Null: the writing was stopped.
   * Throws START_OVER_BUSY, START_OVER_CHANGED, BACKUP_… and what `look` throws; nothing was changed then.
   */
  async prepare(
    told: SandboxContents,
    dataDir: string,
    dumpService: (folder: string) => Promise<boolean>,
  ): Promise<PreparedStartOver | null> {
    await this.#mustBeAsTold(told);
    const place = this.#ports.former.nextPlace();
    const contents = await this.#ports.backups.writeAside(place, dataDir, dumpService);
    if (contents === null) return null;
    return {
      decide: async () => {
        // What came while the file was written is not in it.
        await this.#mustBeAsTold(told);
        decideToStartOver(this.#context.db, this.#context.ids.uuid(), basename(place));
        this.#context.changed('packages');
      },
      withdraw: async () => {
        await rm(place, { force: true });
        this.#context.changed('packages');
      },
    };
  }

  /** What `ServiceOptions.startOverId` has to be at the next start of the service. */
  ofService(): string | null {
    return startOverOfService(this.#context.db);
  }

  /** The built-in service has started, and was told. */
  serviceStarted(): void {
    endStartOver(this.#context.db);
  }

  async #mustBeAsTold(told: SandboxContents): Promise<void> {
    const { db } = this.#context;
    const { books, orders } = heldWork(db)(BUILT_IN.sandbox);
    if (books + orders > 0 || this.#ports.isBusy()) throw new AppError('START_OVER_BUSY');
    if (!isSameContents(told, await this.#ports.printHouse.sandboxContents())) throw new AppError('START_OVER_CHANGED');
  }
}
