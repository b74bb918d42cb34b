import { expect, it } from 'vitest';
import { z } from 'zod';
import { envelopes, pageOf, successOf, timestampSchema } from './envelope.ts';

const record = z.object({ uid: z.string() });
const pagination = { total: 1, limit: 20, offset: 0, hasNext: false };

it('wraps a record as a success, and nothing else', () => {
  const schema = successOf(record);
  expect(schema.safeParse({ success: true, message: '성공', data: { uid: 'a' } }).success).toBe(true);
  expect(schema.safeParse({ success: false, message: '성공', data: { uid: 'a' } }).success).toBe(false);
  expect(envelopes.get(schema)).toEqual({ isPage: false });
});

it('wraps a page of records as a success, and nothing else', () => {
  const schema = pageOf(record);
  expect(schema.safeParse({ success: true, message: '성공', data: [{ uid: 'a' }], pagination }).success).toBe(true);
  expect(schema.safeParse({ success: false, message: '성공', data: [{ uid: 'a' }], pagination }).success).toBe(false);
  expect(envelopes.get(schema)).toEqual({ isPage: true });
});

it('answers moments in UTC alone', () => {
  expect(timestampSchema.safeParse('2026-09-01T00:00:00.000Z').success).toBe(true);
  expect(timestampSchema.safeParse('2026-09-01T09:00:00.000+09:00').success).toBe(false);
});
