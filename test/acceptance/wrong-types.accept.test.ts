import { readFile } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coveredBook, templateOf } from './composing.ts';
import { finalizedBook, newBook, placedOrder } from './journeys.ts';
import { OpenApiWalk, withField, type Documented, type Parameter, type Schema } from './openapi-walk.ts';
import { startService, type Host, type Service } from './service.ts';

/** Whatever is sent in whatever field: an answer of the contract, in its own words. The fields are read off openapi.json. */

let service: Service;
let sandbox: Host;
let walk: OpenApiWalk;
let known: Record<string, string | number>;
let vocabulary: ReadonlySet<string>;
let ruleForms: readonly RegExp[];

beforeAll(async () => {
  service = await startService({ credit: 900_000_000 });
  ({ sandbox } = service);
  walk = await OpenApiWalk.of(sandbox.url);
  const bookUid = await finalizedBook(sandbox);
  const { orderUid, items } = await placedOrder(sandbox, bookUid);
  const key = await sandbox.post('/keys', { note: 'to be changed', env: 'sandbox' });
  await sandbox.post('/account-configs', { settings: {} });
  known = {
    bookUid,
    orderUid,
    itemUid: items[0].itemUid,
    templateUid: await templateOf(sandbox, '빈내지'),
    keyPrefix: key.body.data.keyPrefix,
    accountUid: service.keys.business.accountUid,
    bookSpecUid: 'SQUAREBOOK_HC',
    creationType: 'PDF_UPLOAD',
    pageCount: 24,
    env: 'sandbox',
    gateway: 'simulated',
    webhookUrl: 'https://partner.example/hook',
  };
  vocabulary = walk.vocabulary();
  ruleForms = await documentedRules();
});
afterAll(() => service.dispose());

/** The sentences of docs/reference/refusals.md, with anything where a value goes. */
async function documentedRules(): Promise<readonly RegExp[]> {
  const page = await readFile(new URL('../../docs/reference/refusals.md', import.meta.url), 'utf8');
  return [...page.matchAll(/^\| `\w+` \| `\w+` \| (.+?) \|$/gm)].map(
    ([, text = '']) => new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.*')}$`),
  );
}

/** Statuses of the specification ("HTTP statuses used"), but for 500: no request may have that. */
const LISTED = [200, 201, 204, 400, 401, 402, 403, 404, 409, 411, 422, 429, 501];

const TELLTALES =
  /invalid|expected|received|must |should|too (small|big|long)|unexpected|FST_|HPE_|ERR_[A-Z]+_INVALID|zod|ajv|fastify|undici|busboy|querystring|body\/|params\/|violates|syntax|TypeError|cannot|undefined|\bNaN\b|\[object/i;

const OWN_WORDS = new Set([
  'PDF',
  'JSON',
  'API',
  'Key',
  'URL',
  'HTTPS',
  'HTTP',
  'Sandbox',
  'true',
  'false',
  'multipart',
  'form',
  'data',
  'Content',
  'Length',
  'Idempotency',
  'PATCH',
  'POST',
  'PUT',
  'null',
  'body',
]);

interface Judged {
  readonly what: string;
  readonly sent: string;
  readonly status: number;
  readonly text: string;
  /** The field that was wrong; null when nothing was. */
  readonly wrongField: string | null;
}

/** What speaks against an answer; empty for a good one. */
function faultsOf({ sent, status, text, wrongField }: Judged): string[] {
  if (!LISTED.includes(status)) return [`status ${status}`];
  if (status < 400) return wrongField === null ? [] : [`${status} although ${wrongField} is wrong`];
  const body = JSON.parse(text);
  const faults: string[] = [];
  if (Object.keys(body).join() !== 'success,message,data,errorCode,errors,fieldErrors')
    return [`fields ${Object.keys(body).join()}`];
  if (body.message !== STATUS_CODES[status]) faults.push(`message ${body.message}`);
  if (body.errors.length === 0) faults.push('no text');
  for (const line of body.errors as string[]) {
    const own = line.replaceAll(sent, '');
    if (TELLTALES.test(own)) faults.push(`library text: ${line}`);
    if (!/[가-힣]/.test(own)) faults.push(`not localized: ${line}`);
    const foreign =
      own
        .match(/[A-Za-z]{3,}/g)
        ?.filter(
          (word) =>
            !vocabulary.has(word) &&
            !OWN_WORDS.has(word) &&
            !Object.values(known).some((value) => String(value).includes(word)),
        ) ?? [];
    // A dotted path is made of names.
    const strange = foreign.filter((word) => ![...vocabulary].some((name) => name.includes(word)));
    if (strange.length > 0) faults.push(`foreign words ${strange.join()} in: ${line}`);
  }
  if (wrongField === null || status !== 400)
    return wrongField === null ? faults : [...faults, `${status} although ${wrongField} is wrong`];
  const about = body.fieldErrors.filter(
    ({ field }: { field: string }) => field === wrongField || field.startsWith(`${wrongField}.`),
  );
  if (about.length === 0) faults.push(`${wrongField} is not named: ${text.slice(0, 300)}`);
  for (const { field, message, constraint } of about) {
    if (!ruleForms.some((form) => form.test(message))) faults.push(`no documented rule: ${message}`);
    if (constraint === undefined) faults.push(`${field} without constraint`);
    if (sent === 'null' && constraint !== 'required') faults.push(`${field}: null is ${constraint}`);
    if (!body.errors.includes(`${field}: ${message}`)) faults.push(`${field} has no line in errors`);
  }
  return faults;
}

/** As JSON texts: what no JavaScript value says is among them. */
const WRONG: Readonly<Record<string, string>> = {
  null: 'null',
  number: '42',
  negative: '-1',
  zero: '0',
  float: '1.5',
  infinity: '1e999',
  'NaN as a word': '"NaN"',
  text: '"qqq"',
  empty: '""',
  'huge text': `"${'x'.repeat(100_000)}"`,
  'control character': '"a\\u0007b"',
  'lone surrogate': '"a\\ud800b"',
  array: '[1]',
  object: '{"a":1}',
  boolean: 'true',
};

const address = (path: string, values: Readonly<Record<string, string | number>>) =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(values[name] ?? 'x')));

async function send(method: string, path: string, body?: string) {
  const answer = await fetch(sandbox.url + path, {
    method,
    headers: {
      authorization: `Bearer ${sandbox.key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

async function judgeAll(
  cases: readonly { readonly what: string; readonly run: () => Promise<Judged> }[],
): Promise<string[]> {
  const faults: string[] = [];
  const waiting = cases.values();
  const work = async () => {
    for (const { what, run } of waiting) for (const fault of faultsOf(await run())) faults.push(`${what}: ${fault}`);
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return faults;
}

/** Nothing runs there, so nothing is checked (specification, "Environment isolation classes" D). */
const isBlocked = ({ path }: Documented) => path.startsWith('/payments/');

const FORMS = ['/books/{bookUid}/cover', '/books/{bookUid}/contents'];

it('every field of every JSON body', async () => {
  // The address of a form has to lead to a book that takes one, for the form to be looked at.
  const drafts: Record<string, string> = {
    '/books/{bookUid}/cover': await newBook(sandbox, { creationType: 'TEMPLATE' }),
    '/books/{bookUid}/contents': await coveredBook(sandbox),
  };
  const cases = walk.operations().flatMap((documented) => {
    const schema = walk.jsonBodyOf(documented);
    if (schema === undefined || isBlocked(documented)) return [];
    const path = address(documented.path, {
      ...known,
      ...(FORMS.includes(documented.path) ? { bookUid: drafts[documented.path] ?? '' } : {}),
    });
    const base = walk.sample(schema, known);
    return walk.fieldsOf(schema).flatMap((field) =>
      Object.entries(WRONG).map(([name, json]) => {
        const dotted = field.path.join('.');
        const marked = JSON.stringify(withField(walk, schema, base, field.path, '<here>', known));
        const value: unknown = JSON.parse(json);
        const hasBadText = typeof value === 'string' && /[\p{Cc}\p{Cs}]/u.test(value);
        const isWrong = !walk.accepts(field.schema, value) || hasBadText || json === '1e999';
        return {
          what: `${documented.method} ${documented.path} ${dotted} = ${name}`,
          run: async () => {
            const answer = await send(
              documented.method,
              path,
              marked.replace('"<here>"', () => json),
            );
            return {
              what: name,
              sent: typeof value === 'string' && value !== '' ? value : json,
              ...answer,
              wrongField: isWrong ? dotted : null,
            };
          },
        };
      }),
    );
  });
  expect(cases.length).toBeGreaterThan(500);
  expect(await judgeAll(cases)).toEqual([]);
}, 300_000);

it('every body as a whole', async () => {
  const cases = walk.operations().flatMap((documented) => {
    const schema = walk.jsonBodyOf(documented);
    if (schema === undefined || isBlocked(documented)) return [];
    return [
      'null',
      '[]',
      '"x"',
      '7',
      'true',
      '{',
      '{"a":1',
      '\u0007',
      '{"__proto__":{"a":1}}',
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    ].map((json) => ({
      what: `${documented.method} ${documented.path} ${json.slice(0, 20)}`,
      run: async () => ({
        what: json,
        sent: json,
        ...(await send(documented.method, address(documented.path, known), json)),
        wrongField: null,
      }),
    }));
  });
  expect(await judgeAll(cases)).toEqual([]);
}, 120_000);

const WHOLE_NUMBER = /^-?\d+$/;
const WRONG_QUERIES = [
  '',
  'qqq',
  '1e1',
  ' 10',
  '+10',
  '0x0a',
  '10.0',
  '1.5',
  '-1',
  'NaN',
  'Infinity',
  '99999999999999999999',
  'true',
  '[1]',
  '\u0007',
  'x'.repeat(3_000),
  '2026-13-01',
  '2026-02-30T00:00:00Z',
];

function isWrongQuery({ schema }: Parameter, value: string): boolean {
  if (/\p{Cc}/u.test(value)) return true;
  const isNumber = ['integer', 'number'].includes(String(walk.resolved(schema).type));
  return !walk.accepts(schema, isNumber && WHOLE_NUMBER.test(value) ? Number(value) : value);
}

it('every parameter of every query', async () => {
  const cases = walk
    .operations()
    .filter((documented) => documented.method === 'GET')
    .flatMap((documented) =>
      walk.parametersOf(documented, 'query').flatMap((parameter) =>
        WRONG_QUERIES.map((value) => {
          const others = walk
            .parametersOf(documented, 'query')
            .filter((other) => 'required' in other && other.required === true && other !== parameter);
          const query = new URLSearchParams([
            [parameter.name, value],
            ...others.map(({ name }): [string, string] => [name, '24']),
          ]);
          return {
            what: `${documented.path}?${parameter.name}=${value.slice(0, 30)}`,
            run: async () => ({
              what: value,
              sent: value === '' ? '\0' : value,
              ...(await send('GET', `${address(documented.path, known)}?${query}`)),
              wrongField: isWrongQuery(parameter, value) ? parameter.name : null,
            }),
          };
        }),
      ),
    );
  expect(cases.length).toBeGreaterThan(300);
  expect(await judgeAll(cases)).toEqual([]);
}, 120_000);

/** The last values that a schema's bounds take, and the first that they do not. */
function atBounds(schema: Schema): readonly { readonly value: unknown; readonly isWithin: boolean }[] {
  const {
    type,
    minLength = 0,
    maxLength = Infinity,
    minimum = -Infinity,
    maximum = Infinity,
    exclusiveMinimum = -Infinity,
    maxItems,
    items,
    ...more
  } = walk.resolved(schema);
  const step = [type].flat().includes('integer') ? 1 : 0.01;
  const around = (bounds: readonly number[], by: number) =>
    bounds
      .filter((bound) => Math.abs(bound) < Number.MAX_SAFE_INTEGER)
      .flatMap((bound) => [bound - by, bound, bound + by]);
  const isFreeText =
    [type].flat().includes('string') &&
    more.pattern === undefined &&
    more.format === undefined &&
    more.enum === undefined;
  const lengths = isFreeText ? around([minLength, maxLength], 1).filter((length) => length >= 0) : [];
  return [
    ...lengths.map((length) => ({ value: 'x'.repeat(length), isWithin: minLength <= length && length <= maxLength })),
    ...around([minimum, maximum, exclusiveMinimum], step).map((value) => ({
      value,
      isWithin: minimum <= value && value <= maximum && exclusiveMinimum < value,
    })),
    ...(maxItems === undefined
      ? []
      : [maxItems, maxItems + 1].map((length) => ({
          value: Array.from({ length }, () => walk.sample(items ?? {}, known)),
          isWithin: length <= maxItems,
        }))),
  ];
}

interface AtBound {
  readonly what: string;
  readonly field: string;
  readonly isWithin: boolean;
  readonly run: () => Promise<{ readonly status: number; readonly text: string }>;
}

/** Whether an answer says of a field that it is too much or too little. */
function saysOutOfBounds({ status, text }: { readonly status: number; readonly text: string }, field: string): boolean {
  if (status !== 400) return false;
  return (JSON.parse(text).fieldErrors ?? []).some(
    (error: { field: string; constraint?: string }) =>
      error.field === field && ['min', 'max', 'required', 'exclusiveMin'].includes(error.constraint ?? ''),
  );
}

it('every bound of every field and parameter: its last value is taken, and the first beyond it is refused', async () => {
  const ofBodies = walk.operations().flatMap((documented): AtBound[] => {
    const schema = walk.jsonBodyOf(documented);
    if (schema === undefined || isBlocked(documented) || FORMS.includes(documented.path)) return [];
    const base = walk.sample(schema, known);
    return walk.fieldsOf(schema).flatMap((field) =>
      atBounds(field.schema).map(({ value, isWithin }) => ({
        what: `${documented.method} ${documented.path} ${field.path.join('.')} = ${JSON.stringify(value).slice(0, 20)} (${String((value as string).length ?? value)})`,
        field: field.path.join('.'),
        isWithin,
        run: () =>
          send(
            documented.method,
            address(documented.path, known),
            JSON.stringify(withField(walk, schema, base, field.path, value, known)),
          ),
      })),
    );
  });
  const ofQueries = walk
    .operations()
    .filter(({ method }) => method === 'GET')
    .flatMap((documented) =>
      walk.parametersOf(documented, 'query').flatMap((parameter) =>
        atBounds(parameter.schema).map(
          ({ value, isWithin }): AtBound => ({
            what: `${documented.path}?${parameter.name}=${String(value).slice(0, 20)}`,
            field: parameter.name,
            isWithin,
            run: () =>
              send(
                'GET',
                `${address(documented.path, known)}?${new URLSearchParams([[parameter.name, String(value)]])}`,
              ),
          }),
        ),
      ),
    );
  const faults: string[] = [];
  for (const { what, field, isWithin, run } of [...ofBodies, ...ofQueries])
    if (saysOutOfBounds(await run(), field) === isWithin) faults.push(what);
  expect(ofBodies.filter(({ isWithin }) => isWithin).length).toBeGreaterThan(30);
  expect(ofQueries.filter(({ isWithin }) => !isWithin).length).toBeGreaterThan(10);
  expect(faults).toEqual([]);
}, 120_000);

it('every part of every path: what cannot be decoded or is longer than any name is not there', async () => {
  const unheard = ['%zz', '%E0%A4%A', 'x'.repeat(500), 'x'.repeat(8_000)];
  const cases = walk.operations().flatMap((documented) =>
    walk.parametersOf(documented, 'path').flatMap(({ name }) =>
      [...unheard, '%00', '%07', '%ED%A0%80', '..%2F..', '한글', "'; --"].map((part) => ({
        what: `${documented.method} ${documented.path} {${name}} = ${part.slice(0, 20)}`,
        run: async () => {
          const path = address(documented.path.replace(`{${name}}`, '<here>'), known).replace('<here>', part);
          const answer = await send(
            documented.method,
            path,
            ['POST', 'PUT', 'PATCH'].includes(documented.method) ? '{}' : undefined,
          );
          if (unheard.includes(part)) expect([answer.status, path.slice(0, 60)]).toEqual([404, path.slice(0, 60)]);
          return { what: part, sent: decodable(part), ...answer, wrongField: null };
        },
      })),
    ),
  );
  expect(cases.length).toBeGreaterThan(200);
  expect(await judgeAll(cases)).toEqual([]);
}, 120_000);

function decodable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

describe('null for an optional field', () => {
  it('is the absent field, in every body and at every depth, unless the document says what it means', async () => {
    const answers = await Promise.all(
      walk.operations().flatMap((documented) => {
        const schema = walk.jsonBodyOf(documented);
        if (schema === undefined || isBlocked(documented) || FORMS.includes(documented.path)) return [];
        const base = walk.sample(schema, known);
        const path = address(documented.path, known);
        return walk
          .fieldsOf(schema)
          .filter(({ optional }) => optional)
          .map(async (field) => {
            // A field of `undefined` is not written.
            const sendWith = (value: unknown) =>
              send(documented.method, path, JSON.stringify(withField(walk, schema, base, field.path, value, known)));
            const [without, withNull] = [await sendWith(undefined), await sendWith(null)];
            return {
              what: `${documented.method} ${documented.path} ${field.path.join('.')}`,
              isNullable: walk.accepts(field.schema, null),
              without: without.status,
              withNull: withNull.status,
            };
          });
      }),
    );
    expect(answers.length).toBeGreaterThan(20);
    expect(answers.filter(({ isNullable, without, withNull }) => !isNullable || without !== withNull)).toEqual([]);
  }, 120_000);
});
