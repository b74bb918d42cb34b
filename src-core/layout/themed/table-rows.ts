import type { BindingFault } from '../../composition/bind-values.ts';
import type { TextMeasure } from '../../composition/sketch.ts';
import { LIMITS } from '../../contract/limits.ts';
import { isGallery, type ParameterDefinition, type Template } from '../../contract/templates.ts';
import type { Table } from '../../manifests/manifest.ts';
import type { LayoutDocument } from '../document.ts';
import { cellsOf, linesOf } from '../favourite-lists.ts';
import { comparable, readable, withoutExtension } from '../favourite-names.ts';
import { fitByStem, type PictureNames } from '../favourites.ts';
import type { EntryValue, ThemedEntry } from './entries.ts';
import { boundOf } from './laid.ts';
import { isBlank, type TableReading } from './table-columns.ts';

/** What is wrong with a value of a row; `name` is the variable's. */
export type RowFault = { readonly name: string } & (
  | { readonly is: 'pictureUnknown' | 'yesOrNoUnknown'; readonly written: string }
  /** Nobody guesses which of them is meant: keys of pictures. */
  | { readonly is: 'pictureAmbiguous'; readonly written: string; readonly candidates: readonly string[] }
  /** The cell of one picture names more. */
  | { readonly is: 'severalPictures'; readonly count: number }
  /** What the service would refuse. */
  | { readonly is: 'unbound'; readonly fault: BindingFault }
);

/** What a row of a table becomes. */
export interface RowEntry {
  /** As a spreadsheet counts them, from 1. */
  readonly row: number;
  /** Without what is not known: its place waits. */
  readonly values: ThemedEntry['values'];
  readonly faults: readonly RowFault[];
}

export interface TableOfEntries extends TableReading {
  readonly template: Template;
  readonly rows: Table;
  /** Rows, from 1, that become none: a spreadsheet hides them. */
  readonly leftOut?: readonly number[];
}

type Held = Pick<LayoutDocument, 'pictures'>;

/**
 * Rows of a table as entries of a template, in their order: texts as they stand there, yes or no by the words for them in Korean and
 * English, pictures of the book by the names of their files. A row in whose columns nothing stands becomes none.
 */
export function entriesOfRows(
  document: Held,
  { template, rows, headRow, columns, leftOut = [] }: TableOfEntries,
  names: PictureNames,
  measure: TextMeasure,
): readonly RowEntry[] {
  const hidden = new Set(leftOut);
  const variables = Object.entries(template.parameters.definitions).flatMap(([name, definition]) => {
    const column = columns[name] ?? null;
    return column === null ? [] : [{ name, definition, column }];
  });
  const { templateUid } = template;
  const held = { pictures: document.pictures, templates: { [templateUid]: template } };
  return rows.flatMap((cells, at): RowEntry[] => {
    const row = at + 1;
    if (row <= (headRow ?? 0) || hidden.has(row)) return [];
    const given = variables.filter(({ column }) => !isBlank(cells[column]));
    if (given.length === 0) return [];
    const read = given.map(({ name, definition, column }) => ({
      name,
      ...valueOf(name, definition, cells[column] ?? '', document, names),
    }));
    const values = Object.fromEntries(
      read.flatMap(({ name, value }): [string, EntryValue][] => (value === null ? [] : [[name, value]])),
    );
    const said = read.flatMap(({ faults }) => faults);
    // Of a picture that was not found nobody needs to hear that there is none.
    const isSaid = new Set(said.map(({ name }) => name));
    const unbound = boundOf(held, { templateUid, values }, measure).problems.flatMap(({ name, fault }): RowFault[] =>
      isSaid.has(name) ? [] : [{ name, is: 'unbound', fault }],
    );
    return [{ row, values: keepable(values), faults: [...said, ...unbound] }];
  });
}

interface ReadCell {
  readonly value: EntryValue | null;
  readonly faults: readonly RowFault[];
}

const sound = (value: EntryValue): ReadCell => ({ value, faults: [] });

function valueOf(
  name: string,
  { binding, type }: ParameterDefinition,
  cell: string,
  document: Held,
  names: PictureNames,
): ReadCell {
  if (binding === 'text') {
    if (type !== 'boolean') return sound(cell);
    const value = yesOrNo(cell);
    return value === null ? { value, faults: [{ name, is: 'yesOrNoUnknown', written: told(cell) }] } : sound(value);
  }
  const found = namesIn(cell, names).map((written) => ({ written, keys: keysOf(written, document, names) }));
  if (!isGallery(binding) && found.length > 1)
    return { value: null, faults: [{ name, is: 'severalPictures', count: found.length }] };
  return {
    value: found.flatMap(({ keys }) => (keys.length === 1 ? keys : [])),
    faults: found.flatMap(({ written, keys }): RowFault[] => {
      if (keys.length === 1) return [];
      if (keys.length === 0) return [{ name, is: 'pictureUnknown', written: told(written) }];
      return [{ name, is: 'pictureAmbiguous', written: told(written), candidates: keys }];
    }),
  };
}

/** Between names of pictures in one cell. */
const BETWEEN_NAMES = new Set(',;|\t，；、');

/** A comma may belong to the name: a cell is one name where a picture is called so. */
function namesIn(cell: string, names: PictureNames): readonly string[] {
  const text = readable(cell);
  const lines = linesOf(text);
  if (lines.length === 1 && fitByStem(text, names).keys.length > 0) return [text.trim()];
  return lines.flatMap((line) => cellsOf(line, BETWEEN_NAMES)).filter((name) => name !== '');
}

const DIGITS = /^\d+$/;

/** The picture of that name; several: which of them is meant is not known. */
function keysOf(written: string, { pictures }: Held, names: PictureNames): readonly string[] {
  const { keys } = fitByStem(written, names);
  if (keys.length > 0 || !DIGITS.test(written)) return keys;
  // A spreadsheet takes the zeros of a name that is a number.
  return (names.numbers.get(written.replace(/^0+(?=\d)/, '')) ?? []).filter((key) =>
    DIGITS.test(withoutExtension(comparable(readable(pictures[key]?.name ?? '')))),
  );
}

const wordsFor = (words: string): ReadonlySet<string> => new Set(words.normalize('NFKC').split(' '));
const YES = wordsFor('예 네 참 있음 o ㅇ ○ ◯ ● ✓ ✔ ☑ ✅ v y yes true on 1');
const NO = wordsFor('아니오 아니요 거짓 없음 x × ✕ ✖ ✗ ✘ ☐ ❌ n no false off 0');

/** Null: the cell says neither. */
function yesOrNo(cell: string): boolean | null {
  const word = readable(cell).normalize('NFKC').trim().toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : null;
}

/** So much of a name is told. */
const LONGEST_TOLD = 80;
const told = (written: string): string => {
  const line = readable(written).replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_TOLD ? `${line.slice(0, LONGEST_TOLD)}…` : line;
};

const isTooLarge = (value: EntryValue): boolean =>
  Array.isArray(value)
    ? value.length > LIMITS.entryPicturesMax
    : typeof value === 'string' && value.length > LIMITS.entryTextMaxChars;

/** What a layout can keep: nobody would print a text that is longer than any template takes. */
function keepable(values: ThemedEntry['values']): ThemedEntry['values'] {
  if (!Object.values(values).some(isTooLarge)) return values;
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, EntryValue][] => {
      if (Array.isArray(value)) return [[name, value.slice(0, LIMITS.entryPicturesMax)]];
      return isTooLarge(value) ? [] : [[name, value]];
    }),
  );
}
