import { IntlMessageFormat } from 'intl-messageformat';
import { sentencesOf, type Values } from '../../src-core/ipc/sentences.ts';
import type { Language } from '../../src-core/text-ref.ts';
import type { Command } from '../../src-core/commands.ts';
import en from '../../resources/locales/en/shell.json';
import enWindow from '../../resources/locales/en/ui.json';
import ko from '../../resources/locales/ko/shell.json';
import koWindow from '../../resources/locales/ko/ui.json';

/** A name of `resources/locales/<language>/shell.json`, or that of a command, which menu and window call alike. */
export type ShellText = keyof typeof en | `command.${Command}`;

const CATALOGUES: Readonly<Record<Language, Readonly<Record<ShellText, string>>>> = {
  ko: { ...koWindow, ...ko },
  en: { ...enWindow, ...en },
};

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
