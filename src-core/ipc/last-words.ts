// What the window answers when it is asked whether it may go: steps that it holds and could not keep.

/** Who cannot say how many there are has at least one: nothing is lost without a question. */
const UNKNOWN = 1;

/** Lets the page keep what it holds. `keep` null: it holds nothing. */
export async function lastWords(keep: (() => Promise<unknown>) | null): Promise<number> {
  try {
    return keep === null ? 0 : unkeptOf(await keep());
  } catch {
    return UNKNOWN;
  }
}

/** How many steps an answer speaks of. By hand: the preload loads no schemas. */
export const unkeptOf = (answer: unknown): number =>
  typeof answer === 'number' && Number.isSafeInteger(answer) && answer >= 0 ? answer : UNKNOWN;
