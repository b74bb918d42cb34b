import { CharstringRun, ESCAPED, type CharstringKind, type OutlineAllowance } from './charstring-run.ts';
import type { GlyphSketch } from './glyph-drawings.ts';
import { VerticalReach, type VerticalExtent } from './vertical-reach.ts';

/** What the drawings of one font share. */
export interface CharstringContext {
  readonly globalSubroutines: (index: number) => Uint8Array | null;
  readonly localSubroutines: (index: number) => Uint8Array | null;
  readonly globalBias: number;
  readonly localBias: number;
  readonly defaultWidth: number;
  readonly nominalWidth: number;
}

const TYPE_2: CharstringKind = { hasShorts: true, longUnit: 65_536 };

/** Subroutine numbers are counted from the middle (Adobe Technical Note 5177, 4.7). */
export const biasOf = (count: number): number => (count < 1240 ? 107 : count < 33_900 ? 1131 : 32_768);

/**
 * Follows a Type 2 charstring up to the first move of the pen or its end (Adobe Technical Note 5177). A width comes
 * before the first operator that clears the stack, as one operand more than that takes. Null for what cannot be followed.
 */
export function sketchGlyph(
  charstring: Uint8Array,
  context: CharstringContext,
  allowance: OutlineAllowance,
): GlyphSketch | null {
  return follow(charstring, context, allowance, null);
}

/** How far the whole outline reaches up and down; null for what cannot be followed to its end. */
export function extentOfGlyph(
  charstring: Uint8Array,
  context: CharstringContext,
  allowance: OutlineAllowance,
): VerticalExtent | null {
  const reach = new VerticalReach();
  return follow(charstring, context, allowance, reach) === null ? null : reach.extent;
}

/** Up to the first move of the pen where there is no `reach` to draw, else to the end. */
function follow(
  charstring: Uint8Array,
  context: CharstringContext,
  allowance: OutlineAllowance,
  reach: VerticalReach | null,
): GlyphSketch | null {
  const run = new CharstringRun(charstring, TYPE_2, allowance);
  const { stack } = run;
  let width: number | null = null;
  let hints = 0;
  const takeWidth = (operands: number) => {
    width ??= stack.length > operands ? context.nominalWidth + (stack[0] ?? 0) : context.defaultWidth;
  };
  const takeHints = () => {
    takeWidth(stack.length - (stack.length % 2));
    hints += stack.length >> 1;
    stack.length = 0;
  };
  for (let operator = run.next(); operator !== undefined; operator = run.next()) {
    switch (operator) {
      case 1: // hstem
      case 3: // vstem
      case 18: // hstemhm
      case 23: // vstemhm
        takeHints();
        break;
      case 19: // hintmask
      case 20: // cntrmask
        takeHints();
        run.skip((hints + 7) >> 3);
        break;
      case 10: // callsubr
      case 29: {
        // callgsubr
        const index = (stack.pop() ?? 0) + (operator === 10 ? context.localBias : context.globalBias);
        const subroutine = operator === 10 ? context.localSubroutines(index) : context.globalSubroutines(index);
        if (!run.call(subroutine)) return null;
        break;
      }
      case 11: // return
        run.leave();
        break;
      case 14: // endchar, with four operands an accented letter made of two
        takeWidth(stack.length >= 4 ? 4 : 0);
        if (reach !== null && stack.length >= 4) return null;
        return { width: width ?? context.defaultWidth, isBlank: stack.length < 4 };
      case 21: // rmoveto
        takeWidth(2);
        if (reach === null) return { width: width ?? context.defaultWidth, isBlank: false };
        reach.move(stack.at(-1) ?? 0);
        stack.length = 0;
        break;
      case 4: // vmoveto
      case 22: // hmoveto
        takeWidth(1);
        if (reach === null) return { width: width ?? context.defaultWidth, isBlank: false };
        if (operator === 4) reach.move(stack.at(-1) ?? 0);
        stack.length = 0;
        break;
      default:
        if (reach === null || !draw(operator, stack, reach)) return null;
        stack.length = 0;
    }
  }
  return null;
}

/** Draws what an operator says, of which only the way up and down is looked at. False for one that draws nothing known. */
function draw(operator: number, operands: readonly number[], reach: VerticalReach): boolean {
  const n = operands.length;
  const dy = (index: number) => operands[index] ?? 0;
  const lines = (end: number, from = 0) => {
    for (let k = from; k + 1 < end; k += 2) reach.line(dy(k + 1));
  };
  const curves = (end: number, from = 0) => {
    for (let k = from; k + 5 < end; k += 6) reach.curve(dy(k + 1), dy(k + 3), dy(k + 5));
  };
  switch (operator) {
    case 5: // rlineto
      lines(n);
      return true;
    case 6: // hlineto
    case 7: // vlineto
      for (let k = 0; k < n; k++) reach.line((k % 2 === 0) === (operator === 7) ? dy(k) : 0);
      return true;
    case 8: // rrcurveto
      curves(n);
      return true;
    case 24: // rcurveline
      curves(n - 2);
      reach.line(dy(n - 1));
      return true;
    case 25: // rlinecurve
      lines(n - 6);
      curves(n, n - 6);
      return true;
    case 26: // vvcurveto
      for (let k = n % 4; k + 3 < n; k += 4) reach.curve(dy(k), dy(k + 2), dy(k + 3));
      return true;
    case 27: // hhcurveto
      for (let k = n % 4; k + 3 < n; k += 4) reach.curve(k === 1 ? dy(0) : 0, dy(k + 2), 0);
      return true;
    case 30: // vhcurveto
    case 31: {
      // hvcurveto: by turns; the last curve may end at a slant.
      let isUp = operator === 30;
      for (let k = 0; k + 3 < n; k += 4, isUp = !isUp) {
        const slant = n - k === 5 ? dy(k + 4) : 0;
        if (isUp) reach.curve(dy(k), dy(k + 2), slant);
        else reach.curve(0, dy(k + 2), dy(k + 3));
      }
      return true;
    }
    case ESCAPED + 34: // hflex
      reach.curve(0, dy(2), 0);
      reach.curve(0, -dy(2), 0);
      return true;
    case ESCAPED + 35: // flex
      curves(12);
      return true;
    case ESCAPED + 36: // hflex1
      reach.curve(dy(1), dy(3), 0);
      reach.curve(0, dy(7), -dy(1) - dy(3) - dy(7));
      return true;
    case ESCAPED + 37: {
      // flex1: the last operand goes the way that the others went further.
      const sum = (first: number) => [0, 2, 4, 6, 8].reduce((total, k) => total + dy(first + k), 0);
      const isAcross = Math.abs(sum(0)) > Math.abs(sum(1));
      reach.curve(dy(1), dy(3), dy(5));
      reach.curve(dy(7), dy(9), isAcross ? -sum(1) : dy(10));
      return true;
    }
    default:
      return false;
  }
}
