import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Messages after which a client of PostgreSQL waits for an answer: a simple query, and the end of an extended one (protocol 3, Sync). */
const ASKS = new Set(['Q', 'S']);
const HEAD_BYTES = 5;

/** A line to the database that counts how often a client waited for it. */
export interface DatabaseLine {
  /** Of the database, by way of the line. */
  readonly url: string;
  roundTrips(): number;
  close(): void;
}

export async function lineTo(databaseUrl: string): Promise<DatabaseLine> {
  const address = new URL(databaseUrl);
  let roundTrips = 0;
  const ends = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(address.port), address.hostname);
    const count = counter(() => (roundTrips += 1));
    client.on('data', count);
    for (const end of [client, database]) {
      ends.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        client.destroy();
        database.destroy();
      });
    }
    client.pipe(database).pipe(client);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    roundTrips: () => roundTrips,
    close: () => {
      server.close();
      for (const end of ends) end.destroy();
    },
  };
}

/** Reads what a client sends, however it is cut, and tells of every message that asks for an answer. */
function counter(told: () => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isBegun = false;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      // The first message has no letter of its own.
      const headBytes = isBegun ? HEAD_BYTES : HEAD_BYTES - 1;
      if (rest.length < headBytes) return;
      const length = rest.readInt32BE(headBytes - 4) + headBytes - 4;
      if (rest.length < length) return;
      if (isBegun && ASKS.has(String.fromCharCode(rest[0] ?? 0))) told();
      rest = rest.subarray(length);
      isBegun = true;
    }
  };
}
