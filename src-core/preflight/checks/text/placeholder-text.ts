import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';
import { markedAt, pagesOf } from '../../marks/marked-object.ts';
import { textLines } from '../../marks/text-lines.ts';

/**
 * Words that templates bring with them. Gaps between words may be lost or doubled where a line was put together, hence
 * `\s*`. What people write in albums must not match: "Your name" alone is a film, "Add water" a recipe.
 */
const PATTERNS: readonly RegExp[] = [
  /lorem\s*ipsum|dolor\s*sit\s*amet/iu,
  /the\s*quick\s*brown\s*fox\s*jumps|다람쥐\s*헌\s*쳇바퀴/iu,
  /\b(?:your|insert|enter|type|add|put|write|place)\s*(?:(?:your|a|the|some|own)\s*)*(?:text|title|subtitle|name|caption|message|headline|heading|quote|story|date|photo|picture|image|description)s?\s*(?:goes\s*)?here\b/iu,
  /\b(?:double[\s-]*)?(?:click|tap)\s*(?:here\s*)?to\s*(?:add|edit|enter|type|insert|change)\b/iu,
  /^(?:your|sample|placeholder|dummy|example)\s*(?:text|title|subtitle|caption|heading|headline)$/iu,
  /^(?:add|enter|insert|type|edit)\s*(?:(?:your|a|the|some)\s*)?(?:text|title|subtitle|caption|heading|headline|description|body\s*text)$/iu,
  /^(?:text|title|subtitle|caption|heading|name)\s*(?:goes\s*)?here$/iu,
  /(?:텍스트|글자|글|문구|제목|부제목?|내용|이름|캡션|메시지|설명|날짜|본문)\s*(?:을|를)?\s*(?:여기에\s*)?(?:입력|작성|추가)\s*(?:하세요|하십시오|해\s*주세요|해\s*보세요|해\s*주십시오)/u,
  /여기에\s*(?:텍스트|글자|글|문구|제목|내용|이름|메시지|설명|사진)\s*(?:을|를)?\s*(?:입력|작성|추가|넣|쓰|적으|써)/u,
  /(?:클릭|탭|터치)\s*(?:하여|해서|하고|하면)?\s*(?:텍스트|글자|글|문구|제목|내용|사진)\s*(?:을|를)?\s*(?:입력|추가|편집|수정|넣)/u,
  /^(?:샘플|예시|더미|임시)\s*(?:텍스트|문구|글|제목|내용)$/u,
  /^(?:제목|부제목?|본문|텍스트|내용|문구)\s*(?:입력|자리|영역)$/u,
  // Fields of templates that were never filled in, or filled with nothing.
  /\{\{[^{}]{0,60}\}\}|\{%.{1,60}?%\}|\$\{[^{}]{1,60}\}|\[\[[^[\]]{1,40}\]\]/u,
  /<<\s*[\p{L}_][\p{L}\d_ .-]{0,40}>>|%[A-Z][A-Z_]{1,30}%/u,
  /^\{[\p{L}_][\p{L}\d_]{0,40}\}$/u,
  /\[(?:(?:your|insert)\s*)?(?:name|title|date|text|caption|이름|제목|날짜|내용|문구)\]/iu,
  /\[object Object\]|^(?:[Dd]ear |[Hh]i |[Hh]ello )?(?:undefined|null|NaN)(?: (?:undefined|null))?[,.!]?$/u,
  /\b(?:undefined|null)(?:님|씨|의|['’]s)/u,
  /^#(?:N\/A|REF!|VALUE!|NAME\?)$/u,
];

/** Whether a line is left over from a template. */
export function isPlaceholder(line: string): boolean {
  // Ligatures and full-width forms as plain letters, typographic ends left out.
  const plain = line
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/(?:\.{2,}|…|:)\s*$/u, '')
    .trim();
  return PATTERNS.some((pattern) => pattern.test(plain));
}

/** Words of the template that nobody replaced (KDP forbids them; T-011), read line by line: programs split words as they like. */
export const placeholderText: InspectedFileCheck = {
  id: 'text.placeholder',
  rule: 'T-011',
  run: (file) => {
    const lines = file.inspection.pages.flatMap((page) =>
      textLines(page).flatMap(({ excerpt, quadMm, kind }) =>
        excerpt !== null && isPlaceholder(excerpt) ? [markedAt(page, { quadMm }, { kind, excerpt })] : [],
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
