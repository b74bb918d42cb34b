import { expect, test } from 'vitest';
import { KEYCHAIN_SERVICE, openSecretStore, type Bridge, type Keychain } from './keychain.ts';

const log = { write: () => undefined };
const bridge = (load: () => Promise<Keychain>): Bridge => ({ name: 'made up', load });

function working(): Keychain & { readonly stored: Map<string, string> } {
  const stored = new Map<string, string>();
  return {
    stored,
    getPassword: async (service, account) => stored.get(`${service}/${account}`) ?? null,
    setPassword: async (service, account, secret) => void stored.set(`${service}/${account}`, secret),
    deletePassword: async (service, account) => stored.delete(`${service}/${account}`),
  };
}

test('a keychain that gives back what it was given is used, and the probe leaves nothing behind', async () => {
  const keychain = working();
  const store = await openSecretStore({ log, scope: null, bridges: [bridge(async () => keychain)] });
  expect([store.state, keychain.stored.size]).toEqual(['osKeychain', 0]);
  await store.set('built-in', 'key');
  expect([await store.get('built-in'), keychain.stored.get(`${KEYCHAIN_SERVICE}/built-in`)]).toEqual(['key', 'key']);
  await store.delete('built-in');
  expect(await store.get('built-in')).toBeNull();
});

test.each<[string, () => Promise<Keychain>]>([
  ['does not load', () => Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file'))],
  [
    'refuses',
    async () => ({
      ...working(),
      setPassword: () => Promise.reject(new Error('Cannot autolaunch D-Bus without X11 $DISPLAY')),
    }),
  ],
  ['forgets', async () => ({ ...working(), getPassword: async () => null })],
  ['never answers', async () => ({ ...working(), setPassword: () => new Promise<void>(() => undefined) })],
])('a keychain that %s means: this session only', async (_how, load) => {
  const store = await openSecretStore({ log, scope: null, bridges: [bridge(load)], probeLimitMs: 20 });
  expect(store.state).toBe('sessionOnly');
  await store.set('built-in', 'key');
  expect(await store.get('built-in')).toBe('key');
});

test('the next way to the keychain is taken where the first one does not load', async () => {
  const keychain = working();
  const broken = bridge(() => Promise.reject(new Error('compiled for another Node')));
  const store = await openSecretStore({ log, scope: null, bridges: [broken, bridge(async () => keychain)] });
  await store.set('built-in', 'key');
  expect([store.state, keychain.stored.get(`${KEYCHAIN_SERVICE}/built-in`)]).toEqual(['osKeychain', 'key']);
});

test('the first way that loads is the only one that is loaded', async () => {
  const unasked = bridge(() => Promise.reject(new Error('was asked')));
  const notes: string[] = [];
  const noted = { write: (_level: string, note: string) => void notes.push(note) };
  const forgetful = { ...working(), getPassword: async () => null };
  const store = await openSecretStore({
    log: noted,
    scope: null,
    bridges: [bridge(async () => forgetful), unasked],
  });
  expect([store.state, notes]).toEqual(['sessionOnly', [expect.stringMatching(/^no OS keychain/)]]);
});

test('two data folders of one user do not overwrite each other', async () => {
  const keychain = working();
  const [one, other] = await Promise.all(
    ['/data/a', '/data/b'].map((scope) => openSecretStore({ log, scope, bridges: [bridge(async () => keychain)] })),
  );
  await one?.set('built-in', 'first');
  await other?.set('built-in', 'second');
  expect([await one?.get('built-in'), await other?.get('built-in')]).toEqual(['first', 'second']);
});
