import type { ColourSpace, Paint } from '../colour-facts.ts';
import type { Operands } from './operands.ts';

/** Pages go back and forth between a few colours. */
const KEPT = 8;

/** Plain colours met last: text that is black anew after every `Q` stays one object, where pages would keep thousands. */
export class RecentPaints {
  private readonly paints: Paint[] = [];
  private next = 0;

  /** The colour in `space` whose values are the numbers of `operands`. */
  plain(space: ColourSpace, operands: Operands): Paint {
    for (const paint of this.paints) if (paint.space === space && operands.equalNumbers(paint.values)) return paint;
    const paint: Paint = { space, values: operands.allNumbers(), pattern: null };
    this.paints[this.next] = paint;
    this.next = (this.next + 1) % KEPT;
    return paint;
  }
}
