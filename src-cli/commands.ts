/** What the command line understands, for its completions and its manual page; `arguments.ts` reads it. */
export interface CommandLineOption {
  readonly name: string;
  readonly says: string;
  /** Null: it takes none. A list: one of these. Else what kind of thing. */
  readonly value: readonly string[] | 'FILE' | 'DIR' | 'UID' | 'N' | 'URL' | null;
}

export interface CommandLineCommand {
  readonly name: string;
  /** As a manual writes it. */
  readonly takes: string;
  readonly says: string;
  readonly options: readonly CommandLineOption[];
}

const contract: CommandLineOption = {
  name: 'contract',
  says: 'the specification (left out), or the public service as it was in September 2026',
  value: ['specified', 'public-2026-09'],
};
const json: CommandLineOption = { name: 'json', says: 'one document for machines', value: null };
const lang: CommandLineOption = {
  name: 'lang',
  says: 'of what is printed; left out, what LC_ALL, LC_MESSAGES or LANG say',
  value: ['ko', 'en'],
};
const spec: CommandLineOption = { name: 'spec', says: 'uid of the book spec; "list" names them all', value: 'UID' };
const level: CommandLineOption = {
  name: 'level',
  says: '1 structure and sizes, 2 everything that pages paint (left out), 3 rendered as well',
  value: ['1', '2', '3'],
};
const thresholds: CommandLineOption = { name: 'thresholds', says: 'JSON of the studio’s thresholds', value: 'FILE' };
const rules: CommandLineOption = {
  name: 'rules',
  says: 'JSON of the studio’s naming rules, as the app saves them',
  value: 'FILE',
};
const printHouse: CommandLineOption = { name: 'print-house', says: 'those of the print house', value: 'FILE' };

const data: CommandLineOption = {
  name: 'data',
  says: 'the data folder; left out, the one that the app uses',
  value: 'DIR',
};

export const COMMANDS: readonly CommandLineCommand[] = [
  {
    name: 'preflight',
    takes: 'FILES|FOLDERS…',
    says: 'checks photo-book PDFs against a book spec, offline, as the app and the service do',
    options: [
      spec,
      { name: 'pages', says: 'book pages of the order; left out, the contents themselves tell', value: 'N' },
      contract,
      level,
      {
        name: 'kind',
        says: 'what single files are; left out, one page is a cover and more are contents',
        value: ['cover', 'contents'],
      },
      json,
      { name: 'csv', says: 'one line a finding', value: null },
      { name: 'facts', says: 'what was read (pages, boxes, fonts, images), without judging', value: null },
      lang,
      thresholds,
      printHouse,
      rules,
    ],
  },
  {
    name: 'import',
    takes: 'FOLDERS…|PACKAGES…',
    says: 'shows which books a folder or a job package would become, and why',
    options: [contract, json, lang, rules],
  },
  {
    name: 'watch',
    takes: 'FOLDER',
    says: 'checks books as their files settle, until it is stopped',
    options: [
      contract,
      json,
      lang,
      rules,
      spec,
      level,
      { name: 'once', says: 'until nothing is copied any more', value: null },
      thresholds,
      printHouse,
    ],
  },
  {
    name: 'order',
    takes: 'LIST [FOLDERS…]',
    says: 'shows which orders a list of books (CSV, XLSX) would become; places none',
    options: [
      contract,
      json,
      lang,
      rules,
      { name: 'dry-run', says: 'has to be said: orders are placed in the app', value: null },
      { name: 'service', says: 'whose prices hold; https, or this computer', value: 'URL' },
      { name: 'key-file', says: 'the file with the key for it', value: 'FILE' },
      { name: 'environment', says: 'whose prices hold', value: ['sandbox', 'live'] },
    ],
  },
  {
    name: 'backup',
    takes: 'FILE',
    says: 'writes everything of a studio that is closed into one file, except keys',
    options: [data, json, lang],
  },
  {
    name: 'restore',
    takes: 'FILE',
    says: 'puts what a backup holds in the place of what is there, which is set aside and kept',
    options: [data, json, lang],
  },
];
