import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { startFauxqs } from 'fauxqs';
import { freePort } from './ports.ts';

export const BUCKET = 'books';

/** An S3 store of the tests behind a line that can be cut: it keeps what it holds meanwhile. */
export interface S3Store {
  readonly port: number;
  cut(): Promise<void>;
  mend(): Promise<void>;
  stop(): Promise<void>;
}

export async function startS3(): Promise<S3Store> {
  const store = await startFauxqs({ port: 0, host: 'localhost', logger: false });
  store.createBucket(BUCKET);
  const port = await freePort();
  const ends = new Set<Socket>();
  const line = createServer((caller) => {
    const called = connect(store.port, '127.0.0.1');
    for (const end of [caller, called]) {
      ends.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        ends.delete(end);
        caller.destroy();
        called.destroy();
      });
    }
    caller.pipe(called).pipe(caller);
  });
  const mend = async () => {
    line.listen(port, '127.0.0.1');
    await once(line, 'listening');
  };
  const cut = async () => {
    if (!line.listening) return;
    const closed = once(line, 'close');
    line.close();
    for (const end of ends) end.destroy();
    await closed;
  };
  await mend();
  return {
    port,
    cut,
    mend,
    async stop() {
      await cut();
      await store.stop();
    },
  };
}
