import { constants, setPriority } from 'node:os';
import { parentPort, type TransferListItem } from 'node:worker_threads';
import { guardProcess } from './guarded-process.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

/** What a task has of the one that wants it done. */
export interface TaskLine<Errand> {
  /** Aborted when the task is to end: its time is up, its caller called it off, the pool closes. */
  readonly stopping: AbortSignal;
  /** Has the caller do something. Rejects when that failed, and when the task is to end. */
  errand(errand: Errand): Promise<unknown>;
}

/**
 * The side of a `ThreadPool` within its thread or process: does the tasks that come, one after another. `handsOver` names
 * what of an answer is moved and not copied (threads only). Work gives way to that of the main thread, unless it is next to none.
 */
export function answerTasks<Task, Answer, Errand = never>(
  work: (task: Task, line: TaskLine<Errand>) => Promise<Answer> | Answer,
  handsOver: (answer: Answer) => TransferListItem[] = () => [],
  { givesWay = true } = {},
): void {
  const port = openPort<Task, Answer, Errand>();
  if (givesWay) giveWay();
  const stopping = new AbortController();
  const underWay = new Map<number, Pending>();
  let errands = 0;
  const line: TaskLine<Errand> = {
    stopping: stopping.signal,
    errand: async (errand) => {
      stopping.signal.throwIfAborted();
      const id = (errands += 1);
      return new Promise((resolve, reject) => {
        underWay.set(id, { resolve, reject });
        port.send({ type: 'errand', id, errand });
      });
    },
  };
  const take = (id: number) => {
    const pending = underWay.get(id);
    underWay.delete(id);
    return pending;
  };
  port.listen((message) => {
    switch (message.type) {
      case 'task':
        return void Promise.resolve(message.task)
          .then((task) => work(task, line))
          .then((answer) => port.send({ type: 'answer', answer }, handsOver(answer)))
          .catch((error: unknown) => port.send(failureOf(error)));
      case 'errandDone':
        return take(message.id)?.resolve(message.answer);
      case 'errandFailed':
        return take(message.id)?.reject(new Error(message.message));
      case 'stop':
        stopping.abort(new Error('the task was stopped'));
        for (const id of [...underWay.keys()]) take(id)?.reject(stopping.signal.reason);
        return;
      case 'leave':
        return port.close();
    }
  });
}

interface Pending {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The line to the pool: of a thread, or of a process. */
interface Port<Task, Answer, Errand> {
  send(message: FromThread<Answer, Errand>, moved?: TransferListItem[]): void;
  listen(listener: (message: ToThread<Task>) => void): void;
  close(): void;
}

function openPort<Task, Answer, Errand>(): Port<Task, Answer, Errand> {
  const port = parentPort;
  if (port !== null) {
    return {
      send: (message, moved = []) => port.postMessage(message, moved),
      listen: (listener) => void port.on('message', listener),
      close: () => port.close(),
    };
  }
  if (!process.send) throw new Error('this runs only as a thread or a process of a ThreadPool');
  guardProcess();
  return {
    send: (message) => process.send?.(message),
    listen: (listener) => void process.on('message', listener),
    close: () => process.disconnect(),
  };
}

const failureOf = (error: unknown) =>
  error instanceof Error
    ? ({
        type: 'failed',
        message: error.message,
        ...(error.stack === undefined ? {} : { stack: error.stack }),
      } as const)
    : ({ type: 'failed', message: String(error) } as const);

/** Who calls or looks at the window waits for the main thread. Only Linux has a priority for each thread. */
function giveWay(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
