import { parseArgs, type ParseArgsConfig } from 'node:util';
import { z } from 'zod';
import { CONTRACT_NAMES } from '../src-core/contract/profiles.ts';
import { mayCarryKey } from '../src-core/desk/key-carrier.ts';
import type { CheckLevel } from '../src-core/preflight/verdicts.ts';
import { LANGUAGES, type Language } from '../src-core/text-ref.ts';

export const USAGE = `studio preflight FILES|FOLDERS… --spec UID [--pages N] [--contract NAME] [--level 1|2|3]
                 [--kind cover|contents] [--json | --csv] [--lang ko|en] [--thresholds FILE] [--print-house FILE]
                 [--rules FILE]
studio preflight --facts FILES… [--json]
studio preflight --spec list
studio import FOLDERS…|PACKAGES… [--contract NAME] [--json] [--lang ko|en] [--rules FILE]
studio watch FOLDER [--spec UID] [--level 1|2|3] [--once] [--json] [--lang ko|en] [--contract NAME]
                 [--thresholds FILE] [--print-house FILE] [--rules FILE]
studio order --dry-run LIST [FOLDERS…] [--service URL --key-file FILE] [--environment sandbox|live] [--contract NAME]
                 [--json] [--lang ko|en] [--rules FILE]
studio backup FILE [--data DIR] [--json] [--lang ko|en]
studio restore FILE [--data DIR] [--json] [--lang ko|en]
studio --version
studio shell-file bash|zsh|fish|man

import shows which books a folder or a job package would become, and why; watch checks books as their files settle, until it is stopped, or
with --once until nothing is copied any more; order shows which orders a list of books (CSV, XLSX) would become. None of them
writes, sends or orders anything.

backup writes everything of a studio that is closed into one file, except keys; restore puts what such a file holds in the
place of what is there, which is set aside and kept. --data names the data folder; left out, the one that the app uses.

preflight checks photo-book PDFs against a book spec, offline, as the app and the service do.
  --spec        uid of the book spec, for instance SQUAREBOOK_HC; \`--spec list\` names them all
  --pages       book pages of the order; left out, the contents themselves tell
  --contract    ${CONTRACT_NAMES.join(' | ')} (the first when left out)
  --level       1 structure and sizes, 2 everything that pages paint (left out), 3 rendered as well
  --kind        what single files are; left out, one page is a cover and more are contents
  --json        one document for machines        --csv   one line a finding
  --facts       what was read (pages, boxes, fonts, images), without judging
  --lang        ko or en; left out, what LC_ALL, LC_MESSAGES or LANG say
  --rules       JSON of the studio's naming rules, as the app saves them: by which names files become books
  --thresholds  JSON of the studio's thresholds, --print-house those of the print house: {"imagePpiWarning": 180}

Exit code: 0 everything is accepted · 1 something is refused · 2 something could not be checked, or bad arguments.
Of import and order 1 means that something waits for a person; backup and restore end with 0 when they are done, else with 2`;

/** Arguments that make no sense, in words for the person at the keyboard. */
export class BadArguments extends Error {}

export interface PreflightArguments {
  readonly paths: readonly string[];
  readonly spec: string | null;
  readonly pages: number | null;
  readonly contract: (typeof CONTRACT_NAMES)[number];
  readonly level: CheckLevel;
  readonly kind: 'cover' | 'contents' | null;
  readonly output: 'text' | 'json' | 'csv';
  readonly facts: boolean;
  readonly language: Language;
  readonly thresholdsFile: string | null;
  readonly printHouseFile: string | null;
  readonly rulesFile: string | null;
}

const OPTIONS = {
  spec: { type: 'string' },
  pages: { type: 'string' },
  contract: { type: 'string' },
  level: { type: 'string' },
  kind: { type: 'string' },
  json: { type: 'boolean' },
  csv: { type: 'boolean' },
  facts: { type: 'boolean' },
  lang: { type: 'string' },
  thresholds: { type: 'string' },
  'print-house': { type: 'string' },
  rules: { type: 'string' },
} as const;

const schema = z.object({
  pages: z
    .string()
    .regex(/^[1-9]\d*$/, 'not a number of pages')
    .transform(Number)
    .optional(),
  contract: z.enum(CONTRACT_NAMES).default(CONTRACT_NAMES[0]),
  level: z.enum(['1', '2', '3']).default('2'),
  kind: z.enum(['cover', 'contents']).optional(),
  lang: z.enum(LANGUAGES).optional(),
});

/** What `studio import` and `studio watch` take. */
export interface FolderArguments {
  readonly folders: readonly string[];
  readonly spec: string | null;
  readonly contract: (typeof CONTRACT_NAMES)[number];
  readonly level: CheckLevel;
  readonly json: boolean;
  readonly once: boolean;
  readonly language: Language;
  readonly thresholdsFile: string | null;
  readonly printHouseFile: string | null;
  readonly rulesFile: string | null;
}

export interface OrderArguments {
  readonly list: string;
  /** Where its files lie; none: beside it. */
  readonly folders: readonly string[];
  readonly contract: (typeof CONTRACT_NAMES)[number];
  /** Whose prices hold. */
  readonly environment: 'sandbox' | 'live';
  /** Null: prices are not known. */
  readonly service: { readonly url: URL; readonly keyFile: string } | null;
  readonly json: boolean;
  readonly language: Language;
  readonly rulesFile: string | null;
}

const IMPORT_OPTIONS = {
  contract: OPTIONS.contract,
  json: OPTIONS.json,
  lang: OPTIONS.lang,
  rules: OPTIONS.rules,
} as const;
const WATCH_OPTIONS = {
  ...IMPORT_OPTIONS,
  spec: OPTIONS.spec,
  level: OPTIONS.level,
  once: { type: 'boolean' },
  thresholds: OPTIONS.thresholds,
  'print-house': OPTIONS['print-house'],
} as const;
const ORDER_OPTIONS = {
  ...IMPORT_OPTIONS,
  'dry-run': { type: 'boolean' },
  service: { type: 'string' },
  'key-file': { type: 'string' },
  environment: { type: 'string' },
} as const;

/** Of `studio backup` and `studio restore`. */
export interface BackupArguments {
  readonly file: string;
  readonly dataDir: string;
  readonly json: boolean;
  readonly language: Language;
}

const BACKUP_OPTIONS = { data: { type: 'string' }, json: OPTIONS.json, lang: OPTIONS.lang } as const;

/** What each command reads; `commands.ts` tells people of it. */
export const OPTIONS_OF: Readonly<Record<string, object>> = {
  preflight: OPTIONS,
  import: IMPORT_OPTIONS,
  watch: WATCH_OPTIONS,
  order: ORDER_OPTIONS,
  backup: BACKUP_OPTIONS,
  restore: BACKUP_OPTIONS,
};

/** Of `studio import`. Throws BadArguments. */
export function readImportArguments(args: readonly string[], environment: Environment): FolderArguments {
  const { values, positionals } = parse(args, IMPORT_OPTIONS);
  if (positionals.length === 0) throw new BadArguments('no folder was named');
  return { ...NO_WATCH, ...shared(values, environment), folders: positionals, rulesFile: values.rules ?? null };
}

/** Of `studio watch`. Throws BadArguments. */
export function readWatchArguments(args: readonly string[], environment: Environment): FolderArguments {
  const { values, positionals } = parse(args, WATCH_OPTIONS);
  if (positionals.length !== 1) throw new BadArguments('one folder is to be named');
  return {
    ...shared(values, environment),
    folders: positionals,
    spec: values.spec ?? null,
    once: values.once === true,
    thresholdsFile: values.thresholds ?? null,
    printHouseFile: values['print-house'] ?? null,
    rulesFile: values.rules ?? null,
  };
}

/** Of `studio backup` and `studio restore`; `usual` is the data folder when none is named. Throws BadArguments. */
export function readBackupArguments(args: readonly string[], environment: Environment, usual: string): BackupArguments {
  const { values, positionals } = parse(args, BACKUP_OPTIONS);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new BadArguments('one file is to be named');
  const { json, language } = shared(values, environment);
  return { file, dataDir: values.data ?? (environment['STUDIO_DATA_DIR'] || usual), json, language };
}

/** Of `studio order`. Throws BadArguments: without `--dry-run` too, since what is paid for is confirmed in the app. */
export function readOrderArguments(args: readonly string[], environment: Environment): OrderArguments {
  const { values, positionals } = parse(args, ORDER_OPTIONS);
  if (values['dry-run'] !== true)
    throw new BadArguments('only --dry-run is there: orders are placed in the app, where their sum is confirmed');
  const [list, ...folders] = positionals;
  if (list === undefined) throw new BadArguments('no list of books was named');
  const { service, 'key-file': keyFile, environment: prices = 'sandbox' } = values;
  if ((service === undefined) !== (keyFile === undefined))
    throw new BadArguments('--service and --key-file go together');
  if (prices !== 'sandbox' && prices !== 'live') throw new BadArguments('--environment: sandbox or live');
  const { contract, json, language } = shared(values, environment);
  return {
    list,
    folders,
    contract,
    environment: prices,
    service: service === undefined || keyFile === undefined ? null : { url: urlOf(service), keyFile },
    json,
    language,
    rulesFile: values.rules ?? null,
  };
}

function urlOf(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new BadArguments(`--service: ${text} is no address`);
  if (!mayCarryKey(url))
    throw new BadArguments('--service: a key goes over https, or to this computer, and nowhere else');
  return url;
}

const NO_WATCH = { spec: null, once: false, thresholdsFile: null, printHouseFile: null } as const;

function shared(
  values: {
    readonly contract?: string | undefined;
    readonly level?: string | undefined;
    readonly lang?: string | undefined;
    readonly json?: boolean | undefined;
  },
  environment: Environment,
) {
  const { contract, level, lang } = understood(values);
  return {
    contract,
    level: Number(level) as CheckLevel,
    json: values.json === true,
    language: lang ?? languageOf(environment),
  };
}

/** `environment` is asked for the language when none is given. Throws BadArguments. */
export function readArguments(args: readonly string[], environment: Environment): PreflightArguments {
  const { values, positionals } = parse(args, OPTIONS);
  const read = understood(values);
  if (values.json === true && values.csv === true) throw new BadArguments('--json and --csv cannot both be written');
  if (values.json === true && values.spec === 'list') throw new BadArguments('--spec list is written as text');
  if (values.csv === true && values.facts === true) throw new BadArguments('--facts are written as text or as --json');
  if (values.facts !== true && values.spec === undefined)
    throw new BadArguments('--spec is missing; --spec list names them all');
  if (positionals.length === 0 && values.spec !== 'list') throw new BadArguments('no file and no folder was named');
  const { pages, contract, level, kind, lang } = read;
  return {
    paths: positionals,
    spec: values.spec ?? null,
    pages: pages ?? null,
    contract,
    level: Number(level) as CheckLevel,
    kind: kind ?? null,
    output: values.json === true ? 'json' : values.csv === true ? 'csv' : 'text',
    facts: values.facts === true,
    language: lang ?? languageOf(environment),
    thresholdsFile: values.thresholds ?? null,
    printHouseFile: values['print-house'] ?? null,
    rulesFile: values.rules ?? null,
  };
}

function understood(values: object) {
  const read = schema.safeParse(values);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new BadArguments(`--${String(issue?.path[0])}: ${issue?.message ?? 'not understood'}`);
}

type Environment = Readonly<Record<string, string | undefined>>;

const languageOf = (environment: Environment): Language =>
  /^ko/i.test(environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || '') ? 'ko' : 'en';

function parse<O extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new BadArguments(error instanceof Error ? error.message : String(error));
  }
}
