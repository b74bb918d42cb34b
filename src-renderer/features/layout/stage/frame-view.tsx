import { memo } from 'react';
import type { Colour, PaintItem, TextMeasure } from '../../../../src-core/composition/sketch.ts';
import { seenBox, type PictureItem } from '../../../../src-core/composition/picture-place.ts';
import type { BoxMm } from '../../../../src-core/specs/book-geometry.ts';
import { PreviewImage } from '../preview-image.tsx';
import { previewSizeFor, type PreviewSize } from '../previews.ts';
import { graphicUrl } from '../themed/graphics.ts';
import { onPixels, type PixelBox, type PlaceMm } from './on-pixels.ts';
import { TextLines } from './text-lines.tsx';
import styles from './frame-view.module.css';

/** The frame, or the picture in it. */
export type Lifted = 'frame' | 'picture' | null;

export interface FrameViewProps {
  readonly surfaceId: string;
  readonly frameId: string;
  /** What is painted of it; null for a frame that waits for its picture or its text. */
  readonly item: PaintItem | null;
  /** Its place where nothing is painted. */
  readonly box: BoxMm;
  /** What of the sheet it may show in, measured as the item is; null: all of it. */
  readonly within: BoxMm | null;
  /** Where the item's own places begin on the sheet, in millimetres. */
  readonly originXMm: number;
  readonly originYMm: number;
  /** Screen pixels a millimetre. */
  readonly scale: number;
  readonly measure: TextMeasure | null;
  readonly label: string;
  /** In the strip pictures are small, whatever the screen. */
  readonly previewPx?: PreviewSize;
  /** What a hand would move next, which has a layer of its own: drawing it anew in each frame would cost more than all the rest. */
  readonly lifted?: Lifted;
}

/** One frame as it is painted: the boxes and the lines are the painter's own. */
export const FrameView = memo(function FrameView(props: FrameViewProps) {
  const { surfaceId, frameId, item, within, originXMm, originYMm, scale, label, lifted = null } = props;
  const origin = { xMm: originXMm, yMm: originYMm };
  const place = onPixels(item?.box ?? props.box, origin, scale);
  const clip = within === null ? null : clippedBy(place, onPixels(within, origin, scale));
  return (
    <div
      className={styles.frame}
      data-frame={frameId}
      data-surface={surfaceId}
      role="img"
      aria-label={label}
      style={{
        width: place.width,
        height: place.height,
        transform: `translate(${place.left}px, ${place.top}px)`,
        ...(lifted === 'frame' ? { willChange: 'transform' } : {}),
        ...(clip === null ? {} : { clipPath: `inset(${clip.map((px) => `${px}px`).join(' ')})` }),
      }}
    >
      {item === null ? <div className={styles.empty} /> : <PaintedItem {...props} item={item} />}
    </div>
  );
}, paintsTheSame);

/** Items are made anew with every step; what they say is compared, so that a frame is drawn again only when it changed. */
function paintsTheSame(former: FrameViewProps, next: FrameViewProps): boolean {
  return (
    former.scale === next.scale &&
    former.label === next.label &&
    former.measure === next.measure &&
    former.previewPx === next.previewPx &&
    former.lifted === next.lifted &&
    former.surfaceId === next.surfaceId &&
    former.originXMm === next.originXMm &&
    former.originYMm === next.originYMm &&
    JSON.stringify([former.item, former.box, former.within]) === JSON.stringify([next.item, next.box, next.within])
  );
}

/** How many pixels lie beyond, on top, right, bottom and left; null: none do. */
export function clippedBy(place: PixelBox, within: PixelBox): readonly [number, number, number, number] | null {
  const beyond = (px: number) => Math.max(0, px);
  const clip = [
    beyond(within.top - place.top),
    beyond(place.left + place.width - within.left - within.width),
    beyond(place.top + place.height - within.top - within.height),
    beyond(within.left - place.left),
  ] as const;
  return clip.every((px) => px === 0) ? null : clip;
}

type PaintedItemProps = Pick<
  FrameViewProps,
  'originXMm' | 'originYMm' | 'scale' | 'measure' | 'previewPx' | 'lifted'
> & { readonly item: PaintItem };

/** What is painted in its box, which lies where the item's box does. */
export function PaintedItem({
  item,
  originXMm,
  originYMm,
  scale,
  measure,
  previewPx,
  lifted = null,
}: PaintedItemProps) {
  switch (item.kind) {
    case 'text':
      return measure === null ? null : (
        <TextLines item={item} origin={{ xMm: originXMm, yMm: originYMm }} scale={scale} measure={measure} />
      );
    case 'rectangle':
      return (
        <div
          className={styles.field}
          style={{
            background: cssColour(item.fill),
            borderRadius: item.cornerRadiusMm * scale,
            ...borderOf(item, scale),
          }}
        />
      );
    case 'picture':
      return (
        <PictureView
          item={item}
          origin={{ xMm: originXMm, yMm: originYMm }}
          scale={scale}
          isLifted={lifted === 'picture'}
          {...(previewPx === undefined ? {} : { previewPx })}
        />
      );
    case 'graphic':
      return <img className={styles.graphic} src={graphicUrl(item.source)} alt="" style={{ opacity: item.opacity }} />;
  }
}

interface PictureViewProps {
  readonly item: PictureItem;
  /** Where the item's own places begin on the sheet. */
  readonly origin: PlaceMm;
  readonly scale: number;
  readonly isLifted?: boolean;
  readonly previewPx?: PreviewSize;
}

/** A picture in its frame, where the painter puts it. */
export function PictureView({ item, origin, scale, isLifted = false, previewPx }: PictureViewProps) {
  const { box, whole, turnDeg, straightenDeg = 0, cornerRadiusMm, picture } = item;
  const isSideways = turnDeg === 90 || turnDeg === 270;
  const [width, height] = isSideways ? [whole.heightMm, whole.widthMm] : [whole.widthMm, whole.heightMm];
  const px = previewPx ?? previewSizeFor(Math.max(width, height) * scale);
  const frame = onPixels(box, origin, scale);
  const clip = onPixels(seenBox(item), origin, scale);
  // The picture itself lies where it is printed, however its frame was rounded.
  const acrossPx = (mm: number) => (origin.xMm + mm) * scale - clip.left;
  const downPx = (mm: number) => (origin.yMm + mm) * scale - clip.top;
  const middle = `${acrossPx(box.xMm + box.widthMm / 2)}px ${downPx(box.yMm + box.heightMm / 2)}px`;
  const [left, top] = [
    acrossPx(whole.xMm + (whole.widthMm - width) / 2),
    downPx(whole.yMm + (whole.heightMm - height) / 2),
  ];
  const turn = turnDeg === 0 ? '' : ` rotate(${turnDeg}deg)`;
  const place = isLifted
    ? {
        left: 0,
        top: 0,
        transform: `translate(${Math.round(left)}px, ${Math.round(top)}px)${turn}`,
        willChange: 'transform',
      }
    : { left, top, ...(turn === '' ? {} : { transform: turn }) };
  return (
    <div
      className={styles.clip}
      style={{
        ...clip,
        left: clip.left - frame.left,
        top: clip.top - frame.top,
        borderRadius: cornerRadiusMm * scale,
      }}
    >
      <div
        className={styles.straightened}
        style={straightenDeg === 0 ? {} : { transform: `rotate(${straightenDeg}deg)`, transformOrigin: middle }}
      >
        <PreviewImage
          className={styles.picture}
          hash={picture.blobKey}
          px={px}
          style={{
            ...place,
            width: width * scale,
            height: height * scale,
          }}
        />
      </div>
      {item.border !== null && (
        <div className={styles.border} style={{ borderRadius: cornerRadiusMm * scale, ...borderOf(item, scale) }} />
      )}
    </div>
  );
}

/** A border lies within its frame. */
const borderOf = ({ border }: Pick<PictureItem, 'border'>, scale: number) =>
  border === null ? {} : { boxShadow: `inset 0 0 0 ${border.thicknessMm * scale}px ${cssColour(border.colour)}` };

export const cssColour = ({ red, green, blue, alpha }: Colour): string =>
  `rgb(${red} ${green} ${blue} / ${alpha / 255})`;
