import { useMemo } from 'react';
import { surfaceOf, type LayoutDocument } from '../../../src-core/layout/document.ts';
import { effectivePpi } from '../../../src-core/layout/inside.ts';
import type { Spread } from '../../../src-core/layout/spreads.ts';
import { framesInOrder } from '../../../src-core/layout/surface-change.ts';
import { useText } from '../../i18n/use-text.ts';

/** What a surface is called: `page 12`, `front`. */
export function useSurfaceNames(document: LayoutDocument): (surfaceId: string) => string {
  const { t } = useText();
  const { order } = document;
  return useMemo(() => {
    const numbers = new Map(order.map((id, index) => [id, index + 1]));
    return (surfaceId) => {
      const page = numbers.get(surfaceId);
      return page === undefined ? t(`layout.panel.${surfaceId}`) : t('layout.page', { page });
    };
  }, [order, t]);
}

/** What a spread is called by its pages: `4–5`; null: the cover. */
export function useSpreadNames({ order }: LayoutDocument): (spread: Spread | null) => string {
  const { t } = useText();
  return useMemo(() => {
    const numbers = new Map(order.map((id, index) => [id, index + 1]));
    return (spread) => {
      if (spread === null) return t('layout.cover');
      const [first = 0, last = first] = [spread.left, spread.right]
        .flatMap((id) => numbers.get(id ?? '') ?? [])
        .toSorted((a, b) => a - b);
      return first === last ? t('layout.strip.one', { first }) : t('layout.strip.two', { first, last });
    };
  }, [order, t]);
}

/** What a screen reader says of a frame: which of its page, where, and how sharp it prints. */
export function useFrameNames(document: LayoutDocument): (surfaceId: string, frameId: string) => string {
  const { t } = useText();
  const surfaceName = useSurfaceNames(document);
  return (surfaceId, frameId) => {
    const surface = surfaceOf(document, surfaceId);
    const frame = surface?.frames[frameId];
    if (surface === undefined || frame === undefined) return '';
    const alike = framesInOrder(surface).filter(([, other]) => other.kind === frame.kind);
    const place = {
      number: alike.findIndex(([id]) => id === frameId) + 1,
      count: alike.length,
      surface: surfaceName(surfaceId),
    };
    if (frame.kind === 'text') return t('layout.frame.text', { ...place, text: frame.text.slice(0, 80) });
    if (frame.kind === 'field') return t('layout.frame.field', place);
    const picture = frame.picture === null ? undefined : document.pictures[frame.picture];
    return picture === undefined
      ? t('layout.frame.empty', place)
      : t('layout.frame.picture', { ...place, ppi: Math.round(effectivePpi(frame, picture)) });
  };
}
