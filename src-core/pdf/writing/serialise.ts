import { hex } from '../bytes.ts';
import { CHARACTER_CLASS } from '../lexer.ts';
import { PdfKeyword, PdfRef, PdfStream, PdfString } from '../objects.ts';
import type { PdfDict, PdfValue } from '../objects.ts';

/** Finer than any device can show: a hundred-millionth of a point. */
const DECIMALS = 8;

/** A value that no file can hold, read from one that says so all the same: a number of four hundred digits. */
export class Unwritable extends Error {
  constructor(value: string) {
    super(`${value} cannot be written into a PDF`);
    this.name = 'Unwritable';
  }
}

/** A number as PDF writes it: no exponent, no needless zeros. Throws Unwritable. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new Unwritable(String(value));
  // Printed by way of BigInt, because large numbers print with an exponent.
  if (Number.isInteger(value)) return BigInt(value).toString();
  const text = value.toFixed(DECIMALS).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}

/** A value as it stands in a file, in Latin-1 characters. Streams are objects of their own. Throws Unwritable. */
export function valueText(value: PdfValue): string {
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'string') return nameText(value);
  if (typeof value === 'boolean') return String(value);
  if (value === null) return 'null';
  if (value instanceof PdfRef) return `${value.objectNumber} ${value.generation} R`;
  // Hexadecimal needs no escapes and survives every transport.
  if (value instanceof PdfString) return `<${hex(value.bytes)}>`;
  if (value instanceof PdfKeyword) return value.text;
  if (value instanceof PdfStream) throw new Unwritable('a stream within a value');
  return Array.isArray(value) ? `[${value.map(valueText).join(' ')}]` : dictText(value);
}

export function dictText(dict: PdfDict): string {
  return `<< ${[...dict].map(([key, value]) => `${nameText(key)} ${valueText(value)}`).join(' ')} >>`;
}

/** ISO 32000-1, 7.3.5: what is not a regular character between `!` and `~` is written as its code. */
function nameText(name: string): string {
  let text = '/';
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    const isPlain = code > 0x20 && code < 0x7f && code !== 0x23 && CHARACTER_CLASS[code] === 0;
    text += isPlain ? name[i] : `#${(code & 0xff).toString(16).padStart(2, '0')}`;
  }
  return text;
}
