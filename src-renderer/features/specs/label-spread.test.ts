import { describe, expect, it } from 'vitest';
import { spreadLabels } from './label-spread.ts';

const labels = (...at: number[]) => at.map((middle) => ({ at: middle, size: 20 }));

describe('spreading labels', () => {
  it('leaves labels alone that do not touch', () => {
    expect(spreadLabels(labels(20, 60, 100), 4, 0, 200)).toEqual([20, 60, 100]);
  });

  it('moves a crowded run apart around its own middle', () => {
    expect(spreadLabels(labels(90, 100, 110), 4, 0, 200)).toEqual([76, 100, 124]);
  });

  it('keeps the first and the last label inside the drawing', () => {
    expect(spreadLabels(labels(2, 198), 4, 0, 200)).toEqual([10, 190]);
  });

  it('pushes on when a run that hit the edge reaches its neighbour', () => {
    expect(spreadLabels(labels(0, 5, 40), 4, 0, 200)).toEqual([10, 34, 58]);
  });
});
