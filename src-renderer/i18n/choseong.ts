const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
/** Syllables that share one first consonant: 21 vowels times 28 finals. */
const PER_CONSONANT = 588;
const CONSONANTS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';

/** Every Hangul syllable as its first consonant: 김민수 → ㄱㅁㅅ. Other characters stay. */
export function choseongOf(text: string): string {
  return [...text]
    .map((character) => {
      const code = character.charCodeAt(0);
      return code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE
        ? (CONSONANTS[Math.floor((code - FIRST_SYLLABLE) / PER_CONSONANT)] ?? character)
        : character;
    })
    .join('');
}

/** Names equal-looking in macOS's decomposed Hangul and in composed Hangul compare equal; case does not count. */
const comparable = (text: string): string => text.normalize('NFC').toLowerCase();

const isChoseongOnly = (text: string): boolean => /^[ㄱ-ㅎ\s]+$/.test(text);

/** A text as it is looked through. */
export interface SearchText {
  readonly plain: string;
  readonly consonants: string;
}

export function searchTextOf(text: string): SearchText {
  const plain = comparable(text);
  return { plain, consonants: choseongOf(plain).replaceAll(/\s/g, '') };
}

/** A test for texts that hold the query; a query of consonants alone is looked for in first consonants. */
export function createSearch(query: string): (text: SearchText) => boolean {
  const wanted = comparable(query.trim());
  if (wanted === '') return () => true;
  if (isChoseongOnly(wanted)) {
    const consonants = wanted.replaceAll(/\s/g, '');
    return (text) => text.consonants.includes(consonants);
  }
  return (text) => text.plain.includes(wanted);
}

/** The same for a few texts, which are not kept. */
export function createMatcher(query: string): (text: string) => boolean {
  const holds = createSearch(query);
  return (text) => holds(searchTextOf(text));
}
