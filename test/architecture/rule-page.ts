import { ORDER_CHECKS } from '../../src-core/preflight/judge-order.ts';
import { fixNameSchema, severitySchema } from '../../src-core/preflight/finding.ts';
import {
  FILE_CHECKS,
  INSPECTED_FILE_CHECKS,
  READ_FILE_CHECKS,
  RENDERED_FILE_CHECKS,
} from '../../src-core/preflight/registry.ts';
import { type ThresholdDefinition, THRESHOLDS } from '../../src-core/preflight/thresholds.ts';
import { CHECKS_WITHOUT_MUTATION } from './checks-without-mutation.ts';
import { RULES_WITHOUT_CHECK } from './rules-without-check.ts';
import { filesUnder } from './source-files.ts';

/** Rules of the table by section, each numbered from 1 without gaps. */
export const RULE_COUNTS = { F: 22, G: 18, B: 15, I: 15, T: 12, C: 11, L: 5, O: 2, J: 7 } as const;

const SECTION_NAMES: Readonly<Record<keyof typeof RULE_COUNTS, string>> = {
  F: 'File and structure',
  G: 'Page geometry against the order',
  B: 'Bleed, safety and the anatomy of the book',
  I: 'Pictures',
  T: 'Text and fonts',
  C: 'Colour',
  L: 'Lines and objects',
  O: 'Layers',
  J: 'The book as a whole, and beside the others of the desk',
};

/** What a check needs; `book`: both files, beside the other books of the desk. */
export const REGISTERED: readonly {
  readonly id: string;
  readonly rule: string;
  readonly level: '1' | '2' | '3' | 'book';
}[] = [
  ...[...FILE_CHECKS, ...READ_FILE_CHECKS].map(({ id, rule }) => ({ id, rule, level: '1' as const })),
  ...INSPECTED_FILE_CHECKS.map(({ id, rule }) => ({ id, rule, level: '2' as const })),
  ...RENDERED_FILE_CHECKS.map(({ id, rule }) => ({ id, rule, level: '3' as const })),
  ...ORDER_CHECKS.map(({ id, rule }) => ({ id, rule, level: 'book' as const })),
];

/** A check as its source tells of it. */
export interface WrittenCheck {
  readonly id: string;
  readonly rule: string;
  /** Its doc comment as one line, without the rule's own number. */
  readonly measures: string;
  readonly severities: readonly string[];
  readonly thresholds: readonly string[];
  /** Repairs that it offers. */
  readonly fixes: readonly string[];
  /** Its own lines, without those that it shares with others of its file. */
  readonly source: string;
  /** Names of the findings that its file makes. */
  readonly ruleIds: readonly string[];
}

const COMMENTED_CHECK =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+: \w+Check = \{\s*id: '([^']+)',\s*rule: '([^']+)'/g;
const SOURCES = new Map(
  filesUnder(['src-core/preflight/checks'], /(?<!\.test)\.ts$/).map(({ path, text }) => [path, text]),
);

/** Every check that has a doc comment, with what its file and its helpers name. */
export const WRITTEN: readonly WrittenCheck[] = [...SOURCES].flatMap(([path, text]) => {
  const starts = [...text.matchAll(COMMENTED_CHECK)];
  return starts.map((match, index) => {
    const [, comment = '', id = '', rule = ''] = match;
    const shared = text.slice(0, starts[0]?.index ?? 0);
    const own = starts.length === 1 ? text : text.slice(match.index, starts[index + 1]?.index ?? text.length);
    const told = [shared, own, ...helpersOf(path, text)].join('\n');
    return {
      id,
      rule,
      measures: sentenceOf(comment, rule),
      severities: severitySchema.options.filter((severity) => own.includes(`'${severity}'`)),
      thresholds: Object.keys(THRESHOLDS).filter((name) => told.includes(`'${name}'`)),
      fixes: fixNameSchema.options.filter((name) => told.includes(`'${name}'`)),
      source: own,
      ruleIds: ruleIdsIn(starts.length === 1 ? told : own, id),
    };
  });
});

/** Whatever is written like the name of a finding and is not another check's. */
function ruleIdsIn(text: string, id: string): string[] {
  const others = REGISTERED.filter((check) => check.id !== id).map((check) => check.id);
  return [...text.matchAll(/'([a-z]+\.[a-z][A-Za-z]*)'/g)]
    .map(([, name = '']) => name)
    .filter((name) => !others.includes(name));
}

/** Files of the same section that `text` imports and that hold no check themselves. */
function helpersOf(path: string, text: string, seen = new Set([path])): string[] {
  return [...text.matchAll(/from '\.\/([^']+)'/g)].flatMap(([, name = '']) => {
    const helper = path.slice(0, path.lastIndexOf('/') + 1) + name;
    const source = SOURCES.get(helper);
    if (
      source === undefined ||
      seen.has(helper) ||
      helper.endsWith('/thresholds.ts') ||
      source.search(COMMENTED_CHECK) >= 0
    )
      return [];
    seen.add(helper);
    return [source, ...helpersOf(helper, source, seen)];
  });
}

function sentenceOf(comment: string, rule: string): string {
  const line = comment.replace(/\s*\n\s*\*\s?/g, ' ').trim();
  return line
    .replace(new RegExp(`(?:; | ?\\()(?:preflight-rules )?${rule}(?=\\))`), (found) =>
      found.startsWith(';') ? '' : '(',
    )
    .replace(/ ?\(\)/g, '');
}

const cell = (text: string) => text.replaceAll('|', '\\|');

function thresholdLine(name: string): string {
  const { value, unit, standard } = (THRESHOLDS as Readonly<Record<string, ThresholdDefinition>>)[
    name
  ] as ThresholdDefinition;
  return `\`${name}\` ${value.toLocaleString('en')} ${unit} (${standard})`;
}

function rowsOf(rule: string): string[] {
  const checks = REGISTERED.filter((check) => check.rule === rule).map((check) => {
    const written = WRITTEN.find(({ id }) => id === check.id);
    const { measures = '', severities = [], thresholds = [], fixes = [] } = written ?? {};
    const limits = cell(thresholds.map(thresholdLine).join('; ')) || '–';
    return `| ${rule} | \`${check.id}\` | ${check.level} | ${cell(measures)} | ${severities.join(', ')} | ${limits} | ${fixes.join(', ') || '–'} |`;
  });
  const without = RULES_WITHOUT_CHECK.filter((entry) => entry.rule === rule).map(({ measures, metBy, reason }) => {
    const how = metBy === null ? `**Not covered.** ${reason}` : `Met by ${metBy}. ${reason}`;
    return `| ${rule} | – | – | ${cell(`${measures}. ${how}`)} | – | – | – |`;
  });
  return [...checks, ...without];
}

export const rulesOf = (section: keyof typeof RULE_COUNTS): string[] =>
  Array.from({ length: RULE_COUNTS[section] }, (_, index) => `${section}-${String(index + 1).padStart(3, '0')}`);

/** The page as it has to stand in docs/reference. */
export function rulePage(): string {
  const sections = (Object.keys(RULE_COUNTS) as (keyof typeof RULE_COUNTS)[]).map((section) =>
    [
      `## ${section}. ${SECTION_NAMES[section]}`,
      '',
      '| rule | check | level | what it measures | severities | thresholds | repairs offered |',
      '|---|---|---|---|---|---|---|',
      ...rulesOf(section).flatMap(rowsOf),
    ].join('\n'),
  );
  return `${INTRODUCTION}\n${[...sections, withoutMutation()].join('\n\n')}\n`;
}

function withoutMutation(): string {
  const rows = CHECKS_WITHOUT_MUTATION.map(({ id, reason }) => `| \`${id}\` | ${cell(reason)} |`);
  return [
    '## Checks without a file of a single fault',
    '',
    WITHOUT_MUTATION,
    '',
    '| check | why, and what holds it instead |',
    '|---|---|',
    ...rows,
  ].join('\n');
}

const WITHOUT_MUTATION =
  'Every other check is held by one good book or more with one fault put in, which has to raise its finding and no other.';

const INTRODUCTION = `# Rules of the print checks

Written from the registry, the comments of the checks and their thresholds by \`test/architecture/preflight-rules.test.ts\`;
run it with \`UPDATE_REFERENCE=1\` to write this page anew.

\`block\` is what the service refuses (verdict A); \`error\`, \`warning\` and \`info\` tell how a book will print (verdict B);
\`notChecked\` is never a pass. Level 1 reads the structure of a file, level 2 everything that its pages paint, level 3 what
they look like; \`book\` looks at a book beside the others of the desk. Thresholds are the built-in ones, with where they come
from: a book spec, the print house or the studio may set others, and every finding tells whose it was held against.
How well each rule finds what it is for: [preflight-accuracy.md](preflight-accuracy.md).
`;
