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

export interface SecretStoreOptions {
  readonly log: Log;
  /** Keeps apart what two data folders of one user store under the same account; null for the usual folder. */
  readonly scope: string | null;
  readonly load?: () => Promise<Keychain>;
  readonly probeLimitMs?: number;
}

/**
 * The OS keychain when a secret really goes in and comes out again, the memory of this run when not.
 * There is no weak file in between: a key on disk under a fixed password would only look protected.
 */
export async function openSecretStore(options: SecretStoreOptions): Promise<SecretStore> {
  try {
    const keychain = await within(options.probeLimitMs ?? PROBE_LIMIT_MS, probed(options.load ?? loadKeytar));
    return inKeychain(keychain, options.scope);
  } catch (error) {
    options.log.write('warn', 'no OS keychain: keys are kept for this session only', { error });
    return inMemory();
  }
}

/** Loaded late: on a Linux without libsecret the addon itself does not load. */
async function loadKeytar(): Promise<Keychain> {
  // keytar is CommonJS: its functions stand on `default`, which its types don't say.
  const loaded: Keychain & { readonly default?: Keychain } = await import('keytar');
  return loaded.default ?? loaded;
}

async function probed(load: () => Promise<Keychain>): Promise<Keychain> {
  const keychain = await load();
  await keychain.setPassword(KEYCHAIN_SERVICE, PROBE_ACCOUNT, PROBE_ACCOUNT);
  const found = await keychain.getPassword(KEYCHAIN_SERVICE, PROBE_ACCOUNT);
  await keychain.deletePassword(KEYCHAIN_SERVICE, PROBE_ACCOUNT);
  if (found !== PROBE_ACCOUNT) throw new Error('the keychain gave back another value than it was given');
  return keychain;
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
