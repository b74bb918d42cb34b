import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTRACTS } from '../src-core/contract/profiles.ts';
import type { ServiceHello, ServiceOptions, ServiceStartStep } from '../src-core/ipc/service-host.ts';
import { prepareAccounts } from './accounts/first-run.ts';
import { openDiskBlobs } from './blobs/disk-blobs.ts';
import type { ServiceContext } from './context.ts';
import type { App } from './http/app.ts';
import { buildApp } from './http/build-app.ts';
import { Background } from './jobs/background.ts';
import { openPictureDecoding } from './pictures/picture-decoding.ts';
import { Faults } from './print-house/faults.ts';
import { followSharedClock } from './print-house/shared-clock.ts';
import { buildPrintHouseApp } from './print-house/print-house-app.ts';
import { loadCatalogue } from './specs/load-catalogue.ts';
import { hearAnnouncements } from './store/announcements.ts';
import { openDatabase } from './store/database.ts';
import { startEmbeddedPostgres } from './store/embedded-postgres.ts';
import { ServiceClock, systemIds } from './system-clock.ts';
import { tasksOf } from './tasks.ts';
import { loadTemplates } from './templates/load-templates.ts';

/** Where the service finds what it ships with. */
export interface ServiceFiles {
  readonly migrationsFolder: string;
  readonly catalogueFile: string;
  readonly templatesFolder: string;
  readonly fontsFolder: string;
  /** The bundled pictures/picture-worker.ts. */
  readonly pictureWorkerFile: string;
}

export interface ServiceStart extends ServiceOptions {
  readonly files: ServiceFiles;
  /** Off for load tests only. */
  readonly rateLimited: boolean;
  readonly sandboxPort: number;
  readonly livePort: number;
}

export interface RunningService {
  readonly hello: ServiceHello;
  /** Stops in phases: no new calls, the ones in flight, the database. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** Calls in flight may finish for this long after the service was told to stop. */
const FINISH_LIMIT_MS = 5_000;
const SWEEP_MS = 50;

async function closeListener(app: App): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), FINISH_LIMIT_MS);
  // A connection whose last call has been answered is kept alive for more of them, which will not come.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cutOff);
    clearInterval(sweep);
  }
}

/**
 * Starts the whole service on this computer: database, accounts, the Sandbox and the Live host and the print house's
 * side, each on a loopback port of its own. When a step fails, what was started before it is stopped again.
 */
export async function startService(options: ServiceStart, onStep: (step: ServiceStartStep) => void, onLog: (line: string) => void): Promise<RunningService> {
  const toClose: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of toClose.splice(0).reverse()) await end();
  };
  try {
    onStep('dataFolder');
    await mkdir(options.dataDir, { recursive: true });

    onStep('database');
    let url = options.databaseUrl;
    if (url === null) {
      const own = await startEmbeddedPostgres(join(options.dataDir, 'postgres'), onLog);
      toClose.push(() => own.stop());
      url = own.url;
    }
    const database = await openDatabase(url, options.files.migrationsFolder, onStep);
    toClose.push(() => database.close());

    // Only now: the leftovers that it removes may be a running service's, which the database would have told.
    const blobs = await openDiskBlobs(join(options.dataDir, 'blobs'));

    onStep('specs');
    const clock = new ServiceClock();
    const specs = await loadCatalogue(options.files.catalogueFile);
    const context: ServiceContext = {
      db: database.db,
      clock,
      ids: systemIds,
      contract: CONTRACTS[options.contract],
      specs,
      blobs,
      pictureDecoding: openPictureDecoding(options.files.pictureWorkerFile),
      templates: await loadTemplates(options.files.templatesFolder, specs),
      processName: systemIds.hex(12),
      mayCallLocalAddresses: options.allowLocalAddresses,
    };

    onStep('accounts');
    const keys = await prepareAccounts(context, { reissue: options.reissueKeys, openingSandboxCredit: options.openingSandboxCredit });

    const background = new Background(tasksOf(context), (task, error) => onLog(`${task}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`));
    const followed = await followSharedClock(context, clock);
    const hearing = await hearAnnouncements(url, (what) => {
      background.wake(what);
      if (what === 'state') void followed.read().catch((error: unknown) => onLog(String(error)));
    });
    toClose.push(() => hearing.close());

    onStep('listening');
    const faults = new Faults();
    const token = randomBytes(24).toString('hex');
    const listen = async (app: App, port: number) => {
      toClose.push(() => closeListener(app));
      return app.listen({ host: LOOPBACK, port });
    };
    const common = { context, rateLimited: options.rateLimited, faults };
    const sandboxUrl = await listen(await buildApp({ ...common, environment: 'sandbox' }), options.sandboxPort);
    const liveUrl = await listen(await buildApp({ ...common, environment: 'live' }), options.livePort);
    const printHouseUrl = await listen(await buildPrintHouseApp({ context, clock, faults, token }), 0);
    background.start();
    // Before the listeners: what is under way ends while the last calls are answered.
    toClose.push(() => background.stop());
    return {
      hello: {
        ready: true,
        contract: options.contract,
        sandboxUrl: `${sandboxUrl}/v1`,
        liveUrl: `${liveUrl}/v1`,
        keys,
        printHouse: { url: printHouseUrl, token },
        pid: process.pid,
        dataDir: options.dataDir,
      },
      close,
    };
  } catch (error) {
    await close().catch((closing: unknown) => onLog(`while stopping after a failed start: ${String(closing)}`));
    throw error;
  }
}
