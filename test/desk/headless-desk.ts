import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Output } from '../../src-core/ipc/contract.ts';
import { serviceHelloSchema } from '../../src-core/ipc/service-host.ts';
import type { LibraryRow } from '../../src-core/ipc/subjects/library.ts';
import type { Log, SecretStore } from '../../src-core/ports.ts';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { systemIds, systemRandom } from '../../src-main/desk/system-ports.ts';
import { DieAfterCommit } from './support/die-after-commit.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { EACH_ON_ITS_OWN, linesOf } from '../fixtures/order-plan.ts';

type OrderRun = Output<'orders.run'>;

/**
 * The desk without a window: the app's own desk in plain Node, driven the way an operator drives it. Imports a folder,
 * uploads what is ready, reviews and confirms the orders, says each step as one JSON line, and ends. Started again on
 * the same data folder it goes on where it was, however it ended.
 *
 * Exit code 0: everything is ordered. 3: something needs a person; the `stopped` line says what.
 */
const { values } = parseArgs({
  options: {
    root: { type: 'string' },
    data: { type: 'string' },
    hello: { type: 'string' },
    folder: { type: 'string' },
    /** Where lies what the operator remembers, and what the system's keychain would: no part of the desk's own data. */
    operator: { type: 'string' },
    /** The operator's answer to "certainly not placed": order anew. */
    'order-again': { type: 'boolean', default: false },
    together: { type: 'boolean', default: false },
  },
});
const option = (name: 'root' | 'data' | 'hello' | 'folder'): string => {
  const given = values[name];
  if (given === undefined) throw new Error(`--${name} is missing`);
  return given;
};
const root = option('root');
const dataDir = option('data');
const folder = option('folder');
const operatorDir = values.operator ?? dataDir;
/** How far this desk's clock is from the computer's. */
let clockOffsetMs = Number(process.env['DESK_CLOCK_OFFSET_MS'] ?? '0');

/** Dies right after so many commits that an effect hangs on; empty lets it live. */
const dieAfter = process.env['DESK_DIE_AFTER_COMMIT'] ?? '';
const commits = new DieAfterCommit(dieAfter === '' ? null : Number(dieAfter));

const ADDRESS = {
  recipientName: '김하나',
  recipientPhone: '010-1234-5678',
  postalCode: '04524',
  address1: '서울특별시 중구 세종대로 110',
};
const RETRIES = 3;
const LOOK_EVERY_MS = 25;

const say = (event: string, fields: object = {}) => process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`);
const pause = (waitMs: number) => new Promise<void>((done) => setTimeout(done, waitMs));

interface Memory {
  readonly imported: readonly string[];
  readonly runIds: readonly string[];
}

/** What the operator would remember after a crash: which folders were dropped, which runs were confirmed. */
class OperatorMemory {
  readonly #file = join(operatorDir, 'operator.json');
  value: Memory = { imported: [], runIds: [] };

  constructor() {
    mkdirSync(operatorDir, { recursive: true });
    mkdirSync(dataDir, { recursive: true });
    try {
      this.value = JSON.parse(readFileSync(this.#file, 'utf8')) as Memory;
    } catch {
      // The first start.
    }
  }

  keep(news: Partial<Memory>): void {
    this.value = { ...this.value, ...news };
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.value));
    renameSync(`${this.#file}.new`, this.#file);
  }
}

/** Made for tests alone: keys lie in a file, because a killed process must find them again and CI has no keychain. */
function fileSecrets(file: string): SecretStore {
  const read = (): Record<string, string> => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    } catch {
      return {};
    }
  };
  const write = (secrets: Record<string, string>) => {
    writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return {
    state: 'sessionOnly',
    get: async (account) => read()[account] ?? null,
    set: async (account, secret) => write({ ...read(), [account]: secret }),
    delete: async (account) => {
      const { [account]: _gone, ...rest } = read();
      write(rest);
    },
  };
}

const log: Log = {
  write(level, message, fields) {
    if (level === 'debug' || level === 'info') return;
    const error = fields?.['error'];
    process.stderr.write(
      `${level}: ${message} ${error instanceof Error ? error.stack : JSON.stringify(fields ?? {})}\n`,
    );
  },
};

/** Says what changed since it last looked. */
class Reporter {
  readonly #desk: Desk;
  readonly #said = new Map<string, string>();
  readonly #runIds = new Set<string>();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  follow(runId: string): void {
    this.#runIds.add(runId);
  }

  async look(): Promise<void> {
    for (const { jobId, title, state, attempts } of (await this.#desk.handlers['queue.changes']({ since: null }))
      .rows) {
      this.#news(jobId, 'job', { title, ...state, attempts });
    }
    for (const runId of this.#runIds) {
      const { rows } = await this.#desk.handlers['orders.run']({ runId, since: null });
      for (const { intentId, titles, state, orderUid } of rows)
        this.#news(`${runId} ${intentId}`, 'order', { title: titles.join(', '), state, orderUid });
    }
  }

  #news(subject: string, event: string, fields: object): void {
    const line = JSON.stringify(fields);
    if (this.#said.get(subject) === line) return;
    this.#said.set(subject, line);
    say(event, fields);
  }
}

class NeedsPerson extends Error {
  readonly what: object;

  constructor(what: object) {
    super('something needs a person');
    this.what = what;
  }
}

class Operator {
  readonly #desk: Desk;
  readonly #memory: OperatorMemory;
  readonly #reporter: Reporter;

  constructor(desk: Desk, memory: OperatorMemory) {
    this.#desk = desk;
    this.#memory = memory;
    this.#reporter = new Reporter(desk);
  }

  async work(): Promise<void> {
    await this.#dropFolder();
    await this.#uploadAll();
    await this.#orderAll();
  }

  rows(): Promise<LibraryRow[]> {
    return this.#desk.handlers['library.changes']({ since: null }).then((list) => list.rows as LibraryRow[]);
  }

  async #dropFolder(): Promise<void> {
    if (!this.#memory.value.imported.includes(folder)) {
      const { importId } = await this.#desk.importPaths([folder]);
      for (;;) {
        const report = await this.#desk.handlers['imports.report']({ importId });
        if (report.state === 'cancelled') throw new NeedsPerson({ import: report });
        if (report.state === 'done') {
          await this.#takeLists(report.manifests);
          break;
        }
        await this.#look();
      }
      this.#memory.keep({ imported: [...this.#memory.value.imported, folder] });
    }
    await this.#whileAny(['checking']);
    say('imported', { books: (await this.rows()).map(({ title, stage, verdict }) => ({ title, stage, verdict })) });
  }

  /** What a list says that lay in the folder, unless it was taken over before. */
  async #takeLists(lists: readonly { readonly manifestId: string }[]): Promise<void> {
    for (const { manifestId } of lists) {
      const check = await this.#desk.handlers['manifests.check']({ manifestId });
      if ((check?.taken ?? 0) > 0) await this.#desk.handlers['manifests.take']({ manifestId, besides: [] });
    }
  }

  async #uploadAll(): Promise<void> {
    for (let round = 0; ; round += 1) {
      await this.#desk.handlers['queue.upload']({ bookIds: [], print: HOWEVER_IT_PRINTS });
      await this.#whileAny(['ready', 'queued', 'uploading']);
      const failed = (await this.rows()).filter(({ stage }) => stage === 'failed').map(({ bookId }) => bookId);
      if (failed.length === 0) return;
      const jobs = (await this.#desk.handlers['queue.changes']({ since: null })).rows.filter(
        ({ bookId, state }) => failed.includes(bookId) && state.status === 'failed',
      );
      if (round === RETRIES) throw new NeedsPerson({ jobs });
      await this.#desk.handlers['queue.retry']({ jobIds: jobs.map(({ jobId }) => jobId) });
    }
  }

  async #orderAll(): Promise<void> {
    for (const runId of this.#memory.value.runIds) {
      this.#reporter.follow(runId);
      const run = await this.#runEnd(runId);
      if (!values['order-again']) refuseUnordered(run);
    }
    await this.#whileAny(['ordering']);
    while ((await this.rows()).some(({ stage }) => stage === 'uploaded')) {
      // An estimate charges nothing, so that it may be asked for as often as the service is away.
      const answer = await this.#desk.handlers['orders.review']({
        ...EACH_ON_ITS_OWN,
        together: values.together,
        bookIds: [],
      });
      if (!answer.ok) {
        await pause(LOOK_EVERY_MS);
        continue;
      }
      const { runId } = await this.#desk.handlers['orders.confirm']({
        print: HOWEVER_IT_PRINTS,
        reviewId: answer.review.reviewId,
        address: ADDRESS,
        onlyFitting: false,
      });
      this.#memory.keep({ runIds: [...this.#memory.value.runIds, runId] });
      say('confirmed', { books: linesOf(answer.review).map(({ title }) => title), charge: answer.review.charge });
      this.#reporter.follow(runId);
      refuseUnordered(await this.#runEnd(runId));
    }
  }

  async #runEnd(runId: string): Promise<OrderRun> {
    for (;;) {
      const run = (await this.#desk.handlers['orders.run']({ runId, since: null })) as OrderRun;
      await this.#look();
      if (run.state === 'done') return run;
    }
  }

  async #whileAny(stages: readonly LibraryRow['stage'][]): Promise<void> {
    do await this.#look();
    while ((await this.rows()).some(({ stage }) => stages.includes(stage)));
  }

  async #look(): Promise<void> {
    await pause(LOOK_EVERY_MS);
    await this.#reporter.look();
  }
}

/** The desk found out for certain that these are not ordered: only a person orders them anew. */
function refuseUnordered(run: OrderRun): void {
  const unordered = run.rows.filter(({ state }) => state !== 'ordered');
  if (unordered.length > 0) throw new NeedsPerson({ orders: unordered });
}

const memory = new OperatorMemory();
const desk = await createDesk({
  appVersion: '0.0.0-test',
  opening: 'whole',
  dataDir,
  measures: join(dataDir, 'measures'),
  formerSandboxes: join(dataDir, 'former-sandboxes'),
  layouts: {
    folder: join(dataDir, 'layouts'),
    previews: join(dataDir, 'previews'),
    pictureWorkerUrl: new URL('./picture-worker.js', import.meta.url),
    exportWorkerUrl: new URL('./export-worker.js', import.meta.url),
    themesFolder: join(root, 'resources/templates'),
    graphicsFolder: join(root, 'resources/templates/graphics'),
    facesFolder: join(root, 'resources/faces'),
  },
  migrationsFolder: join(root, 'src-main/desk/store/migrations'),
  catalogueFile: join(root, 'resources/catalogue/book-specs.json'),
  samplesFolder: join(root, 'resources/samples'),
  reportPlaces: { locales: join(root, 'resources/locales'), fonts: join(root, 'resources/fonts') },
  preflightWorkerUrl: new URL('./preflight-worker.js', import.meta.url),
  diskWorkerUrl: new URL('./disk-worker.js', import.meta.url),
  secretStore: fileSecrets(join(operatorDir, 'secrets.json')),
  clock: { nowMs: () => Date.now() + clockOffsetMs },
  ids: systemIds,
  random: systemRandom,
  log,
  orderHoldMs: () => 0,
  onChange: () => undefined,
});
// The computer wakes: for how long it slept lies beside what the operator remembers.
process.on('SIGUSR2', () => {
  clockOffsetMs += Number(readFileSync(join(operatorDir, 'slept'), 'utf8'));
  void desk.wake();
});
say('started', { pid: process.pid });
const connected = await desk.connectBuiltIn(
  serviceHelloSchema.parse(JSON.parse(readFileSync(option('hello'), 'utf8'))),
);
say(connected);

const operator = new Operator(desk, memory);
try {
  await operator.work();
  const calls = (await desk.handlers['activity.list']({}))
    .map(({ method, path, status, bookId }) => ({ method, path, status, bookId }))
    .reverse();
  say('done', {
    books: (await operator.rows()).map(({ title, stage, bookId, bookUid, orderUid }) => ({
      title,
      stage,
      bookId,
      bookUid,
      orderUid,
    })),
    calls,
    commits: commits.commits,
  });
} catch (error) {
  if (!(error instanceof NeedsPerson)) throw error;
  say('stopped', error.what);
  process.exitCode = 3;
}
await desk.close();
