import { appendFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import type { Desk } from '../../src-main/desk/desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { CountedLine } from './support/counted-line.ts';
import { importFolder, openBench, until, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

// What the public service was recorded to answer (service-facts 2.2), in place of a real one that passes the samples.
const refusal = (message: string, errorCode: string, errors: string[], fieldErrors: object[] = []) => ({
  status: 400,
  body: { success: false, message, data: null, errorCode, errors, fieldErrors },
});
const PDF_REFUSED = refusal('PDF 검증 실패', 'ERR_VALIDATION_FAILED', [
  '가로 크기가 다릅니다 (실제 249.0mm, 허용 544.0mm (+/-1mm))',
  '세로 크기가 다릅니다 (실제 254.0mm, 허용 288.0mm (+/-1mm))',
]);
const pagesRefused = (constraint: string, currentValue: number, requiredValue: unknown) =>
  refusal(
    'Bad Request',
    constraint === 'min' ? 'ERR_INSUFFICIENT_PAGES' : 'ERR_PAGECOUNT_INVALID',
    ['pageCount: 페이지 수가 맞지 않습니다'],
    [{ field: 'pageCount', message: '페이지 수가 맞지 않습니다', currentValue, requiredValue, constraint }],
  );

let bench: Bench;
let line: CountedLine;
let desk: Desk;

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 0 });
  line = await CountedLine.before(bench.service.hello.sandboxUrl);
  await cp(SAMPLES, join(bench.dir, 'samples'), { recursive: true });
  desk = await bench.openDesk('differ');
  await importFolder(desk, join(bench.dir, 'samples'));
  await desk.connectBuiltIn({ ...bench.service.hello, sandboxUrl: line.url });
  await until(rows, (now) => now.every(({ stage }) => stage !== 'checking'));
});
afterAll(async () => {
  await line?.close();
  await bench?.close();
});
beforeEach(() => {
  line.instead = () => null;
});

const rows = async () => (await desk.handlers['library.changes']({ since: null })).rows;
const jobOf = async (bookId: string) =>
  (await desk.handlers['queue.changes']({ since: null })).rows.findLast((job) => job.bookId === bookId);

/** A book that passes here, and what became of its upload. */
async function refused(place: RegExp, answer: { readonly status: number; readonly body: object }) {
  const bookId = (await rows()).find(({ stage }) => stage === 'ready')?.bookId ?? '';
  line.instead = ({ method, path }) => (method === 'POST' && place.test(path) ? answer : null);
  await desk.handlers['queue.upload']({ bookIds: [bookId], print: HOWEVER_IT_PRINTS });
  await until(
    () => jobOf(bookId),
    (job) => job?.state.status === 'failed',
  );
  return { bookId, job: await jobOf(bookId) };
}
const specsAsked = () => line.requests.filter(({ path }) => path.endsWith('/book-specs')).length;

it('a PDF that passed here and is refused there is told as a difference, in all words of the service, after the specs were asked for anew', async () => {
  const before = specsAsked();
  const { bookId, job } = await refused(/\/pdf-cover$/, PDF_REFUSED);
  expect(job).toMatchObject({
    state: { step: 'cover', code: 'SERVICE_REFUSED' },
    differs: true,
    serviceText: PDF_REFUSED.body.errors.join(' · '),
  });
  await until(specsAsked, (asked) => asked === before + 1);
  // Nothing tries again by itself what no try changes.
  expect(job?.nextTryAtMs).toBeNull();
  line.instead = () => null;
  await desk.handlers['queue.retry']({ jobIds: [job?.jobId ?? ''] });
  expect(
    await until(
      () => jobOf(bookId),
      (now) => now?.state.status === 'done',
    ),
  ).toMatchObject({ differs: false, serviceText: null });
});

it('holds for the book as it was refused: not once its files are others, nor while it is out of the library', async () => {
  const { bookId, job } = await refused(/\/pdf-cover$/, PDF_REFUSED);
  expect(job?.differs).toBe(true);
  const { undoId } = await desk.handlers['library.remove']({ bookIds: [bookId] });
  expect((await jobOf(bookId))?.differs).toBe(false);
  await desk.handlers['steps.takeBack']({ undoId });
  expect((await jobOf(bookId))?.differs).toBe(true);
  const book = await desk.handlers['library.book']({ bookId });
  const cover = desk.fileOf(book?.files.find(({ role }) => role === 'cover')?.fileId ?? '');
  await appendFile(cover, '% saved again\n');
  await importFolder(desk, join(bench.dir, 'samples'));
  const now = await until(
    () => jobOf(bookId),
    (one) => one?.differs === false,
  );
  expect(now?.state).toMatchObject({ status: 'failed', code: 'SERVICE_REFUSED' });
});

it.each([
  ['in between', /\/pdf-cover$/, { status: 413, body: { message: 'Payload Too Large' } }],
  [
    'of the title',
    /\/books$/,
    refusal(
      'Bad Request',
      'ERR_VALIDATION_FAILED',
      ['title: 255자 이하여야 합니다'],
      [{ field: 'title', message: '' }],
    ),
  ],
])('is none where a refusal %s judged no file', async (_what, place, answer) => {
  const { job } = await refused(place, answer);
  expect(job).toMatchObject({ state: { code: 'SERVICE_REFUSED' }, differs: false });
  await desk.handlers['queue.cancel']({ jobIds: [job?.jobId ?? ''] });
});

it.each([
  [
    pagesRefused('increment', 25, { min: 24, increment: 2 }),
    { key: 'both', params: { pages: 25, below: 24, above: 26 } },
  ],
  [pagesRefused('min', 24, 30), { key: 'above', params: { pages: 24, above: 30 } }],
  [pagesRefused('max', 200, 130), { key: 'below', params: { pages: 200, below: 130 } }],
])('a page count that is refused is told with the counts next to it', async (answer, { key, params }) => {
  const { bookId, job } = await refused(/\/books$/, answer);
  expect(job).toMatchObject({ differs: true, problem: { key: `desk.pages.${key}`, params } });
  await desk.handlers['queue.cancel']({ jobIds: [job?.jobId ?? ''] });
  expect(await jobOf(bookId)).toMatchObject({ differs: false });
});

it('one that does not fit says so in the words of its code', async () => {
  const { job } = await refused(/\/books$/, pagesRefused('max', 200, 'as many as there are'));
  expect(job?.problem?.key).toBe('errors.SERVICE_PAGES_REFUSED');
  await desk.handlers['queue.cancel']({ jobIds: [job?.jobId ?? ''] });
});

it('is no difference where the service has other specs by now: the book is checked by those, and refused here as well', async () => {
  const { sandboxUrl, keys } = bench.service.hello;
  const asked = await fetch(`${sandboxUrl}/book-specs`, {
    headers: { authorization: `Bearer ${keys?.business.sandbox}` },
  });
  const now = (await asked.json()) as { data: { pageMin: number; pageDefault: number }[] };
  const thicker = { ...now, data: now.data.map((spec) => ({ ...spec, pageMin: 60, pageDefault: 60 })) };
  const answer = pagesRefused('min', 24, 60);
  const book = (await rows()).find(({ stage, pageCount }) => stage === 'ready' && (pageCount ?? 99) < 60);
  line.instead = ({ method, path }) =>
    path.endsWith('/book-specs')
      ? { status: 200, body: thicker }
      : method === 'POST' && path.endsWith('/books')
        ? answer
        : null;
  await desk.handlers['queue.upload']({ bookIds: [book?.bookId ?? ''], print: HOWEVER_IT_PRINTS });
  const job = await until(
    () => jobOf(book?.bookId ?? ''),
    (one) => one?.state.status === 'failed' && !one.differs,
  );
  expect(job?.problem).toMatchObject({ key: 'desk.pages.above', params: { above: 60 } });
  expect((await rows()).find(({ bookId }) => bookId === book?.bookId)?.verdict).toBe('refused');
});
