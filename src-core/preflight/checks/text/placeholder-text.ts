import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';
import { markedAt, pagesOf } from '../../marks/marked-object.ts';
import { textLines } from '../../marks/text-lines.ts';

/**
 * Words that templates bring with them. Gaps between words may be lost or doubled where a line was put together, hence
 * `\s*`. What people write in albums must not match: "Your name" alone is a film, "Add water" a recipe.
 */
const PATTERNS: readonly RegExp[] = [
  /\blorem\s*ipsum|\bdolor\s*sit\s*amet/iu,
  /the\s*quick\s*brown\s*fox\s*jumps|다람쥐\s*헌\s*쳇바퀴/iu,
  /^(?=.{0,60}$).*\b(?:your|insert|enter|type|add|put|write|place)\s*(?:(?:your|a|the|some|own)\s*)*(?:text|title|subtitle|name|caption|message|headline|heading|quote|story|date|photo|picture|image|description)s?\s*(?:goes\s*)?here\b/iu,
  /^(?=.{0,60}$).*\b(?:double[\s-]*)?(?:click|tap)\s*(?:here\s*)?to\s*(?:add|edit|enter|type|insert|change)\b/iu,
  /^(?:your|sample|placeholder|dummy|example)\s*(?:text|title|subtitle|caption|heading|headline)$/iu,
  /^(?:add|enter|insert|type|edit)\s*(?:(?:your|a|the|some)\s*)?(?:text|title|subtitle|caption|heading|headline|description|body\s*text)$/iu,
  /^(?:text|title|subtitle|caption|heading|name)\s*(?:goes\s*)?here$/iu,
  /(?:텍스트|글자|글|문구|제목|부제목?|내용|이름|캡션|메시지|설명|날짜|본문)\s*(?:을|를)?\s*(?:여기에\s*)?(?:입력|작성|추가)\s*(?:하세요|하십시오|해\s*주세요|해\s*보세요|해\s*주십시오)/u,
  /여기에\s*(?:텍스트|글자|글|문구|제목|내용|이름|메시지|설명|사진)\s*(?:을|를)?\s*(?:입력|작성|추가|넣|쓰|적으|써)/u,
  /(?:클릭|탭|터치)\s*(?:하여|해서|하고|하면)?\s*(?:텍스트|글자|글|문구|제목|내용|사진)\s*(?:을|를)?\s*(?:입력|추가|편집|수정|넣)/u,
  /^(?:샘플|예시|더미|임시)\s*(?:텍스트|문구|글|제목|내용)$/u,
  /^(?:제목|부제목?|본문|텍스트|내용|문구)\s*(?:입력|자리|영역)$/u,
  // Fields of letters written in series; plain words between such marks are quoted.
  /«\s*(?:\p{L}[\p{L}\d]*_[\p{L}\d_]+|\p{Lu}\p{Ll}+\p{Lu}[\p{L}\d]*)\s*»/u,
  // Fields of templates that were filled with nothing.
  /^\{[\p{L}_][\p{L}\d_]{0,40}\}$/u,
  /\[(?:(?:your|insert)\s*)?(?:name|title|date|text|caption|이름|제목|날짜|내용|문구)\]/iu,
  /\[object Object\]|^(?:[Dd]ear |[Hh]i |[Hh]ello )?(?:undefined|null|NaN)(?: (?:undefined|null))?[,.!]?$/u,
  /\b(?:undefined|null)(?:님|씨|의|['’]s)/u,
  /^#(?:N\/A|REF!|VALUE!|NAME\?)$/u,
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
  return [...line.matchAll(FIELDS)].some((match) => {
    const [field, ...names] = match;
    const name = names.find((one) => one !== undefined) ?? '';
    if (field.startsWith('{{')) return !(isFixedPitch && isCode) && (name.trim() === '' || /\p{L}/u.test(name));
    if (isCode || isFixedPitch || !FIELD_NAME.test(name)) return false;
    const before = line.slice(0, match.index);
    const mayTouch = field.startsWith('<<') && /\p{L}$/u.test(before);
    return (
      (mayTouch || !IN_A_WORD.before.test(before)) && !IN_A_WORD.after.test(line.slice(match.index + field.length))
    );
  });
}

/** Fonts that programs are set in. Album fonts that look typed are among them, so that `{{` is told in them too. */
const FIXED_PITCH = /mono(?!type)|courier|consol|typewriter|terminal|inconsolata|menlo|(?:cm|lm|ec)tt\d|monl-/iu;

/** Whether a line is left over from a template. `fontName`: what it is set in, where that is known. */
export function isPlaceholder(line: string, fontName: string | null = null): boolean {
  // Ligatures and full-width forms as plain letters, typographic ends left out.
  const plain = line
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/(?:\.{2,}|…|:)\s*$/u, '')
    .trim();
  return (
    PATTERNS.some((pattern) => pattern.test(plain)) ||
    hasUnfilledField(plain, fontName !== null && FIXED_PITCH.test(fontName))
  );
}

/** Words of the template that nobody replaced (KDP forbids them; T-011), read line by line: programs split words as they like. */
export const placeholderText: InspectedFileCheck = {
  id: 'text.placeholder',
  rule: 'T-011',
  run: (file) => {
    const lines = file.inspection.pages.flatMap((page) =>
      textLines(page).flatMap(({ excerpt, quadMm, kind, fontName }) =>
        excerpt !== null && isPlaceholder(excerpt, fontName) ? [markedAt(page, { quadMm }, { kind, excerpt })] : [],
      ),
    );
    if (lines.length === 0) return [];
    const pages = pagesOf(lines);
    return [
      finding(file.kind, {
        ruleId: 'text.placeholder',
        severity: 'error',
        pages,
        objects: lines,
        params: { count: lines.length, pages: pages.length, words: lines[0]?.excerpt ?? '', firstPage: pages[0] ?? 1 },
        source: standardSource('KDP'),
        remedies: [{ key: 'findings.remedy.replacePlaceholder' }],
      }),
    ];
  },
};
