import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from '../../src-core/text-ref.ts';
import { fixNameSchema } from '../../src-core/preflight/finding.ts';
import { WRITTEN, type WrittenCheck } from './rule-page.ts';
import { filesUnder } from './source-files.ts';

/** Every message of one language by its full key, as the window gathers them. */
export function catalogueOf(language: Language): ReadonlyMap<string, string> {
  return new Map(
    filesUnder([`resources/locales/${language}`], /\.json$/).flatMap(({ path, text }) => {
      const file = path.slice(path.lastIndexOf('/') + 1);
      const subject = file.slice(0, file.indexOf('.'));
      return Object.entries(JSON.parse(text) as Record<string, string>).map(([key, message]): [string, string] => [
        `${subject}.${key}`,
        message,
      ]);
    }),
  );
}

interface Part {
  readonly type: number;
  readonly value?: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly Part[] }>>;
}

const LITERAL = 0;
/** What stands for a figure or a name that a finding fills in. */
const BLANK: Readonly<Record<Language, string>> = { ko: '○', en: '…' };

/** A message without its values. Of sentences that depend on one, the general one, or the first that says something. */
export function withoutValues(message: string, language: Language): string {
  const said = (parts: readonly Part[]): string =>
    parts
      .map((part) => {
        if (part.type === LITERAL) return part.value ?? '';
        if (part.options === undefined) return BLANK[language];
        const ways = Object.entries(part.options).map(([name, { value }]) => ({ name, text: said(value) }));
        return (ways.find(({ name, text }) => name === 'other' && text !== '') ?? ways.find(({ text }) => text !== ''))
          ?.text;
      })
      .join('');
  return said(new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst() as readonly Part[])
    .replace(/\s+/g, ' ')
    .trim();
}

const SECTIONS = ['structure', 'geometry', 'anatomy', 'images', 'text', 'colour', 'objects', 'order'] as const;
const SECTION_OF: Readonly<Record<string, (typeof SECTIONS)[number]>> = {
  F: 'structure',
  G: 'geometry',
  B: 'anatomy',
  I: 'images',
  T: 'text',
  C: 'colour',
  L: 'objects',
  O: 'objects',
  J: 'order',
};

const WORDS: Readonly<Record<Language, Readonly<Record<'title' | 'lead' | 'weight' | 'todo' | 'repair', string>>>> = {
  ko: {
    title: '검사에서 나온 문제',
    lead: '검사 결과마다 뜻과 해결 방법을 적었습니다. 인스펙터에서 문제를 고르고 `F1`을 누르면 그 문제의 설명이 열립니다. ○에는 그 책에서 잰 값이 들어갑니다.',
    weight: '구분',
    todo: '경우에 따라 할 수 있는 것',
    repair: '스튜디오가 고칠 수 있는 것',
  },
  en: {
    title: 'Findings of the checks',
    lead: 'What each finding means, and what to do about it. Choose a finding in the inspector and press `F1`: its explanation opens here. Where “…” stands, the finding has what was measured in the book.',
    weight: 'Kind',
    todo: 'What may be done, depending on the file',
    repair: 'What the studio can repair',
  },
};

/** A check with each finding that it makes: the window names those by their `ruleId`. */
function findings(catalogue: ReadonlyMap<string, string>) {
  const named = [...catalogue.keys()].flatMap((key) => /^findings\.([a-z]+\.\w+)\.title$/i.exec(key)?.[1] ?? []);
  return named.map((ruleId) => ({
    ruleId,
    checks: WRITTEN.filter(({ id, ruleIds }) => id === ruleId || ruleIds.includes(ruleId)),
  }));
}

/** Where the checks make this finding: from its name to the next one's. A check that makes one alone has it in all of its lines. */
const linesOf = (ruleId: string, checks: readonly WrittenCheck[]): string[] =>
  checks.flatMap(({ source, ruleIds }) => {
    const parts = source.split(/(?=\bruleId:)/);
    const own = parts.filter(
      (part) => part.startsWith('ruleId:') && part.split('\n', 3).join('').includes(`'${ruleId}'`),
    );
    return own.length > 0 || ruleIds.length > 1 ? own : [source];
  });

/** The chapter of findings as it has to stand in resources/manual. */
export function findingsChapter(language: Language): string {
  const catalogue = catalogueOf(language);
  const words = WORDS[language];
  const said = (key: string): string | null => {
    const message = catalogue.get(key);
    return message === undefined ? null : withoutValues(message, language);
  };
  const all = findings(catalogue);
  const listed = (title: string, names: readonly (string | null)[]): string[] => {
    const some = [...new Set(names.filter((name) => name !== null))];
    return some.length === 0 ? [] : ['', `${title}:`, '', ...some.map((name) => `- ${name}`)];
  };
  const entry = ({ ruleId, checks }: (typeof all)[number]): string => {
    const kinds = [...new Set(checks.flatMap(({ severities }) => severities))];
    return [
      `<a id="${ruleId}"></a>`,
      '',
      `### ${said(`findings.${ruleId}.title`)}`,
      '',
      ...[said(`findings.${ruleId}.detail`) ?? []].flat(),
      ...(kinds.length === 0
        ? []
        : ['', `${words.weight}: ${kinds.map((kind) => said(`preflight.severity.${kind}`)).join(', ')}`]),
      ...listed(
        words.todo,
        linesOf(ruleId, checks).flatMap((lines) =>
          [...lines.matchAll(/'findings\.remedy\.(\w+)'/g)].map(([, name = '']) => said(`findings.remedy.${name}`)),
        ),
      ),
      ...listed(
        words.repair,
        fixNameSchema.options
          .filter((fix) => linesOf(ruleId, checks).some((lines) => lines.includes(`'${fix}'`)))
          .map((fix) => said(`preflight.fix.name.${fix}`)),
      ),
    ].join('\n');
  };
  const sections = SECTIONS.flatMap((section) => {
    const own = all.filter(({ ruleId, checks }) => sectionOf(ruleId, checks[0]?.rule) === section);
    return own.length === 0 ? [] : [`## ${said(`preflight.section.${section}`)}`, ...own.map(entry)];
  });
  return `${[`# ${words.title}`, words.lead, ...sections].join('\n\n').replace(/\n{3,}/g, '\n\n')}\n`;
}

const sectionOf = (ruleId: string, rule: string | undefined): (typeof SECTIONS)[number] =>
  SECTIONS.find((name) => ruleId.startsWith(`${name}.`)) ?? SECTION_OF[rule?.[0] ?? 'J'] ?? 'order';
