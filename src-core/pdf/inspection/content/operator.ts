import { isOfKind, type OperandKind, type Operands } from './operands.ts';
import type { StreamRun } from './stream-run.ts';

/**
 * What an operator takes, in the order of ISO 32000-1, annex A: `n` number, `N` name, `s` string, `a` array,
 * `p` property list; `*` whatever the colour space asks for.
 */
export type OperatorFamily = Readonly<
  Record<string, readonly [takes: string, run: (run: StreamRun, operands: Operands) => void]>
>;

/** Letters of an operator in one number: a key that costs no string. Zero for longer words, which no operator is. */
export function keyOf(name: string): number {
  return name.length > 3 ? 0 : [...name].reduce((key, letter) => key * 256 + letter.charCodeAt(0), 0);
}

export class Operator {
  private readonly takesAny: boolean;
  private readonly numbers: number;
  private readonly others: readonly OperandKind[];
  private readonly leadingNumbers: number;

  constructor(
    readonly name: string,
    takes: string,
    readonly run: (run: StreamRun, operands: Operands) => void,
  ) {
    const kinds = takes === '*' ? [] : [...takes];
    this.takesAny = takes === '*';
    this.others = kinds.filter((kind): kind is OperandKind => kind !== 'n');
    this.numbers = kinds.length - this.others.length;
    this.leadingNumbers = this.others.length === 0 ? this.numbers : kinds.findIndex((kind) => kind !== 'n');
  }

  /** What is wrong with the operands, and whether the operator can be carried out all the same, with the last of them. */
  judge(operands: Operands): 'fit' | 'tooMany' | 'tooFew' | 'wrongType' {
    if (this.takesAny) return 'fit';
    const { numbers, others } = this;
    if (operands.countOfNumbers === numbers && operands.countOfOthers === others.length) {
      return others.length === 0 || this.hasKinds(operands) ? 'fit' : 'wrongType';
    }
    if (operands.count < numbers + others.length) return 'tooFew';
    const isTooMany = operands.count > numbers + others.length;
    if (!isTooMany || operands.countOfNumbers < numbers || operands.countOfOthers < others.length) return 'wrongType';
    operands.keepLast(numbers, others.length);
    return this.hasKinds(operands) ? 'tooMany' : 'wrongType';
  }

  private hasKinds(operands: Operands): boolean {
    if (operands.leadingNumbers !== this.leadingNumbers) return false;
    for (let index = 0; index < this.others.length; index++)
      if (!isOfKind(operands.other(index), this.others[index] as OperandKind)) return false;
    return true;
  }
}
