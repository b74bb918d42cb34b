/** Hangul syllables of Unicode, one after another in the order of the alphabet. */
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const REPLACEMENT = '\uFFFD';

/**
 * Two bytes to a character, by `lead * 256 + trail`; the empty text where there is none.
 *
 * CP949 is EUC-KR with the 8,822 syllables that KS X 1001 has no place for: they stand in the order of Unicode at leads
 * from 0x81 and trails among letters and above 0x80. Node's ICU knows EUC-KR alone, Chromium's both, so the syllables are
 * laid out here and both programs read the same.
 */
let table: readonly string[] | null = null;

function openTable(): readonly string[] {
  if (table !== null) return table;
  const characters = new Array<string>(0x10000).fill('');
  const decoder = new TextDecoder('euc-kr');
  const standard = new Set<string>();
  for (let lead = 0xa1; lead <= 0xfe; lead += 1)
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (character.includes(REPLACEMENT) || [...character].length !== 1) continue;
      characters[lead * 256 + trail] = character;
      standard.add(character);
    }
  let syllable = FIRST_SYLLABLE;
  const next = (): string => {
    while (syllable <= LAST_SYLLABLE && standard.has(String.fromCharCode(syllable))) syllable += 1;
    return syllable <= LAST_SYLLABLE ? String.fromCharCode(syllable++) : '';
  };
  for (let lead = 0x81; lead <= 0xc6; lead += 1)
    for (const [from, to] of [
      [0x41, 0x5a],
      [0x61, 0x7a],
      [0x81, lead <= 0xa0 ? 0xfe : 0xa0],
    ] as const)
      for (let trail = from; trail <= to; trail += 1) characters[lead * 256 + trail] = next();
  table = characters;
  return characters;
}

/** Text in CP949, which Excel writes as "CSV" on Korean Windows. `errors` counts bytes that are no character of it. */
export function decodeCp949(bytes: Uint8Array): { readonly text: string; readonly errors: number } {
  const characters = openTable();
  const parts: string[] = [];
  let errors = 0;
  let ascii = 0;
  const endAscii = (at: number) => {
    if (at > ascii) parts.push(Buffer.from(bytes.buffer, bytes.byteOffset + ascii, at - ascii).toString('latin1'));
  };
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    endAscii(at);
    const character = characters[lead * 256 + (bytes[at + 1] ?? 0)] ?? '';
    if (character === '') {
      errors += 1;
      parts.push(REPLACEMENT);
    } else {
      parts.push(character);
      at += 1;
    }
    ascii = at + 1;
  }
  endAscii(bytes.length);
  return { text: parts.join(''), errors };
}
