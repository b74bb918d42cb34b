import type { Log, SecretStore } from '../../src-core/ports.ts';

/** Under this name the operator finds the keys in Keychain Access, Credential Manager or Seahorse. */
export const KEYCHAIN_SERVICE = 'Book Print Studio';

/** Long enough to type the password of a locked keychain, short enough for one that never answers (a dead bus). */
const PROBE_LIMIT_MS = 20_000;
const PROBE_ACCOUNT = 'probe';

/** The part of keytar that is used. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, secret: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** A way to the OS keychain. */
export interface Bridge {
  readonly name: string;
  readonly load: () => Promise<Keychain>;
}

export interface SecretStoreOptions {
  readonly log: Log;
  /** Keeps apart what two data folders of one user store under the same account; null for the usual folder. */
  readonly scope: string | null;
  /** The first that loads is used. */
  readonly bridges?: readonly Bridge[];
  readonly probeLimitMs?: number;
}

/**
 * The OS keychain when a secret really goes in and comes out again, the memory of this run when not.
 * There is no weak file in between: a key on disk under a fixed password would only look protected.
 */
export async function openSecretStore(options: SecretStoreOptions): Promise<SecretStore> {
  try {
    const keychain = await firstThatLoads(options);
    await within(options.probeLimitMs ?? PROBE_LIMIT_MS, probe(keychain));
    return inKeychain(keychain, options.scope);
  } catch (error) {
    options.log.write('warn', 'no OS keychain: keys are kept for this session only', { error });
    return inMemory();
  }
}

/** What loads is kept, also where it finds no keychain: the other one would find none either. */
async function firstThatLoads({ bridges = BRIDGES, log }: SecretStoreOptions): Promise<Keychain> {
  for (const { name, load } of bridges)
    try {
      return await load();
    } catch (error) {
      log.write('warn', 'a bridge to the OS keychain does not load', { bridge: name, error });
    }
  throw new Error('no bridge to the OS keychain loads');
}

/**
 * keytar is the choice of whoever installs it and reads what it wrote; it is not maintained, has to be compiled for every system and wants
 * libsecret on Linux. The other one is maintained and needs neither (docs/decisions/0072).
 */
const BRIDGES: readonly Bridge[] = [
  { name: 'keytar', load: loadKeytar },
  { name: '@napi-rs/keyring', load: loadKeyring },
];

/** Loaded late: on a Linux without libsecret the addon itself does not load. */
async function loadKeytar(): Promise<Keychain> {
  // keytar is CommonJS: its functions stand on `default`, which its types don't say.
  const loaded: Keychain & { readonly default?: Keychain } = await import('keytar');
  return loaded.default ?? loaded;
}

async function loadKeyring(): Promise<Keychain> {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  // The other store of Linux is the kernel's memory, which forgets when the computer is switched off and would not say so.
  const options = { linux: { store: 'secret-service' as const } };
  const entry = (service: string, account: string) => new AsyncEntry(service, account, options);
  // keytar's own place in Windows' store, and UTF-8 there. On macOS both write to the same place.
  const keytars = (service: string, account: string) =>
    process.platform === 'win32' ? AsyncEntry.withTarget(`${service}/${account}`, service, account) : null;
  return {
    getPassword: async (service, account) => {
      const found = await entry(service, account).getPassword();
      if (found !== null) return found;
      const bytes = (await keytars(service, account)?.getSecret()) ?? null;
      return bytes === null ? null : Buffer.from(bytes).toString('utf8');
    },
    setPassword: (service, account, secret) => entry(service, account).setPassword(secret),
    deletePassword: async (service, account) => {
      const wasKeytars = (await keytars(service, account)?.deletePassword()) ?? false;
      return (await entry(service, account).deletePassword()) || wasKeytars;
    },
  };
}

async function probe(keychain: Keychain): Promise<void> {
  await keychain.setPassword(KEYCHAIN_SERVICE, PROBE_ACCOUNT, PROBE_ACCOUNT);
  const found = await keychain.getPassword(KEYCHAIN_SERVICE, PROBE_ACCOUNT);
  await keychain.deletePassword(KEYCHAIN_SERVICE, PROBE_ACCOUNT);
  if (found !== PROBE_ACCOUNT) throw new Error('the keychain gave back another value than it was given');
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer from the keychain within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function inKeychain(keychain: Keychain, scope: string | null): SecretStore {
  const nameOf = (account: string): string => (scope === null ? account : `${account} (${scope})`);
  return {
    state: 'osKeychain',
    get: (account) => keychain.getPassword(KEYCHAIN_SERVICE, nameOf(account)),
    set: (account, secret) => keychain.setPassword(KEYCHAIN_SERVICE, nameOf(account), secret),
    delete: async (account) => {
      await keychain.deletePassword(KEYCHAIN_SERVICE, nameOf(account));
    },
  };
}

function inMemory(): SecretStore {
  const secrets = new Map<string, string>();
  return {
    state: 'sessionOnly',
    get: async (account) => secrets.get(account) ?? null,
    set: async (account, secret) => {
      secrets.set(account, secret);
    },
    delete: async (account) => {
      secrets.delete(account);
    },
  };
}
