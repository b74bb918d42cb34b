import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { APP_ERRORS, appErrorOf, isAppErrorCode } from '../../src-core/desk/app-errors.ts';
import { bookStageSchema } from '../../src-core/desk/book-machine.ts';
import { uploadStateSchema } from '../../src-core/desk/upload-machine.ts';
import { ERROR_CODES, type ErrorCode } from '../../src-core/contract/errors.ts';
import { FAILURES } from '../../src-main/desk/preflight/tasks.ts';

const root = resolve(import.meta.dirname, '../..');
const table = readFileSync(resolve(root, 'docs/reference/errors.md'), 'utf8');
const rows = [...table.matchAll(/^\| ([A-Z][A-Z_]+) \| (\w+) \|/gm)].map(([, code, retry]) => [code, retry]);

it('describes every error of the desk with its retry class, and no other', () => {
  expect(Object.fromEntries(rows)).toEqual(APP_ERRORS);
});

it.each(['ko', 'en'])('has words for every error in %s, and for no other', (language) => {
  const texts = JSON.parse(readFileSync(resolve(root, `resources/locales/${language}/errors.json`), 'utf8')) as object;
  expect(Object.keys(texts).sort()).toEqual(Object.keys(APP_ERRORS).sort());
});

it('has the same desk texts in both languages', () => {
  const keys = (language: string) =>
    Object.keys(JSON.parse(readFileSync(resolve(root, `resources/locales/${language}/desk.json`), 'utf8')) as object);
  expect(keys('ko')).toEqual(keys('en'));
});

it('has words for everything the desk says', () => {
  const texts = JSON.parse(readFileSync(resolve(root, 'resources/locales/ko/desk.json'), 'utf8')) as Record<
    string,
    string
  >;
  const sources = ['src-main/desk', 'src-main/shell', 'src-core/desk', 'src-node'].flatMap((room) =>
    readdirSync(resolve(root, room), { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      name.endsWith('.ts') ? [resolve(root, room, name)] : [],
    ),
  );
  const said = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'desk\.(?!db')([A-Za-z.]+)'/g)].map(([, key]) => key ?? ''),
  );
  const built = [
    ...bookStageSchema.options.map((stage) => `why.stage.${stage}`),
    ...uploadStateSchema.options.map((option) => `why.job.${option.shape.status.value}`),
    ...FAILURES.map((reason) => `fix.${reason}`),
    'timeline.sent.cover',
    'timeline.sent.contents',
    'timeline.together.first',
    'timeline.together.all',
    'why.file.elsewhere',
    ...['chargedAgain', 'moved', 'payment', 'refund'].map((kind) => `timeline.${kind}`),
  ];
  expect(Object.keys(texts).sort()).toEqual([...new Set([...said, ...built])].sort());
});

it.each(Object.entries(ERROR_CODES))('knows what to do about %s (%i)', (errorCode, status) => {
  expect(isAppErrorCode(appErrorOf(status, errorCode as ErrorCode))).toBe(true);
});

it.each([
  [409, null, 'SERVICE_STILL_RUNNING'],
  [429, null, 'SERVICE_BUSY'],
  [502, null, 'SERVICE_FAULT'],
  [401, 'ERR_UNAUTHORIZED', 'KEY_REFUSED'],
  [402, 'ERR_INSUFFICIENT_CREDIT', 'CREDIT_SHORT'],
  [403, 'ERR_ENV_MISMATCH', 'KEY_OTHER_ENVIRONMENT'],
  [403, 'ERR_FORBIDDEN', 'ACCESS_REFUSED'],
  [409, 'ERR_CONFLICT', 'SERVICE_CONFLICT'],
  [500, 'ERR_PDF_FILE_MISSING', 'SERVICE_FILE_LOST'],
  [501, 'ERR_SANDBOX_UNSUPPORTED', 'SERVICE_LIVE_ONLY'],
] as const)('reads %i %s as %s', (status, errorCode, expected) => {
  expect(appErrorOf(status, errorCode)).toBe(expected);
});
