import type { FrameOf } from '../../../../src-core/layout/surface-change.ts';

/** The frame that an element of the stage draws; null: it draws none. */
export function frameOf(target: HTMLElement): FrameOf | null {
  const { frame, surface } = target.closest<HTMLElement>('[data-frame]')?.dataset ?? {};
  return frame === undefined || surface === undefined ? null : { surfaceId: surface, frameId: frame };
}
