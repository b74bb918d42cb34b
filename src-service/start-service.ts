import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CONTRACTS } from '../src-core/contract/profiles.ts';
import type { ServiceHello, ServiceOptions, ServiceStartStep } from '../src-core/ipc/service-host.ts';
import { openTypefaces } from '../src-node/typefaces/open-typefaces.ts';
import { prepareAccounts, type FirstRun } from './accounts/first-run.ts';
import { openBlobs, prepareBlobs, type BlobPlace } from './blobs/open-blobs.ts';
import { openPdfJudging } from './books/pdf-judging.ts';
import type { Environment, ServiceContext } from './context.ts';
import { SimulatedGateway } from './credits/simulated-gateway.ts';
import type { App } from './http/app.ts';
import { buildApp } from './http/build-app.ts';
import type { RateCounting } from './http/plugins/rate-limits.ts';
import { Background } from './jobs/background.ts';
import { openPictureDecoding } from '../src-node/pictures/picture-decoding.ts';
import { openSubjectFinder } from '../src-node/pictures/subject-finder.ts';
import { Faults } from './http/plugins/faults.ts';
import { buildPrintHouseApp } from './print-house/print-house-app.ts';
import { SharedClock } from './print-house/shared-clock.ts';
import { Health, type DatabaseState } from './observability/health.ts';
import type { ServiceLog } from './observability/service-log.ts';
import { UNMEASURED } from './ports.ts';
import { isLoopback, type ConnectionLimits, type Network } from './network.ts';
import { startOver } from './sandbox/start-over.ts';
import { loadCatalogue, loadSpecProfiles } from './specs/load-catalogue.ts';
import { hearAnnouncements } from './store/announcements.ts';
import { openDatabase, type Database } from './store/database.ts';
import { dumpDatabase } from './store/portable/dump.ts';
import { keepBeforeUpdate } from './store/portable/keep-before-update.ts';
import { loadRestored, setFormerClusterAside } from './store/portable/load.ts';
import { lockedByKey } from './store/one-at-a-time.ts';
import { startEmbeddedPostgres, type OwnPostgres } from './store/postgres/embedded-postgres.ts';
import type { ServerState } from './store/postgres/server.ts';
import { Ends, type Stopping } from './stopping.ts';
import { realNowMs, ServiceClock, systemIds } from './system-clock.ts';
import { tasksOf } from './tasks.ts';
import { LayoutPictures } from './templates/layout-pictures.ts';
import { loadTemplates } from './templates/load-templates.ts';

/** Where the service finds what it ships with. */
export interface ServiceFiles {
  /** Tells the version. */
  readonly packageFile: string;
  readonly migrationsFolder: string;
  readonly catalogueFile: string;
  readonly specProfilesFile: string;
  readonly templatesFolder: string;
  readonly fontsFolder: string;
  readonly facesFolder: string;
  /** The bundled books/judge-worker.ts. */
  readonly judgeWorkerFile: string;
  /** The bundled src-node/pictures/picture-worker.ts. */
  readonly pictureWorkerFile: string;
  /** The bundled src-node/pictures/subject-worker.ts. */
  readonly subjectWorkerFile: string;
  /** The bundled src-node/painting/render-worker.ts. */
  readonly renderWorkerFile: string;
  /** The bundled templates/layout-worker.ts. */
  readonly layoutWorkerFile: string;
}

export interface ServiceStart extends ServiceOptions {
  readonly files: ServiceFiles;
  /** Off for load tests only. */
  readonly rateLimited: boolean;
  readonly sandboxPort: number;
  readonly livePort: number;
  readonly blobs: BlobPlace;
  readonly network: Network;
  readonly connections: ConnectionLimits;
  readonly stopping: Stopping;
  /** Books that this process renders at the same time. */
  readonly renderings: number;
  /** Whether `/docs` shows the documentation: not within the app, whose runtime cannot load it. */
  readonly hasDocs: boolean;
}

/** A service that others than this computer's programs reach has no print house side. */
export type RunningHello = Omit<ServiceHello, 'printHouse'> & {
  readonly printHouse: ServiceHello['printHouse'] | null;
};

export interface RunningService {
  readonly hello: RunningHello;
  /** To be called once `hello` has been handed over: keys that were never shown are made anew at the next start. */
  shown(): Promise<void>;
  /** Told when calls can no longer be answered well, and when they can again. `lost`: this process should be ended. */
  onDatabase(listener: (state: DatabaseState) => void): void;
  /** Writes everything that the database holds at one moment into a new folder, while calls go on. Throws what PostgreSQL and the file system throw. */
  dump(folder: string): Promise<void>;
  /** Stops in phases: unready, no new calls, those in flight and the work beside them, the database. */
  close(): Promise<void>;
}

const DATABASE_STATES = { ready: 'there', recovering: 'away', stopped: 'away', lost: 'lost' } as const satisfies Record<
  ServerState,
  DatabaseState
>;
const databaseStateOf = (state: ServerState): DatabaseState => DATABASE_STATES[state];

const SWEEP_MS = 50;

async function closeListener(app: App, finishMs: number): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), finishMs);
  // A connection whose last call has been answered is kept alive for more of them, which will not come.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cutOff);
    clearInterval(sweep);
  }
}

const versionOf = async (packageFile: string): Promise<string> =>
  JSON.parse(await readFile(packageFile, 'utf8')).version;

interface Opened {
  readonly context: ServiceContext;
  readonly clock: ServiceClock;
  readonly database: Database;
  readonly databaseUrl: string;
  /** Null: the database is somebody else's to keep running. */
  readonly ownPostgres: OwnPostgres | null;
  readonly firstRun: FirstRun;
}

/** Everything below the listeners: database, blobs, catalogue, first accounts. */
async function openService(
  options: ServiceStart,
  ends: Ends,
  onStep: (step: ServiceStartStep) => void,
  log: ServiceLog,
): Promise<Opened> {
  onStep('dataFolder');
  await mkdir(options.dataDir, { recursive: true });

  onStep('database');
  let { databaseUrl } = options;
  let ownPostgres: OwnPostgres | null = null;
  if (databaseUrl === null) {
    const cluster = join(options.dataDir, 'postgres');
    await setFormerClusterAside(options.dataDir, cluster);
    const own = await startEmbeddedPostgres(cluster, log.info);
    ends.push(() => own.stop());
    databaseUrl = own.url;
    const { migrationsFolder } = options.files;
    await loadRestored(databaseUrl, options.dataDir, migrationsFolder);
    await keepBeforeUpdate({ url: databaseUrl, dataDir: options.dataDir, migrationsFolder }, realNowMs(), log);
    ownPostgres = own;
  }
  const database = await openDatabase(databaseUrl, options.files.migrationsFolder, onStep);
  ends.push(() => database.close());

  // Only now: the leftovers that it removes may be a running service's, which the database would have told.
  const told = new Set<string>();
  const blobs = await openBlobs(options.blobs, options.dataDir, lockedByKey(database), ({ key, damage }) => {
    if (told.has(key)) return;
    told.add(key);
    log.error('a stored file is damaged; the same file uploaded again repairs it', new Error(`blob ${key}: ${damage}`));
  });

  onStep('specs');
  const clock = new ServiceClock();
  const specs = loadCatalogue(options.files.catalogueFile);
  const specProfiles = await loadSpecProfiles(options.files.specProfilesFile, specs);
  const { templatesFolder, fontsFolder } = options.files;
  const layoutPictures = new LayoutPictures(options.files.layoutWorkerFile, {
    fontsFolder,
    graphicsFolder: join(templatesFolder, 'graphics'),
  });
  ends.push(() => layoutPictures.close());
  const pdfJudging = openPdfJudging(options.files.judgeWorkerFile);
  ends.push(() => pdfJudging.close());
  const pictureDecoding = openPictureDecoding(options.files.pictureWorkerFile);
  ends.push(() => pictureDecoding.close());
  const subjects = openSubjectFinder(options.files.subjectWorkerFile, options.files.facesFolder, (detail) =>
    log.error('a picture was taken in without a look for its subject', new Error(detail)),
  );
  ends.push(() => subjects.close());
  // Its buyers are at the print house's side, which exists on this computer alone.
  const gateways = isLoopback(options.network.host)
    ? [new SimulatedGateway({ db: database.db, clock, ids: systemIds })]
    : [];
  const context: ServiceContext = {
    db: database.db,
    clock,
    ids: systemIds,
    contract: CONTRACTS[options.contract],
    specs,
    specProfiles,
    blobs,
    pdfJudging,
    pictureDecoding,
    subjects,
    paymentGateways: new Map(gateways.map((gateway) => [gateway.name, gateway])),
    typefaces: await openTypefaces(fontsFolder),
    templates: await loadTemplates(templatesFolder, specs, specProfiles),
    layoutPictures,
    measures: UNMEASURED,
    processName: systemIds.hex(12),
    mayCallLocalAddresses: options.allowLocalAddresses,
  };

  onStep('accounts');
  const firstRun = await prepareAccounts(database, context, {
    reissue: options.reissueKeys,
    openingSandboxCredit: options.openingSandboxCredit,
  });
  ends.push(firstRun.release);
  return { context, clock, database, databaseUrl, ownPostgres, firstRun };
}

/** What a first start does once, without serving: migrations, the bucket, accounts. Their keys are shown by `show`, null when it made none. */
export async function prepareService(
  options: ServiceStart,
  log: ServiceLog,
  show: (keys: ServiceHello['keys']) => Promise<void>,
): Promise<void> {
  const ends = new Ends();
  try {
    await prepareBlobs(options.blobs);
    const { firstRun } = await openService(options, ends, () => {}, log);
    await show(firstRun.keys);
    await firstRun.shown();
  } finally {
    await ends.run();
  }
}

/**
 * Starts the whole service: database, accounts, the Sandbox and the Live host, and on this computer the print house's
 * side, each on a port of its own. When a step fails, what was started before it is stopped again.
 */
export async function startService(
  options: ServiceStart,
  onStep: (step: ServiceStartStep) => void,
  log: ServiceLog,
): Promise<RunningService> {
  const { network, stopping } = options;
  const ends = new Ends();
  try {
    const opened = await openService(options, ends, onStep, log);
    const { clock, database, ownPostgres } = opened;
    const metrics =
      network.metricsPort === null
        ? null
        : (await import('./observability/metrics.ts')).openMetrics(
            database,
            opened.context,
            await versionOf(options.files.packageFile),
          );
    const context =
      metrics === null
        ? opened.context
        : { ...opened.context, blobs: metrics.counted(opened.context.blobs), measures: metrics.work };
    const checks = { database: database.check, migrations: database.checkMigrations, blobs: context.blobs.check };
    const health = new Health(checks, () => (ownPostgres === null ? 'there' : databaseStateOf(ownPostgres.state)));

    const background = new Background(tasksOf(context, options.files, options.renderings), (task, error) =>
      log.error(`background work: ${task}`, error),
    );
    const sharedClock = new SharedClock(context, clock);
    const faults = new Faults(context);
    const readShared = async () => {
      await Promise.all([sharedClock.read(), faults.read()]);
      background.wake('auto-production');
    };
    await readShared();
    const { startOverId, openingSandboxCredit } = options;
    if (startOverId !== null) await startOver(context, { startOverId, openingSandboxCredit });
    const hearing = await hearAnnouncements(opened.databaseUrl, (what) => {
      background.wake(what);
      if (what === 'state') void readShared().catch((error: unknown) => log.error('reading shared state', error));
    });
    ends.push(() => hearing.close());

    onStep('listening');
    const listeners: App[] = [];
    ends.push(() => Promise.all([background.stop(), ...listeners.map((app) => closeListener(app, stopping.finishMs))]));
    const listen = async (app: App, port: number) => {
      listeners.push(app);
      return app.listen({ host: network.host, port });
    };
    // A database of its own means no other process beside this one.
    const counting: RateCounting =
      options.databaseUrl === null ? { kind: 'here' } : { kind: 'together', db: database.aside };
    const rateCounting = options.rateLimited ? counting : null;
    const hostOf = async (environment: Environment, port: number) => {
      const app = await buildApp({
        context,
        rateCounting,
        faults,
        network,
        connections: options.connections,
        log,
        health,
        metrics,
        hasDocs: options.hasDocs,
        environment,
      });
      const url = await listen(app, port);
      return `${network.publicUrls?.[environment] ?? url}/v1`;
    };
    const sandboxUrl = await hostOf('sandbox', options.sandboxPort);
    const liveUrl = await hostOf('live', options.livePort);
    let printHouse: RunningHello['printHouse'] = null;
    if (isLoopback(network.host)) {
      const token = randomBytes(24).toString('hex');
      printHouse = {
        url: await listen(await buildPrintHouseApp({ context, clock: sharedClock, faults, token }), 0),
        token,
      };
    }
    if (metrics !== null && network.metricsPort !== null) {
      const { buildMetricsApp } = await import('./http/metrics-app.ts');
      await listen(await buildMetricsApp({ metrics, health }), network.metricsPort);
    }
    background.start();
    ends.push(async () => {
      health.stopAccepting();
      await delay(stopping.drainMs);
    });
    const { contract, dataDir } = options;
    return {
      hello: {
        ready: true,
        contract,
        sandboxUrl,
        liveUrl,
        keys: opened.firstRun.keys,
        printHouse,
        pid: process.pid,
        dataDir,
      },
      // Without the record the next start makes keys anew, and these stay good: no reason to end what runs well.
      shown: () =>
        opened.firstRun
          .shown()
          .catch((error: unknown) => log.error('first keys could not be recorded as shown', error)),
      onDatabase: (listener) =>
        ownPostgres?.onState((state) => state !== 'stopped' && listener(databaseStateOf(state))),
      dump: async (folder) => void (await dumpDatabase(opened.databaseUrl, folder)),
      close: () => ends.run(),
    };
  } catch (error) {
    await ends.run().catch((closing: unknown) => log.error('stopping after a failed start', closing));
    throw error;
  }
}
