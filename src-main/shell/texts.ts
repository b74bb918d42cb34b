import { IntlMessageFormat } from 'intl-messageformat';
import en from '../../resources/locales/en/shell.json';
import ko from '../../resources/locales/ko/shell.json';

export type Language = 'ko' | 'en';

/** A name of `resources/locales/<language>/shell.json`. */
export type ShellText = keyof typeof en;

const CATALOGUES: Readonly<Record<Language, Readonly<Record<ShellText, string>>>> = { ko, en };

/** What the shell itself says: menus, dialogs, the window's title. */
export type Say = (name: ShellText, params?: Readonly<Record<string, string | number>>) => string;

export function sayIn(language: Language): Say {
  return (name, params) => String(new IntlMessageFormat(CATALOGUES[language][name], language).format(params));
}

/** Korean when the system's first language is Korean, English for everyone else. */
export function systemLanguage(preferred: readonly string[]): Language {
  return preferred[0]?.toLowerCase().startsWith('ko') === true ? 'ko' : 'en';
}
