import type { LayerFacts } from '../document-facts.ts';
import type { PaintState } from '../page-objects.ts';

export const PLAIN_STATE: PaintState = {
  fillAlpha: 1,
  strokeAlpha: 1,
  blendMode: 'Normal',
  hasSoftMask: false,
  overprintsFill: false,
  overprintsStroke: false,
  overprintMode: 0,
  pressControls: [],
  layer: null,
};

/** Paint states of equal values are one object: pages have thousands of marks and a handful of states. */
export class PaintStates {
  private readonly known = new Map<string, PaintState>();
  private readonly enclosed = new Map<PaintState, Map<PaintState, PaintState>>();
  private readonly layered = new Map<PaintState, Map<LayerFacts, PaintState>>();

  with(state: PaintState, changes: Partial<PaintState>): PaintState {
    const next = { ...state, ...changes };
    const key = JSON.stringify([
      next.fillAlpha,
      next.strokeAlpha,
      next.blendMode,
      next.hasSoftMask,
      next.overprintsFill,
      next.overprintsStroke,
      next.overprintMode,
      next.pressControls,
      next.layer?.objectNumber,
    ]);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.known.set(key, next);
    return next;
  }

  /** How marks of a transparency group meet the page when the group as a whole is painted in the state `group`. */
  within(group: PaintState, state: PaintState): PaintState {
    return memoised(this.enclosed, group, state, () =>
      this.with(state, {
        fillAlpha: state.fillAlpha * group.fillAlpha,
        // A group is painted like a filled area, whatever is in it.
        strokeAlpha: state.strokeAlpha * group.fillAlpha,
        blendMode: state.blendMode === 'Normal' ? group.blendMode : state.blendMode,
        hasSoftMask: state.hasSoftMask || group.hasSoftMask,
      }),
    );
  }

  on(layer: LayerFacts, state: PaintState): PaintState {
    return memoised(this.layered, state, layer, () => this.with(state, { layer }));
  }
}

function memoised<A, B>(memory: Map<A, Map<B, PaintState>>, first: A, second: B, make: () => PaintState): PaintState {
  let under = memory.get(first);
  if (under === undefined) memory.set(first, (under = new Map()));
  let state = under.get(second);
  if (state === undefined) under.set(second, (state = make()));
  return state;
}
