import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ServiceError } from '../service-error.ts';
import { asMeant, requestCompiler } from './request-check.ts';

const body = z.object({
  name: z.string().min(1),
  memo: z.string().optional(),
  copies: z.int().default(1),
  cleared: z.string().nullable().optional(),
  place: z
    .object({
      floor: z.int().optional(),
      rooms: z.array(z.object({ no: z.int(), note: z.string().optional() })).optional(),
    })
    .optional(),
  settings: z.record(z.string(), z.union([z.string(), z.null()])).optional(),
});

describe('null', () => {
  it('for an optional field is the absent field, at every depth; where the schema takes null it stays', () => {
    const sent = {
      name: 'n',
      memo: null,
      copies: null,
      cleared: null,
      place: { floor: null, rooms: [{ no: 1, note: null }] },
      settings: { a: null },
    };
    expect(asMeant(body, sent)).toEqual({
      name: 'n',
      cleared: null,
      place: { rooms: [{ no: 1 }] },
      settings: { a: null },
    });
  });

  it('for a required field, an item of an array or an unknown field is left for the schema to judge', () => {
    const sent = { name: null, place: { rooms: [null, { no: null }] } };
    expect(asMeant(body, sent)).toEqual(sent);
    expect(asMeant(body.loose(), { unknown: null })).toEqual({ unknown: null });
    expect(
      requestCompiler({ schema: body.strict(), method: 'POST', url: '/', httpPart: 'body' })({
        name: 'n',
        unknown: null,
      }),
    ).toHaveProperty('error');
  });

  it('is seen through what a body is read with first, and through a body that may be null', () => {
    expect(
      asMeant(
        z.preprocess((sent) => sent, body),
        { memo: null },
      ),
    ).toEqual({});
    expect(asMeant(body.nullable(), { memo: null })).toEqual({});
    expect(asMeant(body.nullable(), null)).toBeNull();
  });
});

describe('members that nobody knows', () => {
  it('are not looked at, however many there are', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`unknown${at}`, at]));
    const asked: (string | symbol)[] = [];
    const note = <T>(name: string | symbol, answer: T): T => (asked.push(name), answer);
    const sent = new Proxy({ ...many, name: 'n', copies: 2 } as Readonly<Record<string, unknown>>, {
      get: (target, name) => note(name, Reflect.get(target, name)),
      getOwnPropertyDescriptor: (target, name) => note(name, Reflect.getOwnPropertyDescriptor(target, name)),
      ownKeys: (target) => note('all of them', Reflect.ownKeys(target)),
    });
    expect(asMeant(body, sent)).toEqual({ name: 'n', copies: 2 });
    expect(new Set(asked)).toEqual(new Set(Object.keys(body.shape)));
  });
});

describe('a refusal', () => {
  const check = (data: unknown, httpPart = 'body') => {
    const result: unknown = requestCompiler({ schema: body, method: 'POST', url: '/', httpPart })(data);
    const { error } = result as { readonly error?: unknown };
    return error instanceof ServiceError
      ? error.fieldErrors.map(({ field, message, constraint }) => [field, message, constraint])
      : result;
  };

  it('names every field in our own words', () => {
    expect(check({ name: 7, copies: '2', place: [], settings: { a: 1 } })).toEqual([
      ['name', '문자열이어야 합니다', 'pattern'],
      ['copies', '정수여야 합니다', 'pattern'],
      ['place', '객체여야 합니다', 'pattern'],
      ['settings.a', '형식이 올바르지 않습니다', 'pattern'],
    ]);
    expect(check(undefined)).toEqual([['body', '필수 항목입니다', 'required']]);
    expect(check([])).toEqual([['body', '객체여야 합니다', 'pattern']]);
  });

  it('says of a wrong type no size, and of a number that is too large the bound that counts', () => {
    const bounded = z.object({
      kinds: z.array(z.string()).max(3).optional(),
      copies: z.int().min(1).max(200).optional(),
      title: z
        .string()
        .max(3)
        .superRefine((text, context) => {
          if (text.includes('!')) context.addIssue({ code: 'custom', input: text });
        })
        .optional(),
    });
    const refusalOf = (data: unknown) => {
      const { error } = requestCompiler({ schema: bounded, method: 'POST', url: '/', httpPart: 'body' })(data) as {
        readonly error: ServiceError;
      };
      return error.texts;
    };
    expect(refusalOf({ kinds: 'order.created' })).toEqual(['kinds: 배열이어야 합니다']);
    expect(refusalOf({ copies: 2 ** 60 })).toEqual(['copies: 200 이하여야 합니다']);
    expect(refusalOf({ title: 'long!' })).toHaveLength(2);
  });

  it('finds texts that nobody can keep, in values and in names of members', () => {
    expect(check({ name: 'a\u0007' })).toEqual([['name', expect.stringContaining('사용할 수 없는 문자'), 'pattern']]);
    expect(check({ name: 'n', settings: { '\ud800': 'x' } })).toEqual([
      ['settings.\ud800', expect.stringContaining('사용할 수 없는 문자'), 'pattern'],
    ]);
    expect(check({ name: 'n', unknown: 'a\u0007' })).toEqual({ value: { name: 'n', copies: 1 } });
    expect(check({ name: 'n', memo: 'two\nlines' })).toEqual({ value: { name: 'n', copies: 1, memo: 'two\nlines' } });
  });

  it.each(['10', '-0', '007'])('a query says a whole number in digits: %s', (copies) => {
    expect(check({ name: 'n', copies }, 'querystring')).toEqual({ value: { name: 'n', copies: Number(copies) } });
    expect(check({ name: 'n', copies })).toEqual([['copies', '정수여야 합니다', 'pattern']]);
  });

  it.each(['1e1', ' 10', '+10', '0x0a', '10.0', '', '１０'])('and in nothing else: %j', (copies) => {
    expect(check({ name: 'n', copies }, 'querystring')).toEqual([['copies', '정수여야 합니다', 'pattern']]);
  });
});
