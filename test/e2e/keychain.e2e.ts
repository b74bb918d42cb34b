import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { KEYCHAIN_SERVICE } from '../../src-main/shell/keychain.ts';
import { dropDataDir, launchStudio, newDataDir, type Studio } from './support/studio.ts';

const API_KEY = /^[A-Z]{2}[A-Za-z0-9]{10}\.[A-Za-z0-9_-]{32}$/;
/** A bus address where nobody listens: what a Linux without a Secret Service looks like to the app. */
const NO_BUS = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus', DISPLAY: process.env['DISPLAY'] ?? '' };

let studio: Studio | null = null;
let dataDir = '';

afterEach(async () => {
  await studio?.close();
  studio = null;
  dropDataDir(dataDir);
});

async function open(env: Readonly<Record<string, string>> = {}): Promise<Studio> {
  if (studio !== null) await studio.close();
  studio = await launchStudio({ dataDir, env });
  return studio;
}

/** What the keychain really holds, asked past the app. */
async function storedKeys(): Promise<readonly string[]> {
  const keytar = createRequire(import.meta.url)('keytar') as {
    findCredentials(service: string): Promise<{ readonly password: string }[]>;
  };
  return (await keytar.findCredentials(KEYCHAIN_SERVICE))
    .map((one) => one.password)
    .filter((secret) => API_KEY.test(secret));
}

/**
 * The keys that were written past keytar; they are taken out again. In a process of its own: keytar dies of an entry that it did not
 * write when it lists them all, which the studio never asks it for.
 */
const takePastKeytar = (): readonly string[] =>
  JSON.parse(execFileSync(process.execPath, ['-e', TAKE, KEYCHAIN_SERVICE], { encoding: 'utf8' })) as readonly string[];
const TAKE = `
  const { Entry, findCredentials } = require('@napi-rs/keyring');
  const found = findCredentials(process.argv[1]);
  for (const { account } of found) new Entry(process.argv[1], account).deletePassword();
  console.log(JSON.stringify(found.map(({ password }) => password)));
`;

test('the key rests in the Secret Service, and the next start finds it there', async () => {
  dataDir = newDataDir();
  const first = await open();
  expect((await first.call('app.info', {})).secretStore).toBe('osKeychain');
  await first.call('connections.startBuiltIn', {});
  const { connection } = await first.until((status) => status.phase === 'ready');
  expect(connection).toMatchObject({ kind: 'builtIn', environment: 'sandbox', keyState: 'osKeychain' });
  expect((await storedKeys()).some((key) => key.startsWith(`${connection?.keyPrefix}.`))).toBe(true);

  const second = await open();
  const again = await second.until((status) => status.phase === 'ready');
  expect(again.connection?.keyPrefix).toBe(connection?.keyPrefix);
});

test('where keytar does not load another bridge leads to the same keychain, and the next start finds the key there', async () => {
  dataDir = newDataDir();
  // A library that is none: keytar's addon does not load with it.
  const libraries = join(dataDir, 'libraries');
  mkdirSync(libraries);
  writeFileSync(join(libraries, 'libsecret-1.so.0'), 'not a library');
  const withoutKeytar = { LD_LIBRARY_PATH: libraries };
  const first = await open(withoutKeytar);
  expect((await first.call('app.info', {})).secretStore).toBe('osKeychain');
  await first.call('connections.startBuiltIn', {});
  const { connection } = await first.until((status) => status.phase === 'ready');
  expect(connection?.keyState).toBe('osKeychain');
  const second = await open(withoutKeytar);
  const again = await second.until((status) => status.phase === 'ready');
  expect(again.connection?.keyPrefix).toBe(connection?.keyPrefix);
  expect(takePastKeytar().some((key) => key.startsWith(`${connection?.keyPrefix}.`))).toBe(true);
});

test('without a Secret Service the app says so, works, and gets new keys at the next start', async () => {
  dataDir = newDataDir();
  const first = await open(NO_BUS);
  expect((await first.call('app.info', {})).secretStore).toBe('sessionOnly');
  await first.call('connections.startBuiltIn', {});
  const { connection } = await first.until((status) => status.phase === 'ready');
  expect(connection?.keyState).toBe('sessionOnly');

  const second = await open(NO_BUS);
  const again = await second.until((status) => status.phase === 'ready');
  expect(again.connection).toMatchObject({ keyState: 'sessionOnly' });
  expect(again.connection?.keyPrefix).not.toBe(connection?.keyPrefix);
});
