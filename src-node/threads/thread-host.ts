import { fork } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { DiskWait } from './disk-wait.ts';
import { MAX_RESIDENT_MB } from './guarded-process.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

/** How a host ended that nobody asked to. */
export interface HostEnd {
  readonly reason: 'memory' | 'ended';
  readonly detail: string;
  /** It has not ended: it waits in the system, and was left behind. */
  readonly isSilent?: true;
}

export interface HostLimits {
  readonly memoryMb: number;
  readonly leavesFilesOpen?: boolean;
}

/** Where a script runs beside its caller's own thread, and able to die of its work. It speaks by `answerTasks`. */
export interface ThreadHost<Task, Answer, Errand> {
  post(message: ToThread<Task>): void;
  onMessage(listener: (message: FromThread<Answer, Errand>) => void): void;
  /** Resolves when it is gone, or left behind. */
  readonly gone: Promise<HostEnd>;
  /** Resolves when it is gone, however late. */
  readonly ended: Promise<void>;
  /** Ends it by force, wherever it is. What waits in the system, for a disk that does not answer, is left behind until that does. */
  kill(): void;
  /** How long it has been waiting for a disk, in milliseconds; 0 where it does not, or where that is not seen. */
  waitsForDiskMs(): number;
}

/** How long one that is ended by force may take to go before it is left behind. */
const FORCE_MS = 3_000;
const leftBehind = new Set<Worker>();

/** Threads of this process that no force ends. While there are any the process, too, ends by force alone. */
export const threadsLeftBehind = (): number => leftBehind.size;

/** A thread: cheap and quick. Its JavaScript has a memory limit; what a native library does to memory, it does to the process. */
export function openThread<Task, Answer, Errand>(
  script: URL,
  { memoryMb, leavesFilesOpen = false }: HostLimits,
): ThreadHost<Task, Answer, Errand> {
  // Libraries that write about damaged files to standard output would write into what its reader takes for answers.
  const diskWait = new DiskWait();
  const worker = new Worker(script, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    workerData: { diskWait: diskWait.shared },
    trackUnmanagedFds: !leavesFilesOpen,
    stdout: true,
  });
  worker.stdout.resume();
  worker.unref();
  let broke: HostEnd | null = null;
  worker.once('error', (error: Error & { code?: string }) => {
    broke = { reason: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'ended', detail: error.message };
  });
  let abandon = (): void => undefined;
  const gone = new Promise<HostEnd>((done) => {
    worker.once('exit', (code) => {
      leftBehind.delete(worker);
      done(broke ?? { reason: 'ended', detail: `the thread ended with ${code}` });
    });
    abandon = () => {
      leftBehind.add(worker);
      done({ reason: 'ended', detail: 'the thread could not be ended', isSilent: true });
    };
  });
  const ended = new Promise<void>((done) => worker.once('exit', () => done()));
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => void worker.on('message', listener),
    gone,
    ended,
    kill: () => {
      const patience = setTimeout(abandon, FORCE_MS);
      void worker.terminate().finally(() => clearTimeout(patience));
    },
    waitsForDiskMs: () => diskWait.lastsMs,
  };
}

/** What a process may know of its surroundings: neither the database nor the store's keys. */
const PASSED_ON = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'TZ', 'LANG', 'SystemRoot'];
/** With what lies outside of JavaScript: decoded pictures, PDFium, fonts. */
const RESIDENT_LIMIT_FACTOR = 2;

/**
 * A process of its own: whatever the work does, only this process dies of it. The script looks after the rest (no orphan,
 * a limit of all its memory, first in line when the system is out of memory): guarded-process.ts.
 */
export function openProcess<Task, Answer, Errand>(
  script: URL,
  { memoryMb }: HostLimits,
): ThreadHost<Task, Answer, Errand> {
  const child = fork(script, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMb}`],
    env: {
      ...Object.fromEntries(
        PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
      ),
      [MAX_RESIDENT_MB]: String(memoryMb * RESIDENT_LIMIT_FACTOR),
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = new Promise<HostEnd>((done) => {
    child.once('error', (error) => done({ reason: 'ended', detail: `the process broke: ${error.message}` }));
    child.once('exit', (code, signal) => done({ reason: 'ended', detail: `the process ended with ${signal ?? code}` }));
  });
  return {
    // One that is gone already says so in `gone`.
    post: (message) => void child.send(message, () => {}),
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromThread<Answer, Errand>)),
    gone,
    ended: gone.then(() => undefined),
    kill: () => void child.kill('SIGKILL'),
    waitsForDiskMs: () => 0,
  };
}

/** Electron's service runs where no further process of plain Node can be had: the packaged app does not lend itself as one. */
export const canHaveProcess = process.versions['electron'] === undefined;
