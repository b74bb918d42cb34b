import { fork } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** Where render-worker.js runs: beside its caller's own thread, and able to die of a book. */
export interface RenderHost {
  post(message: ToWorker): void;
  onMessage(listener: (message: FromWorker) => void): void;
  /** Resolves when it is gone, with how it ended. */
  readonly gone: Promise<string>;
  /** Ends it by force, wherever it is. */
  kill(): Promise<void>;
}

/** A thread: cheap and quick. Its JavaScript has a memory limit; what a native library does to memory, it does to the process. */
export function openThread(workerFile: string, maxMemoryMb: number): RenderHost {
  const worker = new Worker(pathToFileURL(workerFile), { resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb } });
  const gone = new Promise<string>((done) => {
    worker.once('error', (error) => done(`the thread broke: ${error.message}`));
    worker.once('exit', (code) => done(`the thread ended with ${code}`));
  });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => void worker.on('message', listener),
    gone,
    kill: async () => void (await worker.terminate()),
  };
}

/** What a book's rendering may know of its surroundings: neither the database nor the store's keys. */
const PASSED_ON = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'TZ', 'LANG', 'SystemRoot'];
/** With what lies outside of JavaScript: decoded pictures, PDFium, fonts. */
const RESIDENT_LIMIT_FACTOR = 2;

/**
 * A process of its own: whatever the book does, only this process dies of it. The worker looks after the rest (no orphan,
 * a limit of all its memory, first in line when the system is out of memory): render-process.ts.
 */
export function openProcess(workerFile: string, maxMemoryMb: number): RenderHost {
  const child = fork(workerFile, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${maxMemoryMb}`],
    env: {
      ...Object.fromEntries(
        PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
      ),
      RENDER_MAX_RESIDENT_MB: String(maxMemoryMb * RESIDENT_LIMIT_FACTOR),
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = new Promise<string>((done) => {
    child.once('error', (error) => done(`the process broke: ${error.message}`));
    child.once('exit', (code, signal) => done(`the process ended with ${signal ?? code}`));
  });
  return {
    // One that is gone already says so in `gone`.
    post: (message) => void child.send(message, () => {}),
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromWorker)),
    gone,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Electron's service runs where no further process of plain Node can be had: the packaged app does not lend itself as one. */
export const canHaveProcess = process.versions['electron'] === undefined;
