import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Messages of PostgreSQL's protocol 3 that ask for an answer: a simple query, and the end of an extended one (Sync). */
const ASKS = new Set(['Q', 'S']);
/** Those that hold a statement: a simple query, and Parse. */
const STATEMENTS = new Set(['Q', 'P']);
const HEAD_BYTES = 5;
/** Answers are held back for so long, as a network would: what a client sends meanwhile it did not wait with. */
const HELD_BACK_MS = 5;

/** A line to the database that counts how often a client waited for it: how often it asked something after it had heard an answer. */
export interface DatabaseLine {
  /** Of the database, by way of the line. */
  readonly url: string;
  roundTrips(): number;
  /** Of each connection there ever was, in the order in which they were made; each with whether a transaction was committed by it. */
  waysByConnection(): readonly (readonly Way[])[];
  close(): void;
}

export interface Way {
  commits: boolean;
}

export async function lineTo(databaseUrl: string): Promise<DatabaseLine> {
  const address = new URL(databaseUrl);
  const ways: Way[][] = [];
  const ends = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(address.port), address.hostname);
    const own: Way[] = [];
    ways.push(own);
    let hasHeard = true;
    let commits = false;
    const read = messages((type, text) => {
      if (STATEMENTS.has(type)) commits ||= /\bcommit\b/i.test(text());
      if (!ASKS.has(type)) return;
      if (hasHeard) own.push({ commits: false });
      hasHeard = false;
      const way = own.at(-1);
      if (way !== undefined) way.commits ||= commits;
      commits = false;
    });
    client.on('data', read);
    for (const end of [client, database]) {
      ends.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        client.destroy();
        database.destroy();
      });
    }
    client.pipe(database);
    database.on('data', (bytes) => {
      setTimeout(() => {
        hasHeard = true;
        client.write(bytes);
      }, HELD_BACK_MS);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    roundTrips: () => ways.reduce((sum, own) => sum + own.length, 0),
    waysByConnection: () => ways.map((own) => [...own]),
    close: () => {
      server.close();
      for (const end of ends) end.destroy();
    },
  };
}

/** Reads what a client sends, however it is cut, and tells of every message, by the letter of its kind. */
function messages(told: (type: string, text: () => string) => void): (bytes: Buffer) => void {
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
      const message = rest.subarray(headBytes, length);
      if (isBegun) told(String.fromCharCode(rest[0] ?? 0), () => message.toString('utf8'));
      rest = rest.subarray(length);
      isBegun = true;
    }
  };
}
