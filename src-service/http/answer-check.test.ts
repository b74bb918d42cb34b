import { ResponseSerializationError } from 'fastify-type-provider-zod';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { answerCompiler } from './answer-check.ts';

const compiled = (schema: z.ZodType) => answerCompiler({ schema, method: 'GET', url: '/things' });
const thing = z.object({
  name: z.string(),
  at: z.iso.datetime({ offset: false }).nullable(),
  parts: z.array(z.object({ no: z.int() })),
});

it('writes what the schema names, and nothing else', () => {
  const answer = { secret: 's', name: 'n', at: null, parts: [{ no: 1, owner: 'o' }] };
  expect(compiled(thing)(answer)).toBe('{"name":"n","at":null,"parts":[{"no":1}]}');
});

it('writes no answer that does not fit, at whatever depth', () => {
  const write = compiled(thing);
  for (const wrong of [
    { name: 'n', at: 'yesterday', parts: [] },
    { name: 'n', at: null, parts: [{ no: 1.5 }] },
    { name: 'n', at: null },
  ])
    expect(() => write(wrong)).toThrow(ResponseSerializationError);
});

it('takes no schema that makes something else of an answer, wherever it is', () => {
  const date = z.codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (at) => at.toISOString(),
  });
  for (const [changing, change] of [
    [z.int().default(1), 'default'],
    [z.int().catch(1), 'catch'],
    [date, 'pipe'],
  ] as const)
    for (const around of [
      changing,
      z.object({ in: changing.optional() }),
      z.array(z.union([z.null(), changing])),
      z.record(z.string(), changing.nullable()),
    ])
      expect(() => compiled(around)).toThrow(`GET /things answers by a schema with a ${change}`);
});
