import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { APP_HOST, APP_SCHEME } from '../../src-core/ipc/channels.ts';
import type { DiskFile } from '../../src-node/disks/disk-file.ts';
import { parseRange } from './byte-range.ts';
import type { Development } from './development.ts';
import { PERMISSIONS_POLICY } from './unused-powers.ts';

/**
 * What the page may do, sent with every answer of `app://studio`.
 *
 * `'wasm-unsafe-eval'` lets pdf.js run its WebAssembly decoders (JPEG 2000, JBIG2, ICC colour): books for print use all
 * three. It allows no script text to be evaluated. Workers carry the policy of their own script's answer, so `blob:`
 * stays out of `script-src`.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const BASE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'permissions-policy': PERMISSIONS_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** Where the window's page lies. */
export const HOME_URL = `${APP_SCHEME}://${APP_HOST}/`;

/** A file on disk, and what is answered as if it stood behind its last byte. */
export interface FileBytes {
  readonly path: string;
  readonly behind: Uint8Array | null;
}

export interface AppSchemeOptions {
  /** The folder of the built page. Nothing outside of it is ever answered. */
  readonly pageRoot: string;
  /** The folder of the fonts, which page, painter and reports share. */
  readonly fonts: string;
  /** Where a file of the library lies; null when the name of its bytes is not known or they lie there no more. */
  readonly fileOf: (bytesId: string) => Promise<FileBytes | null>;
  /** To be read by another thread than the page's own files: its disk may not answer. */
  readonly openFile: (path: string) => Promise<DiskFile | null>;
  /** Where the preview of a picture lies, by the hash of its bytes: it never changes. Null: there is none. */
  readonly previewOf: (hash: string, px: number) => Promise<string | null>;
  readonly development?: Development | undefined;
}

/** Whether an address is one of the app's own. Compares parts: `origin` of such an address is the string `null`. */
export function isAppUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST && url.username === '' && url.port === '';
}

/** Answers `app://studio/…`: the built page, below `/fonts/` what it is set in, below `/files/` the library's PDFs by the name of their bytes, with ranges, and below `/previews/` pictures by their hash. */
export function answerAppRequest(options: AppSchemeOptions): (request: Request) => Promise<Response> {
  const root = resolve(options.pageRoot);
  const fonts = resolve(options.fonts);
  return async (request) => {
    if (!isAppUrl(request.url)) return refusal(403);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405);
    const path = decodedPath(request.url);
    if (path === null) return refusal(400);
    if (path.startsWith('/files/')) {
      const place = await options.fileOf(path.slice('/files/'.length));
      const file = place === null ? null : await options.openFile(place.path);
      return place === null || file === null ? refusal(404) : sendOpened(request, file, place.behind);
    }
    const preview = /^\/previews\/([0-9a-f]{64})\/(\d{1,5})$/.exec(path);
    if (preview !== null) {
      const place = await options.previewOf(preview[1] ?? '', Number(preview[2]));
      if (place === null) return refusal(404);
      return send(request, place, 'image/jpeg', 'max-age=31536000, immutable');
    }
    if (options.development !== undefined) return served(options.development, request);
    const place = path.startsWith('/fonts/')
      ? insideOf(fonts, path.slice('/fonts'.length))
      : insideOf(root, path === '/' ? '/index.html' : path);
    if (place === null) return refusal(404);
    if (place.endsWith('.ttf.br')) return sendUnpacked(request, place);
    const type = CONTENT_TYPES[extname(place).toLowerCase()] ?? 'application/octet-stream';
    return send(request, place, type, 'no-cache');
  };
}

function decodedPath(address: string): string | null {
  try {
    const path = decodeURIComponent(new URL(address).pathname);
    return path.includes('\0') || path.includes('\\') ? null : path;
  } catch {
    return null;
  }
}

/** The prefix is compared with its separator: `<root>-other` is not inside of `<root>`. */
function insideOf(root: string, path: string): string | null {
  const place = resolve(root, `.${path}`);
  return place.startsWith(root + sep) ? place : null;
}

async function send(request: Request, place: string, type: string, caching: string): Promise<Response> {
  const size = await sizeOfFile(place);
  if (size === null) return refusal(404);
  return answer(request, size, type, caching, (start, end) => createReadStream(place, { start, end }));
}

/** A face that lies packed: it is read whole, once a window, when a text first asks for it. */
async function sendUnpacked(request: Request, place: string): Promise<Response> {
  const bytes = await readFile(place)
    .then(unpacked, () => null)
    .catch(() => null);
  if (bytes === null) return refusal(404);
  return answer(request, bytes.length, 'font/ttf', 'no-cache', (first, last) =>
    Readable.from([bytes.subarray(first, last + 1)], { objectMode: false }),
  );
}

const unpacked = promisify(brotliDecompress);

/** A file of the library and what stands behind it, and closes the file. */
function sendOpened(request: Request, file: DiskFile, behind: Uint8Array | null): Response {
  let isRead = false;
  const size = file.found.size + (behind?.length ?? 0);
  const response = answer(request, size, 'application/pdf', 'no-store', (first, last) => {
    isRead = true;
    const bytes = Readable.from(parts(file, behind, first, last), { objectMode: false });
    return bytes.once('close', () => file.close());
  });
  if (!isRead) file.close();
  return response;
}

/** With the part of it that is asked for, from `first` to `last`. */
function answer(
  request: Request,
  size: number,
  type: string,
  caching: string,
  read: (first: number, last: number) => Readable,
): Response {
  const headers: Record<string, string> = {
    ...BASE_HEADERS,
    'content-type': type,
    'cache-control': caching,
    'accept-ranges': 'bytes',
  };
  const range = parseRange(request.headers.get('range'), size);
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } });
  const { first, last } = range ?? { first: 0, last: size - 1 };
  headers['content-length'] = String(last - first + 1);
  if (range !== null) headers['content-range'] = `bytes ${first}-${last}/${size}`;
  const status = range === null ? 200 : 206;
  if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers });
  const bytes = Readable.toWeb(read(first, last)) as NodeReadableStream<Uint8Array>;
  // Node's and the DOM's stream types describe the same object.
  return new Response(bytes as unknown as ReadableStream<Uint8Array>, { status, headers });
}

const READ_AT_ONCE_BYTES = 256 * 1024;

async function* parts(file: DiskFile, behind: Uint8Array | null, first: number, last: number) {
  const { size } = file.found;
  for (let at = first; at <= last && at < size; ) {
    const bytes = await file.read(at, Math.min(READ_AT_ONCE_BYTES, last + 1 - at, size - at));
    if (bytes === 'silent' || bytes === null || bytes.length === 0) throw new Error('the file was not read to its end');
    yield bytes;
    at += bytes.length;
  }
  if (behind !== null && last >= size) yield behind.subarray(Math.max(0, first - size), last + 1 - size);
}

async function served({ page, policy }: Development, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { status, headers, body } = await page(pathname + search);
  return new Response(body, {
    status,
    headers: {
      ...BASE_HEADERS,
      'content-security-policy': policy,
      'content-type': headers.get('content-type') ?? 'application/octet-stream',
      'cache-control': 'no-cache',
    },
  });
}

async function sizeOfFile(place: string): Promise<number | null> {
  try {
    const found = await stat(place);
    return found.isFile() ? found.size : null;
  } catch {
    return null;
  }
}

const refusal = (status: number): Response => new Response(null, { status, headers: BASE_HEADERS });
