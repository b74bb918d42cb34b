import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DiskFile } from '../../src-node/disks/disk-file.ts';
import type { Found } from '../../src-node/disks/found.ts';
import { plainDisks } from '../../src-node/disks/testing/plain-disks.ts';
import { CONTENT_SECURITY_POLICY, answerAppRequest, isAppUrl } from './app-scheme.ts';
import type { Development } from './development.ts';

const HASH = 'a'.repeat(64);
const disks = plainDisks();
let opened = 0;
let home: string;
let answer: (request: Request) => Promise<Response>;
/** With a count of those that are open. */
const openFile = async (path: string): Promise<DiskFile | null> => {
  const file = await disks.open(path, 10_000);
  if (file === null || file === 'silent') return null;
  opened += 1;
  const close = file.close.bind(file);
  file.close = () => {
    opened -= 1;
    close();
  };
  return file;
};
const get = (address: string, headers: Record<string, string> = {}): Promise<Response> =>
  answer(new Request(address, { headers }));

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'app-scheme-'));
  mkdirSync(join(home, 'page/assets'), { recursive: true });
  mkdirSync(join(home, 'page-evil'));
  mkdirSync(join(home, 'fonts'));
  writeFileSync(join(home, 'fonts/Hangul-Regular.ttf'), 'glyphs');
  writeFileSync(join(home, 'fonts/Batang-Regular.ttf.br'), brotliCompressSync('packed glyphs'));
  writeFileSync(join(home, 'fonts/Broken-Regular.ttf.br'), 'no such thing');
  writeFileSync(join(home, 'page/index.html'), '<!doctype html>');
  writeFileSync(join(home, 'page/assets/한글 1.js'), 'export {}');
  writeFileSync(join(home, 'page-evil/stolen.txt'), 'secret');
  writeFileSync(join(home, 'secret.txt'), 'secret');
  writeFileSync(join(home, 'book.pdf'), '0123456789');
  writeFileSync(join(home, 'preview.jpg'), 'jpeg');
  const known = new Map([
    ['f 1', join(home, 'book.pdf')],
    ['gone', join(home, 'gone.pdf')],
  ]);
  answer = answerAppRequest({
    pageRoot: join(home, 'page'),
    fonts: join(home, 'fonts'),
    fileOf: async (fileId) => {
      const path = known.get(fileId);
      return path === undefined ? null : { path, behind: null };
    },
    openFile,
    previewOf: async (hash, px) => (hash === HASH && px === 1024 ? join(home, 'preview.jpg') : null),
  });
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

test('the page comes with its policy and its type', async () => {
  const page = await get('app://studio/');
  expect([page.status, page.headers.get('content-type'), page.headers.get('content-security-policy')]).toEqual([
    200,
    'text/html; charset=utf-8',
    CONTENT_SECURITY_POLICY,
  ]);
  expect(await page.text()).toBe('<!doctype html>');
  expect((await get('app://studio/assets/%ED%95%9C%EA%B8%80%201.js')).headers.get('content-type')).toBe(
    'text/javascript; charset=utf-8',
  );
});

test('fonts come from their own folder, and nothing beside it', async () => {
  const font = await get('app://studio/fonts/Hangul-Regular.ttf');
  expect([font.status, font.headers.get('content-type'), await font.text()]).toEqual([200, 'font/ttf', 'glyphs']);
  for (const path of [
    'fonts/',
    'fonts/%2e%2e/secret.txt',
    'fonts/..%2f..%2fsecret.txt',
    'fonts//etc/passwd',
    'Hangul-Regular.ttf',
  ])
    expect((await get(`app://studio/${path}`)).status, path).toBe(404);
});

test('a font that lies packed comes unpacked, in parts too; one that cannot be unpacked is none', async () => {
  const at = 'app://studio/fonts/Batang-Regular.ttf.br';
  const font = await get(at);
  expect([font.status, font.headers.get('content-type'), await font.text()]).toEqual([
    200,
    'font/ttf',
    'packed glyphs',
  ]);
  const part = await get(at, { range: 'bytes=7-' });
  expect([part.status, await part.text()]).toEqual([206, 'glyphs']);
  for (const name of ['Broken-Regular.ttf.br', 'Gone-Regular.ttf.br'])
    expect((await get(`app://studio/fonts/${name}`)).status, name).toBe(404);
});

test('a preview never changes, and is asked for by a hash and a size alone', async () => {
  const of = async (path: string) => {
    const { status, headers } = await get(`app://studio/previews/${path}`);
    return [status, headers.get('content-type'), headers.get('cache-control')];
  };
  expect(await of(`${HASH}/1024`)).toEqual([200, 'image/jpeg', 'max-age=31536000, immutable']);
  for (const path of [`${'b'.repeat(64)}/320`, `${HASH}/../secret.txt`, `${HASH}`, `${HASH}/320/1`, 'secret.txt/320'])
    expect((await of(path))[0], path).toBe(404);
});

test('the policy lets no text become script and no outside host be asked', () => {
  const policy = CONTENT_SECURITY_POLICY;
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/'unsafe-inline'|'unsafe-eval'|https?:|\*/);
});

test.each([
  'app://studio/../secret.txt',
  'app://studio/..%2fsecret.txt',
  'app://studio/%2e%2e/secret.txt',
  'app://studio/%2e%2e%2fsecret.txt',
  'app://studio/assets/..%2f..%2fsecret.txt',
  'app://studio/..%2fpage-evil%2fstolen.txt',
  'app://studio/..%5csecret.txt',
  'app://studio//etc/passwd',
  'app://studio/%00index.html',
  'app://studio/%ff',
  'app://studio/assets',
  'app://studio/files/..%2f..%2fsecret.txt',
  'app://studio/files/unknown',
  'app://studio/files/gone',
  'app://other/index.html',
  'app://studio.evil/index.html',
])('%s is refused', async (address) => {
  const { status } = await get(address);
  expect(status).toBeGreaterThanOrEqual(400);
});

test('a file of the library is sent whole, in ranges, and by HEAD', async () => {
  const whole = await get('app://studio/files/f%201');
  expect([
    whole.status,
    whole.headers.get('content-type'),
    whole.headers.get('accept-ranges'),
    whole.headers.get('content-length'),
  ]).toEqual([200, 'application/pdf', 'bytes', '10']);
  expect(await whole.text()).toBe('0123456789');
  const part = await get('app://studio/files/f%201', { range: 'bytes=2-4' });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234']);
  const beyond = await get('app://studio/files/f%201', { range: 'bytes=50-' });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  const head = await answer(new Request('app://studio/files/f%201', { method: 'HEAD' }));
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
});

test('what stands behind a file is sent as a part of it', async () => {
  const serve = answerAppRequest({
    pageRoot: join(home, 'page'),
    fonts: join(home, 'fonts'),
    fileOf: async () => ({ path: join(home, 'book.pdf'), behind: Buffer.from('abcdef') }),
    openFile,
    previewOf: async () => null,
  });
  const asked = async (range?: string) => {
    const response = await serve(
      new Request('app://studio/files/f', range === undefined ? {} : { headers: { range: `bytes=${range}` } }),
    );
    return [response.headers.get('content-length'), response.headers.get('content-range'), await response.text()];
  };
  expect(await asked()).toEqual(['16', null, '0123456789abcdef']);
  expect(await asked('2-4')).toEqual(['3', 'bytes 2-4/16', '234']);
  expect(await asked('8-12')).toEqual(['5', 'bytes 8-12/16', '89abc']);
  expect(await asked('9-9')).toEqual(['1', 'bytes 9-9/16', '9']);
  expect(await asked('10-10')).toEqual(['1', 'bytes 10-10/16', 'a']);
  expect(await asked('13-99')).toEqual(['3', 'bytes 13-15/16', 'def']);
});

test('a file of the library is closed when it was sent, was not wanted to its end, or not at all', async () => {
  const asked = (more: RequestInit = {}) => answer(new Request('app://studio/files/f%201', more));
  await (await asked()).text();
  await (await asked()).body?.cancel();
  await asked({ method: 'HEAD' });
  await asked({ headers: { range: 'bytes=99-' } });
  await vi.waitFor(() => expect(opened).toBe(0));
});

test('a file that ends before its end, or can be read no more, breaks off', async () => {
  const found = { size: 10 } as Found;
  for (const read of [new Uint8Array(0), null, 'silent'] as const) {
    const file = { found, read: async () => read, close: () => undefined } as unknown as DiskFile;
    const serve = answerAppRequest({
      pageRoot: home,
      fonts: home,
      fileOf: async () => ({ path: 'book.pdf', behind: null }),
      openFile: async () => file,
      previewOf: async () => null,
    });
    await expect((await serve(new Request('app://studio/files/f'))).text()).rejects.toThrow('not read to its end');
  }
});

test('nothing can be written', async () => {
  expect((await answer(new Request('app://studio/index.html', { method: 'POST', body: 'x' }))).status).toBe(405);
});

test.each([
  ['app://studio/', true],
  ['app://studio/files/1?x=http://example.invalid', true],
  ['http://example.invalid/?next=app://studio', false],
  ['app://studio@example.invalid/', false],
  ['app://example.invalid/app://studio', false],
  ['appx://studio/', false],
  ['app:studio', false],
  ['about:blank', false],
  ['', false],
])('%s is an address of our own: %s', (address, expected) => {
  expect(isAppUrl(address)).toBe(expected);
});

test('in a development run the page comes from its server, with the product’s headers, another policy, and the files as ever', async () => {
  const asked: string[] = [];
  const development: Development = {
    policy: 'the policy',
    chromiumSwitches: [],
    reaches: () => false,
    mayReload: true,
    opened: () => undefined,
    page: async (path) => {
      asked.push(path);
      return new Response('export {}', { headers: { 'content-type': 'text/javascript', 'x-other': 'left out' } });
    },
  };
  const serve = answerAppRequest({
    pageRoot: join(home, 'page'),
    fonts: join(home, 'fonts'),
    fileOf: async () => ({ path: join(home, 'book.pdf'), behind: null }),
    openFile,
    previewOf: async () => null,
    development,
  });
  const script = await serve(new Request('app://studio/main.tsx?t=1'));
  const built = await get('app://studio/');
  expect([...script.headers]).toEqual(
    [...built.headers]
      .filter(([name]) => name !== 'content-length' && name !== 'accept-ranges')
      .map(([name, value]) => [
        name,
        { 'content-security-policy': 'the policy', 'content-type': 'text/javascript' }[name] ?? value,
      ]),
  );
  expect([
    script.status,
    await script.text(),
    (await serve(new Request('app://studio/files/x'))).headers.get('content-type'),
    (await serve(new Request('app://other/'))).status,
  ]).toEqual([200, 'export {}', 'application/pdf', 403]);
  expect(asked).toEqual(['/main.tsx?t=1']);
});
