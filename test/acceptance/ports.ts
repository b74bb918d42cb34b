import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below those that the system hands out by itself, so that nobody is given the port between the look and its use. */
const FROM = 20_000;
const TO = 32_000;

/** A file for each port that was given out, with the process that has it: a socket would be in the way of what it is for. */
const CLAIMS = join(tmpdir(), 'book-print-studio-ports');
const claimed: string[] = [];
process.once('exit', () => {
  for (const file of claimed) rmSync(file, { force: true });
});

/**
 * A port that nobody listens on, and that no other process of the tests is given before this one ends: what it is for may
 * listen on it seconds later.
 */
export async function freePort(): Promise<number> {
  mkdirSync(CLAIMS, { recursive: true });
  for (;;) {
    const port = randomInt(FROM, TO);
    if (claim(join(CLAIMS, String(port))) && (await isFree(port))) return port;
  }
}

function claim(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    claimed.push(file);
    return true;
  } catch {
    // What a killed process left behind is free from the next look on.
    if (!isAlive(file)) rmSync(file, { force: true });
    return false;
  }
}

function isAlive(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
