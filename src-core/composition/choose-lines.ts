/** What is not parted; spaces behind it are a part of it. Widths are in units of the type size. */
export interface Word {
  readonly text: string;
  /** Without the spaces behind it. */
  readonly widthEm: number;
  readonly withSpaceEm: number;
  /** It goes on what stands before it: a line that begins here breaks a word that is wider than the line. */
  readonly isPart: boolean;
}

export interface ChosenLine {
  /** Without the spaces at its end. */
  readonly text: string;
  /** It is as wide as it must be. */
  readonly isOneWord: boolean;
}

/** Korean words that lean on the one behind them: a line seldom ends with them. */
const LEANS_ON_NEXT = /^(?:이|그|저|한|두|세|네|몇|첫|맨|안|못|더|꼭|잘|참|왜|온|새|옛|약|총|제)$/;
/** Korean words that lean on the one before them, with their particles: a line seldom begins with them. */
const LEANS_ON_LAST =
  /^(?:수|것|거|때|줄|채|뿐|만큼|듯|적|번|개|명|살|년|월|일|시|분|원|장|권)(?:[가-힣]{0,2})?[.,!?…]*$/;

/** In squared shares of a line's width. */
const COST = {
  brokenWord: 0.35,
  /** A word stands on another line than the one it leans on. */
  leaning: 0.012,
  /** A last line that is nearly nothing. */
  shortLast: 0.25,
} as const;
/** The last line is at least so long: three syllables, or this share of the line where that is more. */
const LEAST_LAST_EM = 2.6;
const LEAST_LAST_SHARE = 1 / 8;

interface Setting {
  readonly cost: number;
  /** The word that the last line of it begins with. */
  readonly from: number;
}

/**
 * The lines of a paragraph, chosen together: of all ways to part it the least ragged one (least squares of what is left of
 * each line, as in M. F. Plass and D. E. Knuth, "Breaking paragraphs into lines", Software: Practice and Experience 11, 1981,
 * without stretching). The last line may be short, but for that of a title. Takes words times the words of a line. A word
 * that is wider than the line has one for itself.
 */
export function chosenLines(words: readonly Word[], widthEm: number, isTitle: boolean): readonly ChosenLine[] {
  const best: Setting[] = [{ cost: 0, from: 0 }];
  // What a line costs that ends before a word, whatever stands in it.
  const breaks = words.map((word, at) => breakCost(words[at - 1], word));
  for (let end = 1; end <= words.length; end += 1) {
    let own: Setting = { cost: Infinity, from: end - 1 };
    let beforeLastEm = 0;
    const last = words[end - 1] as Word;
    for (let from = end - 1; from >= 0; from -= 1) {
      const lineEm = beforeLastEm + last.widthEm;
      if (lineEm > widthEm && from < end - 1) break;
      const cost = (best[from] as Setting).cost + costOf({ from, lineEm }, breaks[end] ?? null, widthEm, isTitle);
      if (cost < own.cost) own = { cost, from };
      beforeLastEm += (words[from - 1] as Word | undefined)?.withSpaceEm ?? 0;
    }
    best.push(own);
  }
  const lines: ChosenLine[] = [];
  for (let end = words.length; end > 0; end = (best[end] as Setting).from) {
    const { from } = best[end] as Setting;
    const text = words.slice(from, end).reduce((line, word) => line + word.text, '');
    lines.push({ text: text.trimEnd(), isOneWord: end - from === 1 });
  }
  return lines.reverse();
}

function breakCost(before: Word | undefined, word: Word): number {
  return (
    (word.isPart ? COST.brokenWord : 0) +
    (before !== undefined && LEANS_ON_NEXT.test(before.text.trimEnd()) ? COST.leaning : 0) +
    (LEANS_ON_LAST.test(word.text.trimEnd()) ? COST.leaning : 0)
  );
}

/** `atBreak` is what its end costs; null for the last line. */
function costOf(
  { from, lineEm }: { readonly from: number; readonly lineEm: number },
  atBreak: number | null,
  widthEm: number,
  isTitle: boolean,
): number {
  const left = Math.max(0, 1 - lineEm / widthEm) ** 2;
  if (atBreak !== null) return left + atBreak;
  const isShort = from > 0 && lineEm < Math.max(LEAST_LAST_EM, widthEm * LEAST_LAST_SHARE);
  return (isTitle ? left : 0) + (isShort ? COST.shortLast : 0);
}
