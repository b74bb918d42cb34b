import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below those that the system hands out by itself, so that nobody is given the port between the look and its use. */
const FROM = 20_000;
const TO = 32_000;

/** Ports that were given out, held as those of another protocol: nobody listens for datagrams here. */
const claims: Socket[] = [];

/**
 * A port that nobody listens on, and that no other process of the tests is given before this one ends: what it is for may
 * listen on it seconds later.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, TO);
    const claim = await claimOf(port);
    if (claim === null) continue;
    if (await isFree(port)) {
      claims.push(claim);
      return port;
    }
    claim.close();
  }
}

const claimOf = (port: number) =>
  new Promise<Socket | null>((done) => {
    const socket = createSocket('udp4').unref();
    socket.once('error', () => done(null));
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => done(socket));
  });

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
