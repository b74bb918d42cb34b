import { PdfString, isDict, type PdfValue } from '../../objects.ts';

/** More operands than any operator takes are litter. */
const MAX_OPERANDS = 512;

/** The operands before an operator. Numbers lie apart from all others, so that a path of a thousand points makes no objects. */
export class Operands {
  private readonly numbers = new Float64Array(MAX_OPERANDS);
  private readonly others: PdfValue[] = [];
  private numberCount = 0;
  /** Numbers written before the first operand that is none. */
  private numbersBefore = 0;

  get count(): number {
    return this.numberCount + this.others.length;
  }

  get countOfNumbers(): number {
    return this.numberCount;
  }

  get countOfOthers(): number {
    return this.others.length;
  }

  /** How many numbers stand before the first other operand; all of them when there is none. */
  get leadingNumbers(): number {
    return this.others.length === 0 ? this.numberCount : this.numbersBefore;
  }

  clear(): void {
    this.numberCount = 0;
    if (this.others.length > 0) this.others.length = 0;
  }

  addNumber(value: number): void {
    if (this.numberCount < MAX_OPERANDS) this.numbers[this.numberCount++] = value;
  }

  add(value: PdfValue): void {
    if (typeof value === 'number') {
      this.addNumber(value);
      return;
    }
    if (this.others.length === 0) this.numbersBefore = this.numberCount;
    if (this.others.length < MAX_OPERANDS) this.others.push(value);
  }

  /** Leaves the last ones, as other readers do: what comes before them is litter. */
  keepLast(numbers: number, others: number): void {
    const dropped = this.numberCount - numbers;
    if (dropped > 0) this.numbers.copyWithin(0, dropped, this.numberCount);
    this.numbersBefore = Math.max(0, this.numbersBefore - dropped);
    this.numberCount = numbers;
    this.others.splice(0, this.others.length - others);
  }

  number(index: number): number {
    return this.numbers[index] as number;
  }

  /** In arrays no larger than they have to be: pages keep thousands of colours. */
  allNumbers(): number[] {
    switch (this.numberCount) {
      case 1:
        return [this.number(0)];
      case 3:
        return [this.number(0), this.number(1), this.number(2)];
      case 4:
        return [this.number(0), this.number(1), this.number(2), this.number(3)];
      default:
        return Array.from(this.numbers.subarray(0, this.numberCount));
    }
  }

  equalNumbers(values: readonly number[]): boolean {
    if (values.length !== this.numberCount) return false;
    for (let index = 0; index < this.numberCount; index++) if (values[index] !== this.numbers[index]) return false;
    return true;
  }

  other(index: number): PdfValue {
    return this.others[index] ?? null;
  }

  /** An operand that the operator table calls a name. */
  name(index: number): string {
    return this.others[index] as string;
  }
}

/** Kinds of operands in the operator table: name, string, array, property list (a name or a dictionary). */
export type OperandKind = 'N' | 's' | 'a' | 'p';

export function isOfKind(value: PdfValue, kind: OperandKind): boolean {
  switch (kind) {
    case 'N':
      return typeof value === 'string';
    case 's':
      return value instanceof PdfString;
    case 'a':
      return Array.isArray(value);
    case 'p':
      return typeof value === 'string' || isDict(value);
  }
}
