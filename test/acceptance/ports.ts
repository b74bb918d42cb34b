import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/** Below those that the system hands out by itself, so that nobody is given the port between the look and its use. */
const FROM = 20_000;
const TO = 32_000;

/** The tests' own loopback address, on which a port that was given out is held; where there is none the look has to do. */
const CLAIMS = '127.0.0.2';
const claims: Server[] = [];

/**
 * A port of 127.0.0.1 that nobody listens on, and that no other process of the tests is given before this one ends: what
 * it is for may listen on it seconds later.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, TO);
    const claim = await listening(port, CLAIMS);
    if (claim === 'taken') continue;
    const probe = await listening(port, '127.0.0.1');
    if (probe === 'taken' || probe === 'nowhere') {
      if (claim !== 'nowhere') claim.close();
      continue;
    }
    await new Promise((done) => probe.close(done));
    if (claim !== 'nowhere') claims.push(claim.unref());
    return port;
  }
}

const listening = (port: number, host: string) =>
  new Promise<Server | 'taken' | 'nowhere'>((done) => {
    const server = createServer((caller) => caller.destroy());
    server.once('error', ({ code }: NodeJS.ErrnoException) => done(code === 'EADDRNOTAVAIL' ? 'nowhere' : 'taken'));
    server.listen(port, host, () => done(server));
  });
