import { CharstringRun, ESCAPED, type CharstringKind, type OutlineAllowance } from './charstring-run.ts';
import type { GlyphSketch } from './glyph-drawings.ts';
import { VerticalReach, type VerticalExtent } from './vertical-reach.ts';

const TYPE_1: CharstringKind = { hasShorts: false, longUnit: 1 };
const CALL = 10;
const HSBW = 13;
const END_CHAR = 14;
const SEAC = ESCAPED + 6;
const SBW = ESCAPED + 7;
const DIV = ESCAPED + 12;
const CALL_OTHER = ESCAPED + 16;
const POP = ESCAPED + 17;
/** Operators that draw: lines, curves, letters made of two, and subroutines, which may hold the whole letter. */
const DRAWS: ReadonlySet<number> = new Set([5, 6, 7, 8, CALL, 30, 31, SEAC]);
/** Numbers that routines of the interpreter leave behind; no font needs a tenth of it. */
const MAX_LEFT = 513;

/** Width and blankness of a decrypted Type 1 charstring (Adobe Type 1 Font Format, 6). Null when it states no width. */
export function sketchType1Glyph(code: Uint8Array, allowance: OutlineAllowance): GlyphSketch | null {
  const run = new CharstringRun(code, TYPE_1, allowance);
  const { stack } = run;
  let width: number | null = null;
  let operator = run.next();
  for (; operator !== undefined && operator !== END_CHAR; operator = run.next()) {
    if (operator === DIV) {
      divide(stack);
      continue;
    }
    if (operator === HSBW) width = stack[1] ?? null;
    else if (operator === SBW) width = stack[2] ?? null;
    if (DRAWS.has(operator)) return width === null ? null : { width, isBlank: false };
    stack.length = 0;
  }
  const isWhole = operator === END_CHAR || run.isOver;
  return width === null || !isWhole ? null : { width, isBlank: true };
}

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
  const run = new CharstringRun(charstring, TYPE_1, allowance);
  const { stack } = run;
  /** What the routines of the interpreter leave behind for `pop`. */
  const left: number[] = [];
  const reach = new VerticalReach();
  let flex: number[] | null = null;
  const move = (dy: number) => {
    reach.move(dy);
    flex?.push(dy);
  };
  for (let operator = run.next(); operator !== undefined; operator = run.next()) {
    const operand = (index: number) => stack[index] ?? 0;
    switch (operator) {
      case DIV:
        divide(stack);
        continue;
      case CALL:
        if (!run.call(subroutines.get(stack.pop() ?? -1))) return null;
        continue;
      case 11: // return
        run.leave();
        continue;
      case CALL_OTHER: {
        const routine = stack.pop();
        const count = Math.max(0, Math.min(stack.pop() ?? 0, stack.length));
        if (left.length + count > MAX_LEFT) return null;
        for (let k = 0; k < count; k++) left.push(stack.pop() ?? 0);
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

function divide(stack: number[]): void {
  const divisor = stack.pop() ?? 1;
  stack.push((stack.pop() ?? 0) / divisor);
}
