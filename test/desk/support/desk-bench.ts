import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { createDesk } from '../../../src-main/desk/create-desk.ts';
import type { Desk, DeskDeps } from '../../../src-main/desk/desk.ts';
import { systemClock, systemIds } from '../../../src-main/desk/system-ports.ts';
import { nextTimeOfDay } from '../../../src-core/desk/times-of-day.ts';
import type { Shipping } from '../../../src-core/contract/orders.ts';
import type { Clock, SecretStore } from '../../../src-core/ports.ts';
import { shippedFiles } from '../../../src-service/shipped-files.ts';
import { textLog } from '../../../src-service/observability/service-log.ts';
import { startOnThisComputer, type ServiceOfOneDesk } from '../../../src-service/start-on-this-computer.ts';
import type { Fault } from '../../../src-service/http/plugins/faults.ts';
import { HOWEVER_IT_PRINTS } from '../../fixtures/print-taken.ts';
import { EACH_ON_ITS_OWN } from '../../fixtures/order-plan.ts';

const root = resolve(import.meta.dirname, '../../..');
const MIGRATIONS = 'src-main/desk/store/migrations';
const CATALOGUE = 'resources/catalogue/book-specs.json';

export const address: Shipping = {
  recipientName: '홍길동',
  recipientPhone: '010-1234-5678',
  postalCode: '06236',
  address1: '서울특별시 강남구 테헤란로 152',
};

export function memorySecrets(): SecretStore {
  const secrets = new Map<string, string>();
  return {
    state: 'sessionOnly',
    get: async (account) => secrets.get(account) ?? null,
    set: async (account, secret) => void secrets.set(account, secret),
    delete: async (account) => void secrets.delete(account),
  };
}

/** Clock of the desk alone: moves ahead on demand. */
export class MovableClock implements Clock {
  aheadMs = 0;
  nowMs(): number {
    return systemClock.nowMs() + this.aheadMs;
  }
  /** Ahead to ten in the morning: no midnight comes while a test counts what belongs to a day. */
  toMorning(): void {
    this.aheadMs += nextTimeOfDay('10:00', this.nowMs()) - this.nowMs();
  }
}

export interface Bench {
  readonly dir: string;
  readonly service: ServiceOfOneDesk;
  readonly secrets: SecretStore;
  readonly clock: MovableClock;
  /** Opens a desk on a data folder of this name; the same name opens the same desk again. */
  openDesk(name: string, onChange?: DeskDeps['onChange']): Promise<Desk>;
  fault(fault: Fault): Promise<void>;
  printHouse<T>(method: string, path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

/** What a desk of its own data folder needs, with everything real but the keychain. */
export function depsOf(
  dataDir: string,
  {
    workerFile,
    samplesFolder,
    secrets = memorySecrets(),
    clock = systemClock,
    orderHoldMs = 0,
    repository = root,
  }: {
    readonly workerFile: string;
    readonly samplesFolder: string;
    readonly secrets?: SecretStore;
    readonly clock?: Clock;
    readonly orderHoldMs?: number;
    /** Where a bundle of this finds what lies beside the sources. */
    readonly repository?: string;
  },
): DeskDeps {
  return {
    appVersion: '0.0.0-test',
    opening: 'whole',
    dataDir,
    measures: join(dataDir, 'measures'),
    formerSandboxes: join(dataDir, 'former-sandboxes'),
    layouts: {
      folder: join(dataDir, 'layouts'),
      previews: join(dataDir, 'previews'),
      pictureWorkerUrl: pathToFileURL(join(dirname(workerFile), 'picture-worker.js')),
      exportWorkerUrl: pathToFileURL(join(dirname(workerFile), 'export-worker.js')),
      themesFolder: join(repository, 'resources/templates'),
      graphicsFolder: join(repository, 'resources/templates/graphics'),
      facesFolder: join(repository, 'resources/faces'),
    },
    migrationsFolder: join(repository, MIGRATIONS),
    catalogueFile: join(repository, CATALOGUE),
    samplesFolder,
    reportPlaces: { locales: join(repository, 'resources/locales'), fonts: join(repository, 'resources/fonts') },
    preflightWorkerUrl: pathToFileURL(workerFile),
    diskWorkerUrl: pathToFileURL(join(dirname(workerFile), 'disk-worker.js')),
    secretStore: secrets,
    clock,
    ids: systemIds,
    random: () => 0,
    log: { write: (level, message, fields) => level === 'error' && console.error(message, fields) },
    orderHoldMs: () => orderHoldMs,
    onChange: () => undefined,
  };
}

/** A real service with its own PostgreSQL, and desks that talk to it over HTTP. */
export async function openBench(workerFile: string, { credit }: { readonly credit: number }): Promise<Bench> {
  const dir = await mkdtemp(join(tmpdir(), 'desk-'));
  const service = await startOnThisComputer(
    {
      dataDir: join(dir, 'service'),
      contract: 'specified',
      databaseUrl: null,
      reissueKeys: false,
      openingSandboxCredit: credit,
      allowLocalAddresses: false,
      startOverId: null,
    },
    () => undefined,
    textLog(() => undefined),
    shippedFiles([join(dirname(workerFile), '../service')]),
  );
  const desks: Desk[] = [];
  const secrets = memorySecrets();
  const clock = new MovableClock();
  const { url, token } = service.hello.printHouse;
  const printHouse = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: T }).data;
  };
  return {
    dir,
    service,
    secrets,
    clock,
    openDesk: async (name, onChange = () => undefined) => {
      const deps = depsOf(join(dir, name), { workerFile, samplesFolder: join(dir, 'samples'), secrets, clock });
      const desk = await createDesk({ ...deps, onChange });
      desks.push(desk);
      return desk;
    },
    fault: async (fault) => void (await printHouse('POST', '/faults', fault)),
    printHouse,
    close: async () => {
      for (const desk of desks) await desk.close();
      await service.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Asks until the answer fits; the message tells what was last seen. */
export async function until<T>(ask: () => T | Promise<T>, fits: (answer: T) => boolean, limitMs = 100_000): Promise<T> {
  const endMs = Date.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    if (Date.now() > endMs) throw new Error(`still not so: ${JSON.stringify(answer, null, 1).slice(0, 3000)}`);
    await delay(25);
  }
}

export async function importFolder(desk: Desk, folder: string) {
  const { importId } = await desk.importPaths([folder]);
  return until(
    () => desk.handlers['imports.report']({ importId }),
    (report) => report.state !== 'scanning',
  );
}

export async function uploadAll(desk: Desk) {
  await desk.handlers['queue.upload']({ bookIds: [], print: HOWEVER_IT_PRINTS });
  return until(
    () => desk.statusSnapshot().queue,
    (queue) => queue.state === 'idle',
    60_000,
  );
}

export async function orderAll(
  desk: Desk,
  { onlyFitting = false, bookIds = [] }: { readonly onlyFitting?: boolean; readonly bookIds?: string[] } = {},
) {
  const reviewed = await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds });
  if (!reviewed.ok) throw new Error(reviewed.problem.key);
  const { runId } = await desk.handlers['orders.confirm']({
    print: HOWEVER_IT_PRINTS,
    reviewId: reviewed.review.reviewId,
    address,
    onlyFitting,
  });
  const run = await until(
    () => desk.handlers['orders.run']({ runId, since: null }),
    ({ state }) => state === 'done',
    60_000,
  );
  return { review: reviewed.review, runId, run };
}
