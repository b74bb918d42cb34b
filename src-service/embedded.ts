import {
  fromServiceSchema,
  toServiceSchema,
  type FromService,
  type ServiceOptions,
} from '../src-core/ipc/service-host.ts';
import { textLog } from './observability/service-log.ts';
import { sayingSteps } from './saying-steps.ts';
import { startOnThisComputer } from './start-on-this-computer.ts';
import type { RunningService } from './start-service.ts';

/** The end of the line to the parent: Electron's utility process has one form of it, a forked Node another. */
interface ParentLine {
  send(message: FromService): void;
  listen(onMessage: (message: unknown) => void, onGone: () => void): void;
}

interface ElectronParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}

function parentLine(): ParentLine {
  const port = (process as { parentPort?: ElectronParentPort }).parentPort;
  if (port) {
    return {
      send: (message) => port.postMessage(message),
      listen: (onMessage, onGone) => {
        port.on('message', (event) => onMessage(event.data));
        // A utility process learns of its parent's death by the loss of its pipes.
        process.on('disconnect', onGone);
        process.stdin.on('end', onGone);
      },
    };
  }
  if (!process.send) throw new Error('the embedded service runs only under a parent; alone it is the command line');
  return {
    send: (message) => process.send?.(message),
    listen: (onMessage, onGone) => {
      process.on('message', onMessage);
      process.on('disconnect', onGone);
    },
  };
}

const line = parentLine();
let running: RunningService | null = null;
let stopping = false;

async function hear(message: unknown): Promise<void> {
  const parsed = toServiceSchema.parse(message);
  if (parsed.type === 'stop') return stop();
  if (parsed.type === 'dump') return dump(parsed.folder);
  return start(parsed.options);
}

async function dump(folder: string): Promise<void> {
  try {
    if (running === null) throw new Error('the service has not started');
    await running.dump(folder);
    line.send({ type: 'dumped', reason: null });
  } catch (error) {
    line.send({ type: 'dumped', reason: error instanceof Error ? error.message : String(error) });
  }
}

async function start(options: ServiceOptions): Promise<void> {
  let reached: Extract<FromService, { type: 'step' }>['step'] | null = null;
  try {
    running = await sayingSteps(
      (step) => {
        reached = step;
        line.send({ type: 'step', step });
      },
      (onStep) =>
        startOnThisComputer(
          options,
          onStep,
          textLog((text) => process.stderr.write(`${text}\n`)),
        ),
    );
    if (stopping) return void (await running.close());
    running.onDatabase((state) => {
      line.send({ type: 'answering', isWell: state === 'there' });
      if (state === 'lost') void giveUp();
    });
    line.send(fromServiceSchema.parse({ type: 'ready', hello: running.hello }));
    // A parent that dies before it has kept the keys asks for new ones.
    await running.shown();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    line.send({ type: 'failed', step: reached, reason: error instanceof Error ? error.message : String(error) });
    process.exit(1);
  }
}

/** The parent starts another one, which makes everything anew. */
async function giveUp(): Promise<void> {
  if (stopping) return;
  stopping = true;
  process.stderr.write('the database did not come back: the service ends\n');
  await running?.close().catch(() => {});
  process.exit(1);
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await running?.close();
  line.send({ type: 'stopped' });
  process.exit(0);
}

line.listen(
  (message) => void hear(message),
  () => void stop().catch(() => process.exit(1)),
);
process.on('SIGTERM', () => void stop());
