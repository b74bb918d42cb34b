import { LIMITS } from '../contract/limits.ts';
import { type Shipping, shippingSchema } from '../contract/orders.ts';
import { hasUnusableCharacter } from '../contract/texts.ts';
import { SHAPELESS } from '../imports/comparable-name.ts';
import { BUILT_IN_NAMES } from '../imports/name-reader.ts';
import { MANIFEST_FIELDS, type ManifestField } from './columns.ts';
import { hasLostDigits, restoredPhone, restoredPostalCode, type Restored } from './lost-zeros.ts';
import { shown, type ManifestColumn, type ManifestNote } from './manifest.ts';

/** One row of a manifest by itself. Null is what it doesn't say. */
export interface ManifestRow {
  readonly row: number;
  /** What the book is called: by the key, else by its file, else by its title. */
  readonly key: string | null;
  readonly isCalledByTitle: boolean;
  readonly title: string | null;
  readonly spec: string | null;
  readonly quantity: number | null;
  readonly shipping: Shipping | null;
  /** Something of a recipient stands there, whole or not. */
  readonly isForSomebody: boolean;
  readonly externalRef: string | null;
  readonly coverFile: string | null;
  readonly contentsFile: string | null;
  readonly isSound: boolean;
}

const S = LIMITS.shipping;
/** A file's name with the folders before it: what file systems allow at most. */
const PATH_MAX_CHARS = 4_096;
const MAX_CHARS: Readonly<Record<ManifestField, number>> = {
  key: LIMITS.titleMaxChars,
  title: LIMITS.titleMaxChars,
  spec: LIMITS.titleMaxChars,
  quantity: 20,
  recipientName: S.recipientNameMaxChars,
  phone: S.recipientPhoneMaxChars,
  zipCode: S.postalCodeMaxChars,
  address1: S.address1MaxChars,
  address2: S.address2MaxChars,
  memo: S.memoMaxChars,
  externalRef: LIMITS.externalRefMaxChars,
  coverFile: PATH_MAX_CHARS,
  contentsFile: PATH_MAX_CHARS,
};

const RESTORING: Readonly<Partial<Record<ManifestField, (text: string) => Restored>>> = {
  phone: restoredPhone,
  zipCode: restoredPostalCode,
};

/** What an address cannot be without; the second line and the note may be missing. */
const NEEDED = ['recipientName', 'phone', 'zipCode', 'address1'] as const;
const OF_RECIPIENT: readonly ManifestField[] = [...NEEDED, 'address2', 'memo'];

/** Copies as they are written: `2`, `2.0` of a spreadsheet, `2권`, `3 copies`. */
const COPIES = /^(\d{1,9})(?:\.0+)?\s*(?:권|부|개|ea|pcs|copy|copies)?$/i;

const copiesOf = (text: string): number => Number(COPIES.exec(text.normalize('NFKC'))?.[1] ?? NaN);

/** What two cells of a field that say the same have in common, however they are written: `'06236`, `06236` and, of lost zeros, `6236`. */
export function saidIn(field: ManifestField, cell: string, restoreZeros: boolean): string {
  const read = readCell(field, cell, restoreZeros, () => undefined);
  const copies = field === 'quantity' ? copiesOf(read) : NaN;
  return Number.isNaN(copies) ? read : `${copies}`;
}

/** Reads one row under its header and says of every cell that cannot be what it has to be why, and of every repair what it was. */
export function readRow(
  row: number,
  cells: readonly string[],
  columns: readonly ManifestColumn[],
  restoreZeros = true,
): { readonly read: ManifestRow; readonly notes: readonly ManifestNote[] } {
  const notes: ManifestNote[] = [];
  const columnOf = new Map(columns.flatMap(({ field, column }) => (field === null ? [] : [[field, column] as const])));
  const note = (kind: ManifestNote['kind'], field: ManifestField | null, text: ManifestNote['text']) =>
    notes.push({ row, column: field === null ? null : (columnOf.get(field) ?? null), kind, text });
  const texts = new Map<ManifestField, string>();
  for (const field of MANIFEST_FIELDS) {
    const column = columnOf.get(field);
    const text = column === undefined ? '' : (cells[column - 1] ?? '');
    texts.set(
      field,
      readCell(field, text, restoreZeros, (kind, said) => note(kind, field, said)),
    );
  }
  const text = (field: ManifestField) => texts.get(field) ?? '';
  const extra = cells.findIndex((cell, index) => index >= columns.length && cell.trim() !== '');
  if (extra >= 0)
    notes.push({
      row,
      column: extra + 1,
      kind: 'problem',
      text: { key: 'manifests.problem.beyondHeader', params: { text: shown(cells[extra] ?? '') } },
    });

  const quantity = text('quantity') === '' ? null : copiesOf(text('quantity'));
  if (quantity !== null && !(quantity >= 1 && quantity <= LIMITS.quantityMax))
    note('problem', 'quantity', {
      key: 'manifests.problem.quantity',
      params: { text: shown(text('quantity')), max: LIMITS.quantityMax },
    });

  let shipping: Shipping | null = null;
  const isForSomebody = OF_RECIPIENT.some((field) => text(field) !== '');
  if (isForSomebody) {
    for (const field of NEEDED)
      if (text(field) === '') note('problem', field, { key: `manifests.problem.missing.${field}` });
    const whole = shippingSchema.safeParse({
      recipientName: text('recipientName'),
      recipientPhone: text('phone'),
      postalCode: text('zipCode'),
      address1: text('address1'),
      ...(text('address2') === '' ? {} : { address2: text('address2') }),
      ...(text('memo') === '' ? {} : { memo: text('memo') }),
    });
    if (whole.success) shipping = whole.data;
  }

  const file = text('contentsFile') || text('coverFile');
  const name = text('key') || (file === '' ? '' : stemOf(file));
  const key = name || text('title');
  if (key === '') note('problem', 'key', { key: 'manifests.problem.noKey' });
  const said = (field: ManifestField) => text(field) || null;
  return {
    read: {
      row,
      key: key || null,
      isCalledByTitle: name === '' && key !== '',
      title: said('title'),
      spec: said('spec'),
      quantity,
      shipping,
      isForSomebody,
      externalRef: said('externalRef'),
      coverFile: said('coverFile'),
      contentsFile: said('contentsFile'),
      isSound: !notes.some(({ kind }) => kind === 'problem'),
    },
    notes,
  };
}

/** `albums\Kim-Lee_contents.pdf` is about the book `Kim-Lee`; of `Kim-Lee/contents.pdf` the folder says so. */
export function stemOf(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '');
  const { stem } = BUILT_IN_NAMES.partsOf(parts.at(-1) ?? '');
  return stem !== '' ? stem : (parts.at(-2) ?? parts.at(-1) ?? '').normalize('NFC');
}

function readCell(
  field: ManifestField,
  cell: string,
  restoreZeros: boolean,
  say: (kind: ManifestNote['kind'], text: ManifestNote['text']) => void,
): string {
  // No label has them, and addresses that differ by them would be two orders.
  let text = cell.normalize('NFC').replace(SHAPELESS, '').trim();
  if (OF_LABEL_DIGITS.has(field)) text = text.normalize('NFKC');
  if (!OF_WORDS.has(field)) text = text.replace(KEPT_AS_TEXT, '');
  if (text === '') return '';
  if (CELL_ERROR.test(text)) {
    say('problem', { key: 'manifests.problem.cellError', params: { text } });
    return text;
  }
  // Alt+Enter in a spreadsheet: only a note for the carrier has lines.
  if (field !== 'memo' && /[\t\r\n]/.test(text)) {
    text = text.replace(/\s*[\t\r\n]+\s*/g, ' ');
    say('repair', { key: 'manifests.repair.oneLine', params: { text: shown(text) } });
  }
  if (hasUnusableCharacter(text))
    say('problem', { key: 'manifests.problem.unusableCharacter', params: { text: shown(text) } });
  if (OF_NUMBERS.has(field) && hasLostDigits(text)) {
    say('problem', { key: 'manifests.problem.lostDigits', params: { text: shown(text) } });
    return text;
  }
  if (FRACTIONLESS.has(field) && WITH_FRACTION.test(text)) {
    const now = text.replace(/\.0+$/, '');
    say('repair', { key: 'manifests.repair.noFraction', params: { was: shown(text), now } });
    text = now;
  }
  const restored = restoreZeros ? RESTORING[field]?.(text) : undefined;
  if (restored?.isRepaired === true) {
    say('repair', { key: 'manifests.repair.leadingZero', params: { was: shown(text), now: shown(restored.text) } });
    text = restored.text;
  }
  const max = MAX_CHARS[field];
  if (text.length > max)
    say('problem', { key: 'manifests.problem.tooLong', params: { text: shown(text), length: text.length, max } });
  return text;
}

/** What a spreadsheet shows where a formula has no value. */
const CELL_ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|BUSY!|ERROR!)$/;

/** `'0123`: what a spreadsheet is told to keep as text. */
const KEPT_AS_TEXT = /^'(?=\d[\d\s.()-]*$)/;
/** Where an apostrophe before a number is a part of it: '90. */
const OF_WORDS: ReadonlySet<ManifestField> = new Set(['title', 'memo', 'coverFile', 'contentsFile']);

/** Forms of East Asia have wide digits; carriers and a comparison of two addresses want the plain ones. */
const OF_LABEL_DIGITS: ReadonlySet<ManifestField> = new Set(['phone', 'zipCode']);

/** `6236.0`: a program that keeps columns with gaps as numbers writes whole ones so. */
const WITH_FRACTION = /^\d{3,}\.0+$/;
const FRACTIONLESS: ReadonlySet<ManifestField> = new Set(['key', 'phone', 'zipCode', 'externalRef']);

/** Digits that are no number: an exponent in them is what a spreadsheet made of it. */
const OF_NUMBERS: ReadonlySet<ManifestField> = new Set(['key', 'phone', 'zipCode', 'externalRef']);
