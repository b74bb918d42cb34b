/** What may still be followed, in numbers, operators and ends of subroutines. */
export interface OutlineAllowance {
  steps: number;
}

/** How the two kinds of charstrings differ in what is written before an operator. */
export interface CharstringKind {
  /** Byte 28 begins a number of two bytes; in Type 1 it is none. */
  readonly hasShorts: boolean;
  /** What a number of four bytes behind 255 is divided by. */
  readonly longUnit: number;
}

/** Added to operators of two bytes, `12 n`. */
export const ESCAPED = 1200;
const MAX_CALLS = 10;
/** Type 1 asks for room for 24 numbers, Type 2 for 48, CFF2 for 513; readers give the older ones more than they ask for. */
const MAX_OPERANDS = 513;

/** Goes through one charstring and the subroutines that it calls, operator by operator. Never throws. */
export class CharstringRun {
  /** Numbers that wait for an operator; whoever follows an operator takes them away. */
  readonly stack: number[] = [];
  private at = 0;
  private readonly callers: { readonly code: Uint8Array; readonly at: number }[] = [];
  private hasLeft = false;

  constructor(
    private code: Uint8Array,
    private readonly kind: CharstringKind,
    private readonly allowance: OutlineAllowance,
  ) {}

  /** It was left, or came to its end without an operator that says so. */
  get isOver(): boolean {
    return this.hasLeft;
  }

  /** Undefined at the end, where the allowance is used up, and for more numbers than may wait. */
  next(): number | undefined {
    const { stack, allowance, kind } = this;
    while (allowance.steps > 0 && !this.hasLeft && stack.length <= MAX_OPERANDS) {
      allowance.steps--;
      const byte = this.code[this.at++];
      if (byte === undefined) this.leave();
      else if (byte >= 32 && byte <= 246) stack.push(byte - 139);
      else if (byte >= 32 || (byte === 28 && kind.hasShorts)) stack.push(this.longNumber(byte));
      else return byte === 12 ? ESCAPED + this.byte() : byte;
    }
    return undefined;
  }

  /** Goes on in a subroutine. False for one that is not there, and where too many are inside each other. */
  call(subroutine: Uint8Array | null | undefined): boolean {
    if (subroutine === null || subroutine === undefined || this.callers.length >= MAX_CALLS) return false;
    this.callers.push({ code: this.code, at: this.at });
    this.code = subroutine;
    this.at = 0;
    return true;
  }

  /** Back to where the subroutine was called. */
  leave(): void {
    const caller = this.callers.pop();
    if (caller === undefined) this.hasLeft = true;
    else ({ code: this.code, at: this.at } = caller);
  }

  /** Steps over what stands behind an operator and is none itself. */
  skip(bytes: number): void {
    this.at += bytes;
  }

  /** One of two bytes or more. */
  private longNumber(first: number): number {
    if (first === 28) return ((this.byte() << 24) >> 16) | this.byte();
    if (first <= 250) return (first - 247) * 256 + this.byte() + 108;
    if (first <= 254) return -(first - 251) * 256 - this.byte() - 108;
    return ((this.byte() << 24) | (this.byte() << 16) | (this.byte() << 8) | this.byte()) / this.kind.longUnit;
  }

  private byte(): number {
    return this.code[this.at++] ?? 0;
  }
}
