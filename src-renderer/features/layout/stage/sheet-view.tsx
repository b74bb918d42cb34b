import type { TextMeasure } from '../../../../src-core/composition/sketch.ts';
import { measureByWidths } from '../../../../src-core/composition/text-measure.ts';
import { surfaceOf, type LayoutDocument } from '../../../../src-core/layout/document.ts';
import { surfaceItems, wrapItem, type FrameItem } from '../../../../src-core/layout/sketches.ts';
import { framesInOrder } from '../../../../src-core/layout/surface-change.ts';
import type { BoxMm } from '../../../../src-core/specs/book-geometry.ts';
import { useFrameNames } from '../frame-names.ts';
import type { Selection } from '../layout-session.ts';
import type { PreviewSize } from '../previews.ts';
import { themedCover, themedPage, type ThemedSurface } from '../../../../src-core/layout/themed/surface.ts';
import { ThemedLayer } from '../themed/themed-layer.tsx';
import { cssColour, FrameView, PictureView } from './frame-view.tsx';
import { onPixels } from './on-pixels.ts';
import type { StageSheet } from './stage-sheet.ts';
import styles from './sheet-view.module.css';

interface SheetViewProps {
  readonly sheet: StageSheet;
  readonly document: LayoutDocument;
  readonly scale: number;
  /** Null until the faces of texts are there. */
  readonly measure: TextMeasure | null;
  /** Ends where it is cut, and shows nothing that is not printed. */
  readonly isPreview: boolean;
  readonly previewPx?: PreviewSize;
  /** What of it a hand would move next, and whether that is the picture in it. */
  readonly selection?: Selection | null;
  readonly isInside?: boolean;
}

/** Where places of the sheet itself begin. */
const SHEET = { xMm: 0, yMm: 0 };

/** Without faces texts have no lines; everything else stands where it will. */
const NO_FACES = measureByWidths(() => 0);

/** A spread or the cover as it is painted. */
export function SheetView({
  sheet,
  document,
  scale,
  measure,
  isPreview,
  previewPx,
  selection = null,
  isInside = false,
}: SheetViewProps) {
  const names = useFrameNames(document);
  const { printed, trim, places, shares, isCover } = sheet;
  const seen = isPreview ? trim : printed;
  const px = (box: BoxMm) => onPixels(box, SHEET, scale);
  const paper = px(seen);
  const wrap = isCover ? wrapItem(document) : null;
  const shows = isPreview ? 'printed' : 'waiting';
  const ofCover = isCover && measure !== null ? themedCover(document, measure, shows) : null;
  const byTemplates = (surfaceId: string): ThemedSurface | null =>
    isCover || measure === null ? null : themedPage(document, surfaceId, measure, shows);
  const how = { document, scale, ...(previewPx === undefined ? {} : { previewPx }) };
  const order = isCover ? (['back', 'front', 'spine'] as const) : places.map(({ surfaceId }) => surfaceId);
  return (
    <div className={styles.paper} data-sheet="" style={paper}>
      <div className={styles.inside} style={{ left: -paper.left, top: -paper.top }}>
        {Object.entries(shares).map(([surfaceId, share]) => (
          <div
            key={surfaceId}
            className={styles.ground}
            style={{ ...px(share), background: groundOf(document, surfaceId, ofCover ?? byTemplates(surfaceId)) }}
          />
        ))}
        {wrap !== null && (
          <div className={styles.ground} style={px(wrap.box)}>
            <PictureView item={wrap} origin={SHEET} scale={scale} {...(previewPx === undefined ? {} : { previewPx })} />
          </div>
        )}
        {ofCover !== null && measure !== null && (
          <ThemedLayer {...how} measure={measure} items={ofCover.items} within={null} origin={SHEET} />
        )}
        {order.flatMap((surfaceId) => {
          const place = places.find((one) => one.surfaceId === surfaceId);
          const share = shares[surfaceId];
          if (place === undefined || share === undefined) return [];
          // Items of a cover are measured from its sheet, those of a page from its trim.
          const [originXMm, originYMm] = isCover ? [0, 0] : [place.xMm, place.yMm];
          const within = { ...share, xMm: share.xMm - originXMm, yMm: share.yMm - originYMm };
          const items = surfaceItems(document, surfaceId, measure ?? NO_FACES);
          const shown = isPreview ? items : withWaiting(document, surfaceId, items);
          const under = byTemplates(surfaceId);
          const layer = under !== null && measure !== null && (
            <ThemedLayer
              key={`${surfaceId} by templates`}
              {...how}
              measure={measure}
              items={under.items}
              within={within}
              origin={place}
            />
          );
          const frames = shown.map(({ frameId, item }) => {
            const isOwn = surfaceOf(document, surfaceId)?.frames[frameId] !== undefined;
            // What reaches over from the left page is the left page's frame.
            const owner = isOwn ? surfaceId : (places[0]?.surfaceId ?? surfaceId);
            const own = surfaceOf(document, owner)?.frames[frameId]?.box ?? place;
            return (
              <FrameView
                key={`${surfaceId} ${frameId}`}
                surfaceId={owner}
                frameId={frameId}
                item={item}
                box={isCover ? { ...own, xMm: own.xMm + place.xMm, yMm: own.yMm + place.yMm } : own}
                within={isCover || (item?.kind === 'picture' && item.across === true) ? null : within}
                originXMm={originXMm}
                originYMm={originYMm}
                scale={scale}
                measure={measure}
                label={names(owner, frameId)}
                lifted={
                  selection?.surfaceId !== owner || !selection.frameIds.includes(frameId)
                    ? null
                    : isInside
                      ? 'picture'
                      : 'frame'
                }
                {...(previewPx === undefined ? {} : { previewPx })}
              />
            );
          });
          return [layer, ...frames];
        })}
      </div>
    </div>
  );
}

const groundOf = (document: LayoutDocument, surfaceId: string, under: ThemedSurface | null): string =>
  under === null ? (surfaceOf(document, surfaceId)?.ground ?? '#ffffff') : cssColour(under.ground);

/** With the frames that nothing is painted of yet, each at its place in the order. */
function withWaiting(
  document: LayoutDocument,
  surfaceId: string,
  items: readonly FrameItem[],
): readonly { readonly frameId: string; readonly item: FrameItem['item'] | null }[] {
  const surface = surfaceOf(document, surfaceId);
  if (surface === undefined) return items;
  const own = framesInOrder(surface);
  const reachingOver = items.filter(({ frameId }) => surface.frames[frameId] === undefined);
  return [
    ...reachingOver,
    ...own.map(([frameId]) => ({ frameId, item: items.find((one) => one.frameId === frameId)?.item ?? null })),
  ];
}
