import { z } from 'zod';

/**
 * Characters that no text may hold: control characters, which nobody can print or show, and halves of surrogate pairs,
 * which are no characters at all. Tab and line breaks are let through: a memo has lines.
 */
export const hasUnusableCharacter = (text: string): boolean => /(?![\t\n\r])[\p{Cc}\p{Cs}]/u.test(text);

/**
 * A text of one line, as titles, names and labels are. Said by a check and not by a `pattern`: the languages that read
 * the OpenAPI document have no common way to write the class of control characters.
 */
export const singleLine = () =>
  z.string().superRefine((text, context) => {
    if (/[\p{Cc}\p{Cs}]/u.test(text)) context.addIssue({ code: 'invalid_format', format: 'line', input: text });
  });
