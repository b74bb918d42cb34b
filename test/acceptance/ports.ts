import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that the system hands out by itself, so that nobody is given the port between the look and its use. */
const FROM = 20_000;
const TO = 32_000;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, TO);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
