import { AppError, isBookRefused } from '../../../src-core/desk/app-errors.ts';
import { FAILED_AGAIN_MS, MAX_TRIES, backOffMs } from '../../../src-core/desk/back-off.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { Connections } from '../connections/connections.ts';
import { noteOwnFault } from '../client/own-fault.ts';
import type { SendPace } from '../client/pdf-form.ts';
import type { DeskContext } from '../desk-context.ts';
import type { FileHashes } from '../preflight/file-hashes.ts';
import { nextTryMs } from '../runner/next-try.ts';
import { whyFormer } from './enqueue-books.ts';
import type { SendingProgress } from './sending-progress.ts';
import { BeginAgain, doStep, isFinalized, type JobRow, type StepDone, type StepPorts } from './upload-book.ts';
import type { UploadJobs } from './upload-jobs.ts';

/** Why a running upload was cut off: it goes back to its place in the queue. */
export class PutBack extends Error {}

/** What the job would send is not its book any more. */
class IsFormer extends Error {
  constructor(readonly why: AppError) {
    super(why.message);
  }
}

export interface SendingPorts {
  readonly context: DeskContext;
  readonly connections: Connections;
  readonly hashes: FileHashes;
  readonly jobs: UploadJobs;
  readonly progress: SendingProgress;
  readonly pace: SendPace;
  /** Whether the queue wants to pause after the file in hand. */
  readonly isPausing: () => boolean;
  readonly onStarted: () => void;
  /** Every other job would meet the same: a person is needed. */
  readonly onHeld: (reason: TextRef) => void;
  readonly onUploaded: () => void;
  readonly onFilesChanged: (bookId: string) => Promise<void>;
  /** The service refused a book that passed here: by other specs than those that are known here, or the checks differ. */
  readonly onRefused: (connectionId: string) => Promise<void>;
}

/** Sends a job that is due, step by step, each on the disk before the next, and writes down what came of it. */
export async function sendJob(ports: SendingPorts, due: JobRow, signal: AbortSignal): Promise<void> {
  const { context, connections, hashes, jobs, progress } = ports;
  const { jobId } = due;
  progress.begin(jobId);
  let job = jobs.start(due);
  ports.onStarted();
  try {
    mustBeItsBook(context, job);
    const stepPorts: StepPorts = {
      context,
      client: await connections.clientOf(job.connectionId),
      hashes,
      signal,
      pace: ports.pace,
      onSent: (bytes) => sent(ports, job, bytes),
      onRestart: (kind) => progress.restart(jobId, kind),
    };
    if (due.bookUid !== null && (await isFinalized(stepPorts, job))) return finish(ports, job, null);
    while (job.state.status === 'sending') {
      const { step } = job.state;
      mustBeItsBook(context, job);
      const stepDone = await doStep(stepPorts, job, step);
      if (step === 'finalize') return finish(ports, { ...job, ...stepDone.set }, stepDone.settled);
      job = jobs.stepDone(job, stepDone);
      progress.acknowledged(jobId);
      context.changed('queue');
      signal.throwIfAborted();
      if (ports.isPausing()) throw new PutBack();
    }
  } catch (error) {
    await stopped(ports, jobs.one(jobId) ?? job, error);
  }
}

/** Throws `IsFormer`. */
function mustBeItsBook({ db }: DeskContext, job: JobRow): void {
  const why = whyFormer(db, job);
  if (why !== null) throw new IsFormer(why);
}

function sent({ context, progress }: SendingPorts, { jobId, state }: JobRow, bytes: number): void {
  if (state.status !== 'sending') return;
  const kind = state.step === 'cover' || state.step === 'contents' ? state.step : null;
  if (progress.add(jobId, kind, bytes)) context.changed('progress');
}

function finish({ context, jobs, onUploaded }: SendingPorts, job: JobRow, settled: StepDone['settled']): void {
  jobs.finish(job, settled);
  context.changed('library');
  onUploaded();
}

interface GivenUp {
  readonly isChanged?: boolean;
  /** Null: only a person tries it again. */
  readonly againInMs?: number | null;
}

function giveUp(
  { context, jobs }: SendingPorts,
  job: JobRow,
  error: AppError,
  { isChanged = false, againInMs = null }: GivenUp = {},
): void {
  jobs.giveUp(job, error, { isChanged, againAtMs: againInMs === null ? null : context.clock.nowMs() + againInMs });
  context.changed('library');
}

/** What to do about a job that did not get on, by the retry class of its error. */
async function stopped(ports: SendingPorts, job: JobRow, error: unknown): Promise<void> {
  const { context, jobs } = ports;
  const attempts = job.attempts + 1;
  if (error instanceof PutBack) return jobs.putBack(job, {});
  if (error instanceof IsFormer) {
    jobs.giveUpFormer(job, error.why);
    context.changed('library');
    return;
  }
  if (error instanceof BeginAgain) {
    if (attempts >= MAX_TRIES) return giveUp(ports, job, new AppError('SERVICE_PREREQUISITE'));
    const notBeforeMs = context.clock.nowMs() + backOffMs(attempts, context.random());
    const { step, result } = error;
    return jobs.putBack(job, { ...result, attempts, notBeforeMs }, { type: 'redoFrom', step });
  }
  if (!(error instanceof AppError)) {
    context.log.write('error', 'an upload failed in an unknown way', { error });
    return giveUp(ports, job, new AppError('SERVICE_BAD_ANSWER', { cause: error }));
  }
  const told = { problem: error.text, serviceText: error.serviceText };
  const notBeforeMs = nextTryMs(context, error, attempts);
  switch (error.retry) {
    case 'holdLane':
      ports.onHeld(error.text);
      return jobs.putBack(job, told);
    case 'waitClass':
    case 'awaitDisk':
      return jobs.putBack(job, { ...told, notBeforeMs });
    case 'awaitService':
      return jobs.putBack(job, {});
    case 'sameKey':
      return jobs.putBack(job, { attempts, notBeforeMs });
    case 'backOff':
      if (attempts >= MAX_TRIES) return giveUp(ports, job, error, { againInMs: FAILED_AGAIN_MS });
      return jobs.putBack(job, { ...told, attempts, notBeforeMs });
    default: {
      noteOwnFault(context.log, error, 'a book');
      // The bytes on the disk are others than those that were judged, whatever their stamp says.
      const isChanged = error.code === 'FILE_CHANGED' || error.code === 'FILE_MISSING';
      giveUp(ports, job, error, { isChanged });
      if (isChanged) await ports.onFilesChanged(job.bookId);
      if (isBookRefused(error.code)) await ports.onRefused(job.connectionId);
    }
  }
}
