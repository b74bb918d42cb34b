import { surfaceOf, type LayoutFrame, type LayoutPicture } from '../../../src-core/layout/document.ts';
import { effectivePpi, isDrawn, sharpUpTo } from '../../../src-core/layout/inside.ts';
import { useText } from '../../i18n/use-text.ts';
import { selectionOf, calmlyShownOf, useLayoutPart } from './layout-context.ts';
import { useLayoutThresholds } from './live-checks.tsx';

export interface SelectedFrame {
  readonly surfaceId: string;
  readonly frameId: string;
  readonly frame: LayoutFrame;
  readonly picture: LayoutPicture | null;
  /** Of a picture that has pixels: pixels an inch as it prints now. */
  readonly ppi: number | null;
  readonly tone: 'good' | 'warning' | 'bad';
  /** Of a picture: resolution and how large it stays sharp, in one line. */
  readonly caption: string | null;
}

/** The single frame that is selected, with what is measured of it while the hand moves. */
export function useFrameFacts() {
  const { t, format } = useText();
  const shown = useLayoutPart(calmlyShownOf);
  const selection = useLayoutPart(selectionOf);
  const thresholds = useLayoutThresholds();
  const warnPpi = thresholds.of('imagePpiWarning').value;
  const errorPpi = thresholds.of('imagePpiError').value;
  const selected = ((): SelectedFrame | null => {
    const [frameId, second] = selection?.frameIds ?? [];
    if (selection === null || frameId === undefined || second !== undefined) return null;
    const frame = surfaceOf(shown, selection.surfaceId)?.frames[frameId];
    if (frame === undefined) return null;
    const picture = frame.kind === 'picture' && frame.picture !== null ? (shown.pictures[frame.picture] ?? null) : null;
    const base = { surfaceId: selection.surfaceId, frameId, frame, picture };
    if (frame.kind !== 'picture' || picture === null) return { ...base, ppi: null, tone: 'good', caption: null };
    if (isDrawn(picture)) return { ...base, ppi: null, tone: 'good', caption: t('layout.drawn') };
    const ppi = effectivePpi(frame, picture);
    const sharp = sharpUpTo(frame, picture, warnPpi);
    return {
      ...base,
      ppi,
      tone: ppi < errorPpi ? 'bad' : ppi < warnPpi ? 'warning' : 'good',
      caption: t('layout.sharp', {
        ppi: format.quantity({ value: ppi, unit: 'ppi' }),
        width: Math.round(sharp.widthMm),
        height: Math.round(sharp.heightMm),
      }),
    };
  })();
  return { selected, warnPpi, errorPpi, thresholds };
}
