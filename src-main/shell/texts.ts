import { IntlMessageFormat } from 'intl-messageformat';
import { sentencesOf, type Values } from '../../src-core/ipc/sentences.ts';
import type { Language } from '../../src-core/text-ref.ts';
import type { Command } from '../../src-core/commands.ts';
import en from '../../resources/locales/en/shell.json';
import enSpecs from '../../resources/locales/en/specs.json';
import enWindow from '../../resources/locales/en/ui.json';
import ko from '../../resources/locales/ko/shell.json';
import koSpecs from '../../resources/locales/ko/specs.json';
import koWindow from '../../resources/locales/ko/ui.json';

/**
 * A name of `resources/locales/<language>/shell.json`, or that of a command or of a part of a book, which shell and window call
 * alike.
 */
export type ShellText = keyof typeof en | `command.${Command}` | SpecText;
type SpecText = `specs.${keyof typeof enSpecs}`;

const CATALOGUES: Readonly<Record<Language, Readonly<Record<ShellText, string>>>> = {
  ko: { ...koWindow, ...ofSpecs(koSpecs), ...ko },
  en: { ...enWindow, ...ofSpecs(enSpecs), ...en },
};

function ofSpecs(messages: typeof enSpecs): Readonly<Record<SpecText, string>> {
  const named = Object.entries(messages).map(([name, message]) => [`specs.${name}`, message]);
  return Object.fromEntries(named) as Record<SpecText, string>;
}

/** What the shell itself says: menus, dialogs, the window's title. */
export type Say = (name: ShellText, params?: Values) => string;

export function sayIn(language: Language): Say {
  const sentence = sentencesOf(
    new Map(Object.entries(CATALOGUES[language])),
    (message) => new IntlMessageFormat(message, language),
    new Intl.NumberFormat(language).format,
  );
  return (name, params = {}) => sentence(name, params) ?? name;
}

/** Korean when the system's first language is Korean, English for everyone else. */
export function systemLanguage(preferred: readonly string[]): Language {
  return preferred[0]?.toLowerCase().startsWith('ko') === true ? 'ko' : 'en';
}
