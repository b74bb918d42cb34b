import { memo } from 'react';
import type { PaintItem, TextMeasure } from '../../../../src-core/composition/sketch.ts';
import type { LayoutDocument } from '../../../../src-core/layout/document.ts';
import { WAITING_KEY } from '../../../../src-core/layout/themed/laid.ts';
import type { ThemedItem } from '../../../../src-core/layout/themed/surface.ts';
import type { BoxMm } from '../../../../src-core/specs/book-geometry.ts';
import { useText } from '../../../i18n/use-text.ts';
import { clippedBy, PaintedItem } from '../stage/frame-view.tsx';
import { onPixels, type PlaceMm } from '../stage/on-pixels.ts';
import type { PreviewSize } from '../previews.ts';
import styles from './themed-layer.module.css';

interface ThemedLayerProps {
  readonly document: LayoutDocument;
  readonly items: readonly ThemedItem[];
  /** What of the sheet they may show in, measured as they are; null: all of it. What goes over the fold of a spread shows everywhere. */
  readonly within: BoxMm | null;
  /** Where their places begin on the sheet. */
  readonly origin: PlaceMm;
  readonly scale: number;
  readonly measure: TextMeasure;
  readonly previewPx?: PreviewSize;
}

/** What templates paint, under the frames: a hand chooses the entry, and drops pictures onto it. */
export function ThemedLayer({ document, items, within, origin, ...how }: ThemedLayerProps) {
  return items.map(({ entryId, item }, at) => (
    <Item
      key={at}
      entryId={entryId ?? undefined}
      field={entryId !== null && item.kind === 'picture' ? item.picture.field : undefined}
      name={item.kind === 'picture' ? document.pictures[item.picture.blobKey]?.name : undefined}
      item={item}
      within={item.across === true ? null : within}
      originXMm={origin.xMm}
      originYMm={origin.yMm}
      {...how}
    />
  ));
}

interface ItemProps {
  readonly entryId: string | undefined;
  readonly field: string | undefined;
  /** Of its picture. */
  readonly name: string | undefined;
  readonly item: PaintItem;
  readonly within: BoxMm | null;
  readonly originXMm: number;
  readonly originYMm: number;
  readonly scale: number;
  readonly measure: TextMeasure;
  readonly previewPx?: PreviewSize;
}

const Item = memo(function Item(props: ItemProps) {
  const { t } = useText();
  const { entryId, field, name, item, within, originXMm, originYMm, scale } = props;
  const origin = { xMm: originXMm, yMm: originYMm };
  const place = onPixels(item.box, origin, scale);
  const clip = within === null ? null : clippedBy(place, onPixels(within, origin, scale));
  const isWaiting = item.kind === 'picture' && item.picture.blobKey === WAITING_KEY;
  const label = isWaiting
    ? t('layout.entry.waiting')
    : item.kind === 'text'
      ? item.lines.map(({ text }) => text).join(' ')
      : name;
  return (
    <div
      className={styles.item}
      data-entry={entryId}
      data-field={field}
      data-printed=""
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      style={{
        width: place.width,
        height: place.height,
        transform: `translate(${place.left}px, ${place.top}px)`,
        ...(clip === null ? {} : { clipPath: `inset(${clip.map((px) => `${px}px`).join(' ')})` }),
      }}
    >
      {isWaiting ? <div className={styles.waiting} /> : <PaintedItem {...props} />}
    </div>
  );
}, paintsTheSame);

/** Items are made anew with every step; what they say is compared. */
function paintsTheSame(former: ItemProps, next: ItemProps): boolean {
  return (
    former.scale === next.scale &&
    former.measure === next.measure &&
    former.previewPx === next.previewPx &&
    former.entryId === next.entryId &&
    former.field === next.field &&
    former.name === next.name &&
    former.originXMm === next.originXMm &&
    former.originYMm === next.originYMm &&
    JSON.stringify([former.item, former.within]) === JSON.stringify([next.item, next.within])
  );
}
