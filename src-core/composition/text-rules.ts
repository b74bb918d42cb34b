/**
 * By which rules texts are set. A book keeps the number that it was begun with, because its page count is paid by it.
 *
 * 1: one face; what it lacks is printed as a hollow square.
 * 2: other faces stand in for it, letters run in their own direction, and what no face has is refused.
 * 3: all lines of a paragraph are chosen together, and Korean breaks between words; nothing is set under 7 pt, and what has no room
 *    is refused.
 */
export type TextRules = (typeof TEXT_RULES)[number];
export const TEXT_RULES = [1, 2, 3] as const;

/** Of the books that are begun now, and of everything that is laid out without being kept. */
export const CURRENT_TEXT_RULES: TextRules = 3;
