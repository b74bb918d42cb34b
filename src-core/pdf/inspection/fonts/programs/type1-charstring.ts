import type { GlyphSketch } from './type2-charstring.ts';
import { VerticalReach, type OutlineAllowance, type VerticalExtent } from './vertical-reach.ts';

/** Operators that draw, by code; 12 n is 1200 + n: lines, curves, and letters made of two. */
const DRAWS: ReadonlySet<number> = new Set([5, 6, 7, 8, 10, 30, 31, 1206]);
const HSBW = 13;
const SBW = 1207;
const DIV = 1212;
const END_CHAR = 14;

/** Width and blankness of a decrypted Type 1 charstring (Adobe Type 1 Font Format, 6). Null when it states no width. */
export function sketchType1Glyph(code: Uint8Array): GlyphSketch | null {
  const stack: number[] = [];
  let width: number | null = null;
  for (let at = 0; at < code.length; ) {
    const byte = code[at++] as number;
    if (byte >= 32) {
      at = pushNumber(code, at, byte, stack);
      continue;
    }
    const operator = byte === 12 ? 1200 + (code[at++] ?? 0) : byte;
    if (operator === DIV) {
      const divisor = stack.pop() ?? 1;
      stack.push((stack.pop() ?? 0) / divisor);
      continue;
    }
    if (operator === HSBW) width = stack[1] ?? null;
    else if (operator === SBW) width = stack[2] ?? null;
    // A subroutine may hold the whole letter.
    if (DRAWS.has(operator)) return width === null ? null : { width, isBlank: false };
    if (operator === END_CHAR) break;
    stack.length = 0;
  }
  return width === null ? null : { width, isBlank: true };
}

const MAX_CALLS = 10;
const SEAC = 1206;
const CALL_OTHER = 1216;
const POP = 1217;
/** Adobe Type 1 Font Format, 8.3: a flat curve is told by seven moves between these two. */
const FLEX = { begins: 1, ends: 0, moves: 7 } as const;

/**
 * How far the whole outline reaches up and down. Null for what cannot be followed to its end, and for letters that are made
 * of two others.
 */
export function extentOfType1Glyph(
  charstring: Uint8Array,
  subroutines: ReadonlyMap<number, Uint8Array>,
  allowance: OutlineAllowance,
): VerticalExtent | null {
  const stack: number[] = [];
  /** What the routines of the interpreter leave behind for `pop`. */
  const left: number[] = [];
  const calls: { readonly code: Uint8Array; at: number }[] = [{ code: charstring, at: 0 }];
  const reach = new VerticalReach();
  let flex: number[] | null = null;
  const move = (dy: number) => {
    reach.move(dy);
    flex?.push(dy);
  };
  for (; allowance.steps > 0; allowance.steps--) {
    const call = calls.at(-1);
    if (call === undefined) return null;
    const { code } = call;
    const byte = code[call.at++];
    if (byte === undefined) {
      calls.pop();
      continue;
    }
    if (byte >= 32) {
      call.at = pushNumber(code, call.at, byte, stack);
      continue;
    }
    const operator = byte === 12 ? 1200 + (code[call.at++] ?? 0) : byte;
    const operand = (index: number) => stack[index] ?? 0;
    switch (operator) {
      case DIV: {
        const divisor = stack.pop() ?? 1;
        stack.push((stack.pop() ?? 0) / divisor);
        continue;
      }
      case 10: {
        // callsubr
        const subroutine = subroutines.get(stack.pop() ?? -1);
        if (subroutine === undefined || calls.length > MAX_CALLS) return null;
        calls.push({ code: subroutine, at: 0 });
        continue;
      }
      case 11: // return
        calls.pop();
        continue;
      case CALL_OTHER: {
        const routine = stack.pop();
        const count = Math.max(0, Math.min(stack.pop() ?? 0, stack.length));
        left.push(...stack.splice(stack.length - count, count).reverse());
        if (routine === FLEX.begins) flex = [];
        else if (routine === FLEX.ends && flex !== null) {
          if (flex.length !== FLEX.moves) return null;
          drawFlex(flex, reach);
          flex = null;
        }
        continue;
      }
      case POP:
        stack.push(left.pop() ?? 0);
        continue;
      case END_CHAR:
        return reach.extent;
      case SEAC:
        return null;
      case SBW:
        move(operand(1));
        break;
      case 4: // vmoveto
        move(operand(0));
        break;
      case 21: // rmoveto
        move(operand(1));
        break;
      case 22: // hmoveto
        move(0);
        break;
      case 5: // rlineto
        reach.line(operand(1));
        break;
      case 6: // hlineto
        reach.line(0);
        break;
      case 7: // vlineto
        reach.line(operand(0));
        break;
      case 8: // rrcurveto
        reach.curve(operand(1), operand(3), operand(5));
        break;
      case 30: // vhcurveto
        reach.curve(operand(0), operand(2), 0);
        break;
      case 31: // hvcurveto
        reach.curve(0, operand(2), operand(3));
        break;
      default: // Hints, the width, the end of a contour.
        break;
    }
    stack.length = 0;
  }
  return null;
}

/** Two curves; the first move leads to a point beside them, from which the second counts. */
function drawFlex(
  [beside = 0, one = 0, two = 0, three = 0, four = 0, five = 0, six = 0]: readonly number[],
  reach: VerticalReach,
): void {
  reach.move(-(beside + one + two + three + four + five + six));
  reach.curve(beside + one, two, three);
  reach.curve(four, five, six);
}

/** Answers where the next byte is. */
function pushNumber(code: Uint8Array, at: number, byte: number, stack: number[]): number {
  const next = (ahead: number) => code[at + ahead] ?? 0;
  if (byte <= 246) stack.push(byte - 139);
  else if (byte <= 250) stack.push((byte - 247) * 256 + next(0) + 108);
  else if (byte <= 254) stack.push(-(byte - 251) * 256 - next(0) - 108);
  else stack.push((next(0) << 24) | (next(1) << 16) | (next(2) << 8) | next(3));
  return byte <= 246 ? at : byte <= 254 ? at + 1 : at + 4;
}
