import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';
import { expect, it } from 'vitest';
import { errorFacts, errorText } from './error-facts.ts';

const NAME = '김하나';

function failedInsert(): Error {
  const refused = Object.assign(new pg.DatabaseError(`invalid input syntax for type integer: "${NAME}"`, 1, 'error'), {
    severity: 'ERROR',
    code: '22P02',
    table: 'orders',
    detail: `Key (recipient)=(${NAME}) already exists.`,
  });
  return new DrizzleQueryError('insert into orders values ($1)', [NAME], refused);
}

it('tells of a failed query its code and its place, never its values', () => {
  const facts = errorFacts(failedInsert());
  expect(facts).toMatchObject({
    type: 'DrizzleQueryError',
    message: 'a query failed',
    cause: { code: '22P02', place: 'orders' },
  });
  expect(JSON.stringify(facts)).not.toContain(NAME);
  expect(errorText(failedInsert())).not.toContain(NAME);
});

it('tells why the database refused a connection', () => {
  const refused = Object.assign(new pg.DatabaseError('password authentication failed for user "studio"', 1, 'error'), {
    severity: 'FATAL',
    code: '28P01',
  });
  expect(errorFacts(refused)).toMatchObject({
    code: '28P01',
    message: 'password authentication failed for user "studio"',
  });
});

it('tells of other errors what they say and where they were thrown', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
  expect(errorFacts(new Error('no connection', { cause }))).toMatchObject({
    message: 'no connection',
    stack: expect.stringContaining('error-facts.test.ts'),
    cause: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:1' },
  });
});

it('tells nothing of a thrown thing that is no error', () => {
  expect(errorText({ phone: '010-1234-5678' })).toBe('object: something that is no error was thrown');
});
