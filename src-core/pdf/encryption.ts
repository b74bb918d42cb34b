import { ascii } from './bytes.ts';
import type { DecryptStream, PdfDocument } from './document.ts';
import { PdfString, isDict, type PdfDict, type PdfValue } from './objects.ts';

/** The primitives that the standard security handler is made of; adapters have them from their platform. */
export interface PdfCrypto {
  digest(algorithm: 'md5' | 'sha256' | 'sha384' | 'sha512', data: Uint8Array): Uint8Array;
  /** AES in CBC mode without padding; the key has 16 or 32 bytes, the data a multiple of 16. */
  aesCbcDecrypt(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array;
  aesCbcEncrypt(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array;
}

export type EncryptionMethod = 'RC4' | 'AES-128' | 'AES-256' | 'none' | 'unknown';

export interface EncryptionFacts {
  readonly method: EncryptionMethod;
  /** Whether the empty user password opens the file; null when it could not be tried. */
  readonly opensWithoutPassword: boolean | null;
}

/** How much is kept of the key schedule of one handler. */
interface StandardHandler {
  readonly method: EncryptionMethod;
  readonly revision: number;
  readonly keyBytes: number;
  readonly owner: Uint8Array;
  readonly user: Uint8Array;
  readonly userKey: Uint8Array;
  readonly permissions: number;
  readonly encryptsMetadata: boolean;
}

const locked: DecryptStream = () => undefined;

/** ISO 32000-1, 7.6.3.3: what an empty password is padded to. */
const PASSWORD_PADDING = Uint8Array.from([
  0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e, 0x2e, 0x00,
  0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
]);
const NO_BYTES = new Uint8Array(0);
const AES_SALT = ascii('sAlT');
const AES_BLOCK_BYTES = 16;

/**
 * Finds out how the document is encrypted and tries the empty user password on it, so that its streams decode.
 * Null for a document that is not encrypted. Without `crypto` nothing is tried and streams stay closed.
 */
export function openEncryption(document: PdfDocument, crypto: PdfCrypto | undefined): EncryptionFacts | null {
  const entry = document.trailer.get('Encrypt');
  if (entry === undefined || entry === null) return null;
  document.decryptStream = locked;
  const dict = document.resolve(entry);
  const handler = isDict(dict) ? standardHandler(document, dict) : undefined;
  if (handler === undefined) return { method: 'unknown', opensWithoutPassword: null };
  const { method } = handler;
  if (method === 'none') {
    document.decryptStream = undefined;
    return { method, opensWithoutPassword: true };
  }
  if (crypto === undefined) return { method, opensWithoutPassword: null };
  const key = handler.revision >= 5 ? keyOfRevision5(handler, crypto) : keyOfRevision2(handler, document, crypto);
  if (key === undefined) return { method, opensWithoutPassword: false };
  document.decryptStream = decrypterOf(method, key, crypto);
  // What was read before the key was known may have been read wrongly.
  document.forgetObjects();
  return { method, opensWithoutPassword: true };
}

function standardHandler(document: PdfDocument, dict: PdfDict): StandardHandler | undefined {
  if (document.resolve(dict.get('Filter')) !== 'Standard') return undefined;
  const version = document.number(dict.get('V')) ?? 0;
  const revision = document.number(dict.get('R')) ?? 0;
  const bytesOf = (key: string): Uint8Array => {
    const value = document.resolve(dict.get(key));
    return value instanceof PdfString ? value.bytes : NO_BYTES;
  };
  const bits = document.number(dict.get('Length')) ?? 40;
  return {
    method: version >= 4 ? cryptFilterMethod(document, dict) : 'RC4',
    revision,
    keyBytes: version >= 4 ? 16 : revision === 2 ? 5 : Math.min(16, Math.max(5, bits >> 3)),
    owner: bytesOf('O'),
    user: bytesOf('U'),
    userKey: bytesOf('UE'),
    permissions: document.number(dict.get('P')) ?? 0,
    encryptsMetadata: document.resolve(dict.get('EncryptMetadata')) !== false,
  };
}

function cryptFilterMethod(document: PdfDocument, dict: PdfDict): EncryptionMethod {
  const name = document.resolve(dict.get('StmF')) ?? 'Identity';
  if (name === 'Identity') return 'none';
  const filters = document.resolve(dict.get('CF'));
  const filter = isDict(filters) && typeof name === 'string' ? document.resolve(filters.get(name)) : undefined;
  switch (isDict(filter) ? document.resolve(filter.get('CFM')) : undefined) {
    case 'V2':
      return 'RC4';
    case 'AESV2':
      return 'AES-128';
    case 'AESV3':
      return 'AES-256';
    case 'None':
      return 'none';
    default:
      return 'unknown';
  }
}

/** Algorithms 2 and 6 of ISO 32000-1, 7.6.3, for an empty user password. */
function keyOfRevision2(handler: StandardHandler, document: PdfDocument, crypto: PdfCrypto): Uint8Array | undefined {
  const id = firstId(document);
  const permissions = new Uint8Array(4);
  new DataView(permissions.buffer).setInt32(0, handler.permissions | 0, true);
  const metadataMark =
    handler.revision >= 4 && !handler.encryptsMetadata ? Uint8Array.from([255, 255, 255, 255]) : NO_BYTES;
  let key = crypto.digest(
    'md5',
    joined(PASSWORD_PADDING, handler.owner.subarray(0, 32), permissions, id, metadataMark),
  );
  const { keyBytes } = handler;
  if (handler.revision >= 3) for (let i = 0; i < 50; i++) key = crypto.digest('md5', key.subarray(0, keyBytes));
  key = key.slice(0, keyBytes);
  if (handler.revision === 2) return startsWith(handler.user, rc4(key, PASSWORD_PADDING)) ? key : undefined;
  let check = rc4(key, crypto.digest('md5', joined(PASSWORD_PADDING, id)));
  for (let i = 1; i <= 19; i++) {
    check = rc4(
      key.map((byte) => byte ^ i),
      check,
    );
  }
  return startsWith(handler.user, check) ? key : undefined;
}

/** Algorithm 2.A of ISO 32000-2 (revision 6) and Adobe's extension level 3 (revision 5), for an empty user password. */
function keyOfRevision5(handler: StandardHandler, crypto: PdfCrypto): Uint8Array | undefined {
  const { user, userKey, revision } = handler;
  if (user.length < 48 || userKey.length < 32) return undefined;
  const hash = (salt: Uint8Array) => (revision === 5 ? crypto.digest('sha256', salt) : hardenedHash(salt, crypto));
  if (!startsWith(user, hash(user.subarray(32, 40)))) return undefined;
  return crypto.aesCbcDecrypt(hash(user.subarray(40, 48)), new Uint8Array(AES_BLOCK_BYTES), userKey.subarray(0, 32));
}

/** Algorithm 2.B of ISO 32000-2 for an empty password without owner data. */
function hardenedHash(salt: Uint8Array, crypto: PdfCrypto): Uint8Array {
  let key = crypto.digest('sha256', salt);
  for (let round = 0; ; round++) {
    const repeated = new Uint8Array(key.length * 64);
    for (let i = 0; i < 64; i++) repeated.set(key, i * key.length);
    const encrypted = crypto.aesCbcEncrypt(key.subarray(0, 16), key.subarray(16, 32), repeated);
    let remainder = 0;
    for (let i = 0; i < 16; i++) remainder += encrypted[i] as number;
    key = crypto.digest((['sha256', 'sha384', 'sha512'] as const)[remainder % 3] as 'sha256', encrypted);
    if (round >= 63 && (encrypted[encrypted.length - 1] as number) <= round - 31) return key.slice(0, 32);
  }
}

function decrypterOf(method: EncryptionMethod, key: Uint8Array, crypto: PdfCrypto): DecryptStream {
  if (method === 'AES-256') return (data) => decryptAes(key, data, crypto);
  return (data, objectNumber, generation) => {
    const salt = Uint8Array.from([
      objectNumber & 0xff,
      (objectNumber >> 8) & 0xff,
      (objectNumber >> 16) & 0xff,
      generation & 0xff,
      (generation >> 8) & 0xff,
    ]);
    const material = joined(key, salt, method === 'AES-128' ? AES_SALT : NO_BYTES);
    const objectKey = crypto.digest('md5', material).slice(0, Math.min(16, key.length + 5));
    return method === 'AES-128' ? decryptAes(objectKey, data, crypto) : rc4(objectKey, data);
  };
}

/** The first block is the initialisation vector, the last byte tells how much padding to drop. */
function decryptAes(key: Uint8Array, data: Uint8Array, crypto: PdfCrypto): Uint8Array {
  const bodyBytes = Math.floor((data.length - AES_BLOCK_BYTES) / AES_BLOCK_BYTES) * AES_BLOCK_BYTES;
  if (bodyBytes <= 0) return NO_BYTES;
  const body = data.subarray(AES_BLOCK_BYTES, AES_BLOCK_BYTES + bodyBytes);
  const plain = crypto.aesCbcDecrypt(key, data.subarray(0, AES_BLOCK_BYTES), body);
  const padding = plain[plain.length - 1] ?? 0;
  return padding >= 1 && padding <= AES_BLOCK_BYTES ? plain.subarray(0, plain.length - padding) : plain;
}

function firstId(document: PdfDocument): Uint8Array {
  const ids = document.resolve(document.trailer.get('ID'));
  const first: PdfValue | undefined = Array.isArray(ids) ? document.resolve(ids[0]) : undefined;
  return first instanceof PdfString ? first.bytes : NO_BYTES;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return bytes.length >= start.length && start.every((byte, i) => bytes[i] === byte);
}

/** The RC4 cipher: broken as a protection, needed to open old files, and no longer offered by every platform. */
export function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = new Uint8Array(256);
  for (let i = 0; i < 256; i++) state[i] = i;
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] as number) + (key[i % key.length] as number)) & 0xff;
    swap(state, i, j);
  }
  const out = new Uint8Array(data.length);
  for (let n = 0, i = 0, j = 0; n < data.length; n++) {
    i = (i + 1) & 0xff;
    j = (j + (state[i] as number)) & 0xff;
    swap(state, i, j);
    out[n] = (data[n] as number) ^ (state[((state[i] as number) + (state[j] as number)) & 0xff] as number);
  }
  return out;
}

function swap(state: Uint8Array, i: number, j: number): void {
  const kept = state[i] as number;
  state[i] = state[j] as number;
  state[j] = kept;
}
