import { IntlMessageFormat } from 'intl-messageformat';
import { nameBareValues, withWritten } from '../../src-core/ipc/bare-figures.ts';
import en from '../../resources/locales/en/shell.json';
import ko from '../../resources/locales/ko/shell.json';

export type Language = 'ko' | 'en';

/** A name of `resources/locales/<language>/shell.json`. */
export type ShellText = keyof typeof en;

const CATALOGUES: Readonly<Record<Language, Readonly<Record<ShellText, string>>>> = { ko, en };

/** What the shell itself says: menus, dialogs, the window's title. */
export type Say = (name: ShellText, params?: Readonly<Record<string, string | number>>) => string;

export function sayIn(language: Language): Say {
  const { format: figure } = new Intl.NumberFormat(language);
  return (name, params = {}) => {
    const message = new IntlMessageFormat(CATALOGUES[language][name], language);
    nameBareValues(message.getAst());
    return String(message.format(withWritten(params, figure)));
  };
}

/** Korean when the system's first language is Korean, English for everyone else. */
export function systemLanguage(preferred: readonly string[]): Language {
  return preferred[0]?.toLowerCase().startsWith('ko') === true ? 'ko' : 'en';
}
