import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { isAmount } from '../src-core/contract/money.ts';
import { CONTRACT_NAMES } from '../src-core/contract/profiles.ts';
import { serviceOptionsSchema } from '../src-core/ipc/service-host.ts';
import { CONNECTION_LIMITS, isLoopback } from './network.ts';
import type { ServiceStart } from './start-service.ts';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Every option of the command line: its value's name in the help (none for a switch) and what it does. */
const OPTIONS = {
  data: { value: 'DIR', help: 'where its database and files live; of one process alone (required)' },
  contract: { value: 'NAME', help: `${CONTRACT_NAMES.join(' | ')} (default specified)` },
  credit: { value: 'AMOUNT', help: 'test credit of the accounts made on the first run' },
  'reissue-keys': { value: null, help: 'new keys for the accounts that are there; the old ones stop working' },
  'sandbox-port': { value: 'N', help: 'a fixed port (default: a free one)' },
  'live-port': { value: 'N', help: 'a fixed port (default: a free one)' },
  'allow-local-addresses': {
    value: null,
    help: 'webhooks and picture addresses may lead to this computer and to private networks',
  },
  'no-rate-limits': { value: null, help: 'for load tests' },
  'log-level': { value: 'LEVEL', help: `${LOG_LEVELS.join(' | ')} (default info): JSON lines on standard error` },
  openapi: { value: 'FILE', help: 'write the OpenAPI document and stop' },
  'database-url': {
    value: 'URL',
    help: 'this PostgreSQL instead of one of its own; by default what DATABASE_URL says',
  },
  prepare: { value: null, help: 'bring the database up to date, make the first accounts, print their keys and stop' },
  host: {
    value: 'ADDRESS',
    help: 'listen here (default 127.0.0.1); elsewhere than on this computer there is no print house side',
  },
  'public-sandbox-url': { value: 'URL', help: 'what answers call the Sandbox host' },
  'public-live-url': { value: 'URL', help: 'what answers call the Live host' },
  'trust-proxy': {
    value: 'LIST',
    help: 'addresses and ranges, parted by commas, of proxies that say who calls (X-Forwarded-For)',
  },
  'metrics-port': { value: 'N', help: 'serve /metrics and /health on a port of their own' },
  renderings: {
    value: 'N',
    help: 'books rendered at the same time, each in up to 1 GB (default: one for every two cores, at most 4)',
  },
  'drain-seconds': {
    value: 'N',
    help: 'when told to stop, be unready for so long before the last call is taken (default 0)',
  },
  'stall-seconds': {
    value: 'N',
    help: 'close a connection whose request or answer does not move on for so long (default 30)',
  },
  'upload-mb-per-key': {
    value: 'N',
    help: 'bodies of one key that may come in at the same time, in MB together (default 4096)',
  },
  'finish-seconds': { value: 'N', help: 'when told to stop, let calls in flight finish for so long (default 5)' },
  's3-bucket': {
    value: 'NAME',
    help: 'keep files in this bucket; credentials come from the environment alone (AWS_ACCESS_KEY_ID …)',
  },
  's3-endpoint': { value: 'URL', help: "an S3 store other than Amazon's" },
  's3-region': { value: 'NAME', help: 'region of the bucket (default us-east-1)' },
  's3-prefix': { value: 'TEXT', help: 'stands before every key in the bucket' },
  help: { value: null, help: 'this page' },
} as const satisfies Readonly<Record<string, { readonly value: string | null; readonly help: string }>>;

export const OPTION_NAMES: readonly string[] = Object.keys(OPTIONS);

const HELP = `The Book Print Service alone, or as one of several processes on one PostgreSQL and one bucket.

${Object.entries(OPTIONS)
  .map(([name, { value, help }]) => `  ${`--${name}${value === null ? '' : ` ${value}`}`.padEnd(26)}${help}`)
  .join('\n')}

Prints one JSON line when it is ready. SIGTERM or SIGINT stops it; a second one stops it at once.
`;

export type Command =
  | { readonly kind: 'help'; readonly text: string; readonly exitCode: 0 | 2 }
  | {
      readonly kind: 'start';
      readonly start: Omit<ServiceStart, 'files'>;
      readonly logLevel: LogLevel;
      /** Write the OpenAPI document here and stop. */
      readonly openApiFile: string | null;
      /** Only what a first start has to do once. */
      readonly prepareOnly: boolean;
    };

const MB = 1024 * 1024;
/** `Number('')` is 0: an option whose value is empty, as by a variable that is not set, would be taken for one. */
const number = z
  .string()
  .refine((text) => text.trim() !== '' && Number.isFinite(Number(text)), 'not a number')
  .transform(Number);
/** What the ledger counts exactly: whole hundredths. */
const credit = number.pipe(
  z
    .number()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER / 100, { abort: true })
    .refine(isAmount, 'more than two decimals'),
);
const port = number.pipe(z.int().min(0).max(65_535));
const seconds = number.pipe(z.number().min(0).max(3_600));
const baseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const range = z.string().refine((text) => isIP(text.split('/')[0] ?? '') !== 0, 'not an address or a range');

/** Renderings leave as many cores to calls and to the judging of uploads. */
const renderingsByCores = () => Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));

const valuesSchema = z
  .object({
    credit: credit.default(0),
    'sandbox-port': port.default(0),
    'live-port': port.default(0),
    'log-level': z.enum(LOG_LEVELS).default('info'),
    host: z.string().min(1).default('127.0.0.1'),
    'public-sandbox-url': baseUrl.optional(),
    'public-live-url': baseUrl.optional(),
    'trust-proxy': z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean),
      )
      .pipe(z.array(range)),
    'metrics-port': port.optional(),
    renderings: number.pipe(z.int().min(1).max(64)).default(renderingsByCores()),
    'drain-seconds': seconds.default(0),
    'finish-seconds': seconds.default(5),
    'stall-seconds': number.pipe(z.number().min(0.1).max(3_600)).default(CONNECTION_LIMITS.stallMs / 1_000),
    'upload-mb-per-key': number.pipe(z.number().min(1)).default(CONNECTION_LIMITS.bodyBytesPerKey / MB),
    's3-bucket': z.string().min(3).optional(),
    's3-endpoint': baseUrl.optional(),
    's3-region': z.string().min(1).default('us-east-1'),
    's3-prefix': z.string().default(''),
  })
  .superRefine((values, check) => {
    const named = ['public-sandbox-url', 'public-live-url'] as const;
    const missing = named.filter((name) => values[name] === undefined);
    if (missing.length === 1 || (missing.length > 0 && !isLoopback(values.host))) {
      for (const name of missing)
        check.addIssue({
          code: 'custom',
          path: [name],
          message: 'answers have to name the host under which partners know it',
        });
    }
    if (values['s3-bucket'] === undefined && values['s3-endpoint'] !== undefined) {
      check.addIssue({ code: 'custom', path: ['s3-bucket'], message: 'an S3 store needs a bucket' });
    }
  });

/** A number below zero is told as one that does not fit: by itself it would be read as an option. */
const withNumbers = (words: readonly string[]): string[] =>
  words.reduce<string[]>((args, word) => {
    const before = args.at(-1) ?? '';
    return /^-\.?\d/.test(word) && /^--[^=]+$/.test(before)
      ? [...args.slice(0, -1), `${before}=${word}`]
      : [...args, word];
  }, []);

/** What the words of the command line ask for. */
export function readCommandLine(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Command {
  let values: Readonly<Record<string, string | boolean | undefined>>;
  try {
    const options = Object.fromEntries(
      Object.entries(OPTIONS).map(([name, { value }]) => [
        name,
        { type: value === null ? ('boolean' as const) : ('string' as const) },
      ]),
    );
    values = parseArgs({ args: withNumbers(words), options }).values;
  } catch (error) {
    return { kind: 'help', text: `${error instanceof Error ? error.message : String(error)}\n\n${HELP}`, exitCode: 2 };
  }
  const { data } = values;
  if (values['help'] === true) return { kind: 'help', text: HELP, exitCode: 0 };
  if (typeof data !== 'string' || data === '')
    return { kind: 'help', text: `--data is missing\n\n${HELP}`, exitCode: 2 };
  const own = valuesSchema.safeParse(values);
  const shared = serviceOptionsSchema.safeParse({
    dataDir: resolve(data),
    contract: values['contract'],
    // An empty one, as by a variable that is not set, is none.
    databaseUrl: values['database-url'] || environment['DATABASE_URL'] || null,
    reissueKeys: values['reissue-keys'],
    openingSandboxCredit: own.data?.credit,
    allowLocalAddresses: values['allow-local-addresses'],
  });
  if (!own.success || !shared.success) {
    const issues = [...(own.error?.issues ?? []), ...(shared.error?.issues ?? [])];
    return {
      kind: 'help',
      text: `These options do not fit: ${issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('; ')}\n`,
      exitCode: 2,
    };
  }
  const given = own.data;
  const sandbox = given['public-sandbox-url'];
  const live = given['public-live-url'];
  return {
    kind: 'start',
    start: {
      ...shared.data,
      rateLimited: values['no-rate-limits'] !== true,
      sandboxPort: given['sandbox-port'],
      livePort: given['live-port'],
      blobs:
        given['s3-bucket'] === undefined
          ? { kind: 'disk' }
          : {
              kind: 's3',
              bucket: given['s3-bucket'],
              endpoint: given['s3-endpoint'] ?? null,
              region: given['s3-region'],
              prefix: given['s3-prefix'],
            },
      network: {
        host: given.host,
        publicUrls: sandbox === undefined || live === undefined ? null : { sandbox, live },
        trustedProxies: given['trust-proxy'],
        metricsPort: given['metrics-port'] ?? null,
      },
      connections: { stallMs: given['stall-seconds'] * 1_000, bodyBytesPerKey: given['upload-mb-per-key'] * MB },
      stopping: { drainMs: given['drain-seconds'] * 1_000, finishMs: given['finish-seconds'] * 1_000 },
      renderings: given.renderings,
      hasDocs: true,
    },
    logLevel: given['log-level'],
    openApiFile: typeof values['openapi'] === 'string' ? values['openapi'] : null,
    prepareOnly: values['prepare'] === true,
  };
}
