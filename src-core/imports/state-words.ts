import { LONGEST_NAME, trimSeparators } from './comparable-name.ts';
import { patternOf, wordKeyOf } from './role-words.ts';

/**
 * Words beside a role that tell how far the file has come and not which book it is of: what exports, revisions, browsers and
 * file managers write behind a name. None of them begins or ends with a separator: a name is read in one way alone.
 */
const BUILT_IN = [
  'final|fin|approved|edited|fixed|revised|print(?:ing)?|copy',
  String.raw`(?:rev|ver|version)(?:[\s_\-.]?\d{1,3}(?:\.\d{1,2})?)?|[vr]\d{1,3}(?:\.\d{1,2})?`,
  String.raw`\d{1,3}(?:p|페이지|쪽)`,
  String.raw`(?:진짜|찐|최)?최?최종(?:본|확정|수정|수정본)?\d{0,2}|(?:재|\d차[\s_]?)?수정(?:본)?\d{0,2}`,
  '확정(?:본)?|교정(?:본)?|완성(?:본)?|완료|인쇄(?:용|본)?|출력(?:용)?|제출(?:용)?|복사본|사본',
].join('|');
/** Of a second file of one name: behind the role it counts copies, in front of it it is a part of the book's name. */
const NUMBERED = String.raw`[([{]\d{1,2}[)\]}]`;
/** `초안2`, `draft 3`: a state of a studio's own is counted too. */
const COUNTED = String.raw`(?:[\s_\-.]?\d{1,2})?`;
/** A day, by which customers tell their books apart. */
export const LAST_DAY = /(?<=[\s_\-.])(?:20)?\d{2}[-.]?(?:0[1-9]|1[0-2])[-.]?(?:0[1-9]|[12]\d|3[01])$/u;

const isBuiltIn = new RegExp(`^(?:${BUILT_IN})$`, 'iu');

/** A word that needs not be added: it is known for a state of a file. */
export const isBuiltInState = (word: string): boolean => isBuiltIn.test(wordKeyOf(word));

/** What names tell of how far their files have come. */
export interface StateWords {
  /** The last state behind a role, as written; null where the name ends otherwise. */
  readonly lastOf: (name: string) => string | null;
  /** A name without the states at its end: what is left names the book. */
  readonly without: (name: string) => { readonly name: string; readonly ownWords: readonly string[] };
  /** The own word that a state is of, as the studio wrote it; null for a built-in one. */
  readonly ownWordOf: (state: string) => string | null;
}

/** The built-in states and a studio's own. */
export function stateWordsOf(own: readonly string[]): StateWords {
  const words = own.map((written) => ({ written, pattern: `${patternOf(wordKeyOf(written))}${COUNTED}` }));
  const states = [BUILT_IN, ...words.map(({ pattern }) => pattern)].join('|');
  const bracketed = String.raw`[([{](?:${states})[)\]}]`;
  const last = new RegExp(`(?:${bracketed}|${NUMBERED}|(?<![a-z\\d])(?:${states}))$`, 'iu');
  /** Never without a separator: 수정 is a revision, 이수정 is somebody. */
  const lastOfStem = new RegExp(`(?:${bracketed}|(?<=^|[\\s_\\-.])(?:${states}))$`, 'iu');
  const ownWords = words.map(({ written, pattern }) => ({
    written,
    isOf: new RegExp(String.raw`^[([{]?${pattern}[)\]}]?$`, 'iu'),
  }));
  const ownWordOf = (state: string) => ownWords.find(({ isOf }) => isOf.test(state))?.written ?? null;
  return {
    lastOf: (name) => last.exec(name)?.[0] ?? null,
    ownWordOf,
    without: (stem) => {
      let name = trimSeparators(stem);
      const found: string[] = [];
      while (name.length <= LONGEST_NAME) {
        const [state] = lastOfStem.exec(name) ?? [];
        if (state === undefined) break;
        const word = ownWords.length === 0 ? null : ownWordOf(state);
        if (word !== null) found.push(word);
        name = trimSeparators(name.slice(0, -state.length));
      }
      return { name, ownWords: found };
    },
  };
}
