/** A text as it was meant, when a spreadsheet took it for a number; `isRepaired` when it isn't the one that was read. */
export interface Restored {
  readonly text: string;
  readonly isRepaired: boolean;
}

/** What a spreadsheet makes of a number that is longer than its column: digits are gone. */
export const hasLostDigits = (text: string): boolean => /^[+-]?\d(?:[.,]\d+)?E[+-]?\d+$/i.test(text);

/**
 * Korean numbers without the zero that each begins with, by the area code behind it (numbering plan of the Ministry of
 * Science and ICT): 010 and the older mobile codes, 02 Seoul, 031 to 064 the provinces, 070 internet, 050x personal.
 */
const PHONES_WITHOUT_ZERO: readonly RegExp[] = [
  /^10\d{8}$/,
  /^1[16789]\d{7,8}$/,
  /^2\d{7,8}$/,
  /^(?:3[1-3]|4[1-4]|5[1-5]|6[1-4])\d{7,8}$/,
  /^70\d{8}$/,
  /^50\d{9,10}$/,
];

/** `1012345678` and `10-1234-5678` are 010 numbers that lost their zero. */
export function restoredPhone(text: string): Restored {
  const digits = text.replace(/[\s.\-)]/g, '');
  const isRepaired = PHONES_WITHOUT_ZERO.some((pattern) => pattern.test(digits));
  return { text: isRepaired ? `0${text}` : text, isRepaired };
}

/** Korean postal codes have five digits since 2015; those of Seoul begin with a zero. */
export function restoredPostalCode(text: string): Restored {
  const isRepaired = /^\d{4}$/.test(text);
  return { text: isRepaired ? `0${text}` : text, isRepaired };
}
