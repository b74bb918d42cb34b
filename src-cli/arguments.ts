import { parseArgs } from 'node:util';
import { z } from 'zod';
import { CONTRACT_NAMES } from '../src-core/contract/profiles.ts';
import type { CheckLevel } from '../src-core/preflight/verdicts.ts';
import { LANGUAGES, type Language } from '../src-core/text-ref.ts';

export const USAGE = `studio preflight FILES|FOLDERS… --spec UID [--pages N] [--contract NAME] [--level 1|2|3]
                 [--kind cover|contents] [--json | --csv] [--lang ko|en] [--thresholds FILE] [--print-house FILE]
studio preflight --facts FILES… [--json]
studio preflight --spec list

Checks photo-book PDFs against a book spec, offline, as the app and the service do.
  --spec        uid of the book spec, for instance SQUAREBOOK_HC; \`--spec list\` names them all
  --pages       book pages of the order; left out, the contents themselves tell
  --contract    ${CONTRACT_NAMES.join(' | ')} (the first when left out)
  --level       1 structure and sizes, 2 everything that pages paint (left out), 3 rendered as well
  --kind        what single files are; left out, one page is a cover and more are contents
  --json        one document for machines        --csv   one line a finding
  --facts       what was read (pages, boxes, fonts, images), without judging
  --lang        ko or en; left out, what LC_ALL, LC_MESSAGES or LANG say
  --thresholds  JSON of the studio's thresholds, --print-house those of the print house: {"imagePpiWarning": 180}

Exit code: 0 everything is accepted · 1 something is refused · 2 something could not be checked, or bad arguments`;

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
} as const;

const schema = z.object({
  pages: z.coerce.number().int().positive().optional(),
  contract: z.enum(CONTRACT_NAMES).default(CONTRACT_NAMES[0]),
  level: z.enum(['1', '2', '3']).default('2'),
  kind: z.enum(['cover', 'contents']).optional(),
  lang: z.enum(LANGUAGES).optional(),
});

/** `environment` is asked for the language when none is given. Throws BadArguments. */
export function readArguments(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): PreflightArguments {
  const { values, positionals } = parse(args);
  const read = schema.safeParse(values);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new BadArguments(`--${String(issue?.path[0])}: ${issue?.message ?? 'not understood'}`);
  }
  if (values.json === true && values.csv === true) throw new BadArguments('--json and --csv cannot both be written');
  if (values.csv === true && values.facts === true) throw new BadArguments('--facts are written as text or as --json');
  if (values.facts !== true && values.spec === undefined)
    throw new BadArguments('--spec is missing; --spec list names them all');
  if (positionals.length === 0 && values.spec !== 'list') throw new BadArguments('no file and no folder was named');
  const { pages, contract, level, kind, lang } = read.data;
  return {
    paths: positionals,
    spec: values.spec ?? null,
    pages: pages ?? null,
    contract,
    level: Number(level) as CheckLevel,
    kind: kind ?? null,
    output: values.json === true ? 'json' : values.csv === true ? 'csv' : 'text',
    facts: values.facts === true,
    language:
      lang ??
      (/^ko/i.test(environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || '') ? 'ko' : 'en'),
    thresholdsFile: values.thresholds ?? null,
    printHouseFile: values['print-house'] ?? null,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new BadArguments(error instanceof Error ? error.message : String(error));
  }
}
