import { parentPort } from 'node:worker_threads';
import { renderBook } from './render-book.ts';
import { RenderingFailed, type RenderOrder } from './render-order.ts';
import { guardProcess } from './render-process.ts';
import type { ErrandName, Errands, FromWorker, ToWorker } from './worker-messages.ts';

/** The line to the service: of a thread, or of a process of its own. */
interface Line {
  send(message: FromWorker): void;
  listen(listener: (message: ToWorker) => void): void;
  close(): void;
}

function openLine(): Line {
  const port = parentPort;
  if (port !== null) {
    return {
      send: (message) => port.postMessage(message),
      listen: (listener) => void port.on('message', listener),
      close: () => port.close(),
    };
  }
  if (!process.send) throw new Error('the render worker runs only for the service');
  guardProcess();
  return {
    send: (message) => process.send?.(message),
    listen: (listener) => void process.on('message', listener),
    close: () => process.disconnect(),
  };
}

/** Runs errands over the line to the service, one at a time. */
class ErrandRunner {
  private waiting: { readonly done: (answer: never) => void; readonly failed: (error: Error) => void } | null = null;
  private isStopped = false;

  constructor(private readonly line: Line) {}

  hear(message: Exclude<ToWorker, { type: 'render' }>): void {
    this.isStopped ||= message.type === 'stop';
    const current = this.waiting;
    this.waiting = null;
    if (this.isStopped) current?.failed(stopped());
    else if (message.type === 'answer') current?.done(message.answer as never);
  }

  readonly run = <N extends ErrandName>(name: N, ask: Errands[N]['ask']): Promise<Errands[N]['answer']> =>
    new Promise((done, failed) => {
      if (this.isStopped) return failed(stopped());
      this.waiting = { done, failed };
      this.line.send({ type: 'errand', name, ...ask } as FromWorker);
    });
}

const stopped = () => new RenderingFailed('the rendering was stopped', false);

/** Node's errors of system calls name the call: no space, no file handles, no right. */
const isMachines = (error: unknown): boolean =>
  error instanceof Error && ('syscall' in error || isMachines(error.cause));

async function render(order: RenderOrder, errands: ErrandRunner, line: Line): Promise<void> {
  try {
    line.send({ type: 'done', ...(await renderBook(order, errands.run)) });
  } catch (error) {
    line.send({
      type: 'failed',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      isFinal: error instanceof RenderingFailed && error.isFinal,
      isMachines: isMachines(error),
    });
  } finally {
    line.close();
  }
}

/** One rendering a thread or process: whatever it costs or breaks ends with it, while the service goes on answering. */
const line = openLine();
const errands = new ErrandRunner(line);
line.listen((message) => {
  if (message.type === 'render') void render(message.order, errands, line);
  else errands.hear(message);
});
