import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { LIMITS } from '../../src-core/contract/limits.ts';
import { guardedExchange } from '../outbound/guarded-request.ts';
import { ServiceError } from '../service-error.ts';
import { downloadPicture, type DownloadContext, type Exchange } from './download-picture.ts';

const staged: Buffer[] = [];
const PUBLIC_ONLY: DownloadContext = {
  mayCallLocalAddresses: false,
  blobs: {
    stage: async (content) => {
      const bytes = await buffer(content);
      staged.push(bytes);
      return { path: '', sizeBytes: bytes.length, sha256: '' };
    },
  },
};

/** Public hosts that are not there, so that what they redirect to can be seen to be refused; everything else is called as in earnest. */
const publicHosts =
  (
    answers: Readonly<
      Record<string, { readonly status: number; readonly location?: string; readonly body?: Iterable<Buffer> }>
    >,
    asked: string[] = [],
  ): Exchange =>
  async (url, request, read) => {
    asked.push(url);
    const answer = answers[url];
    if (!answer) return guardedExchange(url, request, read);
    const { location } = answer;
    return read(
      Object.assign(Readable.from(answer.body ?? []), {
        statusCode: answer.status,
        headers: location === undefined ? {} : { location },
      }) as unknown as IncomingMessage,
    );
  };

const download = (url: string, exchange: Exchange) =>
  downloadPicture(PUBLIC_ONLY, url, 'photo', new AbortController().signal, exchange);

const refusal = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ServiceError)) throw new Error(`not refused: ${String(error)}`);
  expect([error.status, error.keep]).toEqual([400, true]);
  return error.texts[0] ?? '';
};

it.each([
  'http://127.0.0.1:1/a.png',
  'http://10.0.0.8/',
  'http://[::ffff:127.0.0.1]/',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
])('a redirect from a public host to %s is refused without a call', async (location) => {
  const asked: string[] = [];
  const exchange = publicHosts({ 'https://pictures.example/a.png': { status: 302, location } }, asked);
  expect(await refusal(download('https://pictures.example/a.png', exchange))).toContain('허용되지 않는 이미지 주소');
  expect(asked).toEqual(['https://pictures.example/a.png', new URL(location).href]);
});

it('a redirect to a public host is followed, a relative one too, three times at most', async () => {
  const picture = { status: 200, body: [Buffer.from('bytes')] };
  const exchange = publicHosts({
    'https://a.example/1': { status: 301, location: '/2' },
    'https://a.example/2': { status: 307, location: 'https://b.example/3' },
    'https://b.example/3': { status: 308, location: 'https://b.example/4' },
    'https://b.example/4': picture,
    'https://b.example/0': { status: 303, location: 'https://a.example/1' },
  });
  expect((await download('https://a.example/1', exchange)).sizeBytes).toBe(5);
  expect(await refusal(download('https://b.example/0', exchange))).toContain('리디렉션');
});

it.each([204, 206, 304, 401, 404, 500])('an answer of %i is no picture', async (status) => {
  expect(await refusal(download('https://a.example/1', publicHosts({ 'https://a.example/1': { status } })))).toContain(
    String(status),
  );
});

it('a body without end is cut one byte beyond the limit', async () => {
  const endless = function* () {
    for (;;) yield Buffer.alloc(7 * 1024 * 1024);
  };
  const found = await download(
    'https://a.example/1',
    publicHosts({ 'https://a.example/1': { status: 200, body: endless() } }),
  );
  expect(found.sizeBytes).toBe(LIMITS.imageMaxBytes + 1);
});

it("a disk that fails is our fault, not the address's", async () => {
  const full = new Error('ENOSPC');
  const context: DownloadContext = { ...PUBLIC_ONLY, blobs: { stage: () => Promise.reject(full) } };
  const exchange = publicHosts({ 'https://a.example/1': { status: 200, body: [Buffer.from('bytes')] } });
  await expect(
    downloadPicture(context, 'https://a.example/1', 'photo', new AbortController().signal, exchange),
  ).rejects.toBe(full);
});

it('what was given up is not downloaded', async () => {
  const reason = new Error('another picture was refused');
  await expect(downloadPicture(PUBLIC_ONLY, 'https://8.8.8.8/a.png', 'photo', AbortSignal.abort(reason))).rejects.toBe(
    reason,
  );
});
