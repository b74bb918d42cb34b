/** What of a glyph's drawing is asked: how far it moves on, and whether it draws anything. */
export interface GlyphSketch {
  readonly width: number;
  readonly isBlank: boolean;
}

/** What the drawings of one font share. */
export interface CharstringContext {
  readonly globalSubroutines: (index: number) => Uint8Array | null;
  readonly localSubroutines: (index: number) => Uint8Array | null;
  readonly globalBias: number;
  readonly localBias: number;
  readonly defaultWidth: number;
  readonly nominalWidth: number;
}

const MAX_CALLS = 10;
const MAX_STEPS = 5_000;

/** Subroutine numbers are counted from the middle (Adobe Technical Note 5177, 4.7). */
export const biasOf = (count: number): number => (count < 1240 ? 107 : count < 33_900 ? 1131 : 32_768);

/**
 * Follows a Type 2 charstring up to the first move of the pen or its end (Adobe Technical Note 5177). A width comes
 * before the first operator that clears the stack, as one operand more than that takes. Null for what cannot be followed.
 */
export function sketchGlyph(charstring: Uint8Array, context: CharstringContext): GlyphSketch | null {
  const stack: number[] = [];
  const calls: { readonly code: Uint8Array; at: number }[] = [{ code: charstring, at: 0 }];
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
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const call = calls.at(-1);
    if (call === undefined) return null;
    const { code } = call;
    const byte = code[call.at++];
    if (byte === undefined) {
      calls.pop();
      continue;
    }
    const next = (ahead: number) => code[call.at + ahead] ?? 0;
    if (byte === 28) {
      stack.push(((next(0) << 24) >> 16) | next(1));
      call.at += 2;
    } else if (byte >= 32 && byte <= 246) stack.push(byte - 139);
    else if (byte >= 247 && byte <= 250) stack.push((byte - 247) * 256 + (code[call.at++] ?? 0) + 108);
    else if (byte >= 251 && byte <= 254) stack.push(-(byte - 251) * 256 - (code[call.at++] ?? 0) - 108);
    else if (byte === 255) {
      stack.push(((next(0) << 24) | (next(1) << 16) | (next(2) << 8) | next(3)) / 65_536);
      call.at += 4;
    } else {
      switch (byte) {
        case 1: // hstem
        case 3: // vstem
        case 18: // hstemhm
        case 23: // vstemhm
          takeHints();
          break;
        case 19: // hintmask
        case 20: // cntrmask
          takeHints();
          call.at += (hints + 7) >> 3;
          break;
        case 10: // callsubr
        case 29: {
          // callgsubr
          const index = (stack.pop() ?? 0) + (byte === 10 ? context.localBias : context.globalBias);
          const subroutine = byte === 10 ? context.localSubroutines(index) : context.globalSubroutines(index);
          if (subroutine === null || calls.length > MAX_CALLS) return null;
          calls.push({ code: subroutine, at: 0 });
          break;
        }
        case 11: // return
          calls.pop();
          break;
        case 14: // endchar, with four operands an accented letter made of two
          takeWidth(stack.length >= 4 ? 4 : 0);
          return { width: width ?? context.defaultWidth, isBlank: stack.length < 4 };
        case 21: // rmoveto
          takeWidth(2);
          return { width: width ?? context.defaultWidth, isBlank: false };
        case 4: // vmoveto
        case 22: // hmoveto
          takeWidth(1);
          return { width: width ?? context.defaultWidth, isBlank: false };
        default:
          return null;
      }
    }
  }
  return null;
}
