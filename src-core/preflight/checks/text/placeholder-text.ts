import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { markedAt, pagesOf } from '../../marks/marked-object.ts';
import { textLines, type TextLine } from '../../marks/text-lines.ts';

/**
 * Words that templates bring with them. Gaps between words may be lost or doubled where a line was put together, hence
 * `\s*`. What people write in albums must not match: "Your name" alone is a film, "Add water" a recipe.
 */
const WORDS: readonly RegExp[] = [
  /\blorem\s*ipsum|\bdolor\s*sit\s*amet/iu,
  /the\s*quick\s*brown\s*fox\s*jumps|다람쥐\s*헌\s*쳇바퀴/iu,
  /^(?=.{0,60}$).*\b(?:your|insert|enter|type|add|put|write|place)\s*(?:(?:your|a|the|some|own)\s*)*(?:text|title|subtitle|name|caption|message|headline|heading|quote|story|date|photo|picture|image|description)s?\s*(?:goes\s*)?here\b/iu,
  // With what a page is made of, or nothing, behind it: manuals explain what else a click does.
  /^(?=.{0,60}$).*\b(?:double[\s-]*)?(?:click|tap)\s*(?:here\s*)?to\s*(?:add|edit|enter|type|insert|change)(?:\s*(?:your|an?|the|this|some|own|new|master|body|sub)\b)*\s*(?:$|(?:text|title|subtitle|name|caption|message|headline|heading|quote|story|date|photo|picture|image|description|content)s?\b)/iu,
  /^(?:your|sample|placeholder|dummy|example)\s*(?:text|title|subtitle|caption|heading|headline)$/iu,
  /^(?:add|enter|insert|type|edit)\s*(?:(?:your|a|the|some)\s*)?(?:text|title|subtitle|caption|heading|headline|description|body\s*text)$/iu,
  /^(?:text|title|subtitle|caption|heading|name)\s*(?:goes\s*)?here$/iu,
  /(?:텍스트|글자|글|문구|제목|부제목?|내용|이름|캡션|메시지|설명|날짜|본문)\s*(?:을|를)?\s*(?:여기에\s*)?(?:입력|작성|추가)\s*(?:하세요|하십시오|해\s*주세요|해\s*보세요|해\s*주십시오)/u,
  /여기에\s*(?:텍스트|글자|글|문구|제목|내용|이름|메시지|설명|사진)\s*(?:을|를)?\s*(?:입력|작성|추가|넣|쓰|적으|써)/u,
  /(?:클릭|탭|터치)\s*(?:하여|해서|하고|하면)?\s*(?:텍스트|글자|글|문구|제목|내용|사진)\s*(?:을|를)?\s*(?:입력|추가|편집|수정|넣)/u,
  /^(?:샘플|예시|더미|임시)\s*(?:텍스트|문구|글|제목|내용)$/u,
  /^(?:제목|부제목?|본문|텍스트|내용|문구)\s*(?:입력|자리|영역)$/u,
  /\[object Object\]|^(?:[Dd]ear |[Hh]i |[Hh]ello )?(?:undefined|null|NaN)(?: (?:undefined|null))?[,.!]?$/u,
  /\b(?:undefined|null)(?:님|씨|의|['’]s)/u,
  /^#(?:N\/A|REF!|VALUE!|NAME\?)$/u,
];

/** A whole line, or what nobody writes but into a template. */
const FIELD_LINES: readonly RegExp[] = [
  // Fields of letters written in series; plain words between such marks are quoted.
  /«\s*(?:\p{L}[\p{L}\d]*_[\p{L}\d_]+|\p{Lu}\p{Ll}+\p{Lu}[\p{L}\d]*)\s*»/u,
  // Fields of templates that were filled with nothing.
  /^\{[\p{L}_][\p{L}\d_]{0,40}\}$/u,
  /\[(?:(?:your|insert)\s*)?(?:name|title|date|text|caption|이름|제목|날짜|내용|문구)\]/iu,
];

/** Fields of templates, with what stands within their marks. */
const FIELDS =
  /\{\{([^{}]{0,60})\}\}|\{%([^{}]{1,60}?)%\}|\$\{([^{}]{1,60})\}|\[\[([^[\]]{1,40})\]\]|<<([^<>]{1,42})>>|%([A-Z][A-Z_]{1,30})%/gu;
/** A name, or the path to one, with what templates put before and behind it: `#each photos`, `user.name | upper`. */
const FIELD_NAME = /^\s*[#/^>&!]?\s*[\p{L}_](?:[\p{L}\d_ .|-]*[\p{L}\d_])?\s*$/u;
/** What people write in programs and not in albums: assignments, calls, tags. */
const CODE = /[=;{}<>\\$`]|\w\(|\w\[|->|::/u;
/** What makes a part of a path or of a word of a field, but for the letters of a word whose gap was lost. */
const IN_A_WORD = { before: /[\d_/\\.:$-]$|[A-Za-z]$/u, after: /^(?:[\w/\\$([-]|[.:]\w)/u } as const;

/**
 * A field that was never filled in, in a line that people read. Manuals of programs are full of the same marks, between other code:
 * `${HOME}/bin`, `plot(x[[1]])`. No program but templates has `{{`: outside of fonts of programs it is always told.
 */
function hasUnfilledField(line: string, isFixedPitch: boolean): boolean {
  const isCode = CODE.test(line.replace(FIELDS, ' '));
  const fields = [...line.matchAll(FIELDS)].map((match) => ({ match, before: line.slice(0, match.index) }));
  const isPartOfWord = ({ match: [field], before }: (typeof fields)[number]) => {
    const mayTouch = field.startsWith('<<') && /\p{L}$/u.test(before);
    return (
      (!mayTouch && IN_A_WORD.before.test(before)) || IN_A_WORD.after.test(line.slice(before.length + field.length))
    );
  };
  // A variable of a program that a sentence names once more by itself.
  const variables = new Set(fields.filter(isPartOfWord).map(({ match: [field] }) => field));
  return fields.some(({ match, before }) => {
    const [field, ...names] = match;
    const name = names.find((one) => one !== undefined) ?? '';
    if (field.startsWith('{{')) return !(isFixedPitch && isCode) && (name.trim() === '' || /\p{L}/u.test(name));
    // Three brackets are a mark of their own.
    if (field.startsWith('[[') && before.endsWith('[')) return false;
    return !isCode && !isFixedPitch && FIELD_NAME.test(name) && !variables.has(field);
  });
}

/** Fonts that programs are set in. Album fonts that look typed are among them, so that `{{` is told in them too. */
const FIXED_PITCH = /mono(?!type)|courier|consol|typewriter|terminal|inconsolata|menlo|(?:cm|lm|ec)tt\d|monl-/iu;
const isFixedPitch = (fontName: string | null): boolean => fontName !== null && FIXED_PITCH.test(fontName);

/** `words` are a template's own; a `field` is what it would have put a name in place of. */
export type Leftover = 'words' | 'field';

/** What of a template a line has left over; null for nothing. `fontName`: what it is set in, where that is known. */
export function leftoverIn(line: string, fontName: string | null = null): Leftover | null {
  // Ligatures and full-width forms as plain letters, typographic ends left out.
  const plain = line
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/(?:\.{2,}|…|:)\s*$/u, '')
    .trim();
  if (WORDS.some((pattern) => pattern.test(plain))) return 'words';
  const isField = FIELD_LINES.some((pattern) => pattern.test(plain)) || hasUnfilledField(plain, isFixedPitch(fontName));
  return isField ? 'field' : null;
}

/** What nobody writes into an album, and programs are full of: tags, calls, comparisons, names with an underscore. */
const PROGRAM = /<\/\w|\/>|::|\w\(\)|[=!]=|[A-Za-z]{2}_[A-Za-z]{2}/u;
/** So many lines of programs make a manual of programs. */
const PROGRAM_LINES = 10;

/** Whether a file explains programs, in which fields of templates are what it talks about. Fields themselves do not count. */
function explainsPrograms(lines: readonly Pick<TextLine, 'excerpt' | 'fontName'>[]): boolean {
  let programLines = 0;
  for (const { excerpt, fontName } of lines) {
    const outside = (excerpt ?? '').replace(FIELDS, ' ').replace(/\{[^{}]*\}/gu, ' ');
    if (PROGRAM.test(outside) || (isFixedPitch(fontName) && CODE.test(outside))) programLines++;
    if (programLines === PROGRAM_LINES) return true;
  }
  return false;
}

/** Words of the template that nobody replaced (KDP forbids them; T-011), read line by line: programs split words as they like. */
export const placeholderText: InspectedFileCheck = {
  id: 'text.placeholder',
  rule: 'T-011',
  run: (file) => {
    const lines = file.inspection.pages.flatMap((page) => textLines(page).map((line) => ({ page, ...line })));
    const leftovers = lines.flatMap((line) => {
      const leftover = line.excerpt === null ? null : leftoverIn(line.excerpt, line.fontName);
      return leftover === null ? [] : [{ ...line, leftover }];
    });
    if (leftovers.length === 0) return [];
    const areFieldsMeant = explainsPrograms(lines);
    const isMeant = ({ leftover }: { readonly leftover: Leftover }) => leftover === 'field' && areFieldsMeant;
    const found = (ruleId: string, severity: 'error' | 'warning', those: typeof leftovers): Finding[] => {
      if (those.length === 0) return [];
      const objects = those.map(({ page, quadMm, kind, excerpt }) => markedAt(page, { quadMm }, { kind, excerpt }));
      const pages = pagesOf(objects);
      const [first] = objects;
      return [
        finding(file.kind, {
          ruleId,
          severity,
          pages,
          objects,
          params: { count: objects.length, pages: pages.length, words: first?.excerpt ?? '', firstPage: pages[0] ?? 1 },
          source: standardSource('KDP'),
          remedies: [{ key: 'findings.remedy.replacePlaceholder' }],
        }),
      ];
    };
    return [
      ...found(
        'text.placeholder',
        'error',
        leftovers.filter((one) => !isMeant(one)),
      ),
      ...found('text.templateField', 'warning', leftovers.filter(isMeant)),
    ];
  },
};
