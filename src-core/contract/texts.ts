import { z } from 'zod';

/**
 * Characters that no text may hold: control characters, which nobody can print or show, and halves of surrogate pairs,
 * which are no characters at all. Tab and line breaks are let through: a memo has lines.
 */
export const hasUnusableCharacter = (text: string): boolean => /(?![\t\n\r])[\p{Cc}\p{Cs}]/u.test(text);

/** Whether a text has anything that is seen: not if it is of spaces, line ends, joiners and fillers alone (Unicode: Default_Ignorable_Code_Point). */
export const isSeen = (text: string): boolean => !/^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);

/**
 * A text of one line, as titles, names and labels are. Said by a check and not by a `pattern`: the languages that read
 * the OpenAPI document have no common way to write the class of control characters.
 */
export const singleLine = () =>
  z.string().superRefine((text, context) => {
    if (/[\p{Cc}\p{Cs}]/u.test(text)) context.addIssue({ code: 'invalid_format', format: 'line', input: text });
  });
