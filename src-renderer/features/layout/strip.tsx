import { memo, useEffect, useRef, useState, type DragEvent } from 'react';
import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import type { TextMeasure } from '../../../src-core/composition/sketch.ts';
import { movePages } from '../../../src-core/layout/operations/pages.ts';
import { spreadsOf, type Spread } from '../../../src-core/layout/spreads.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { useText } from '../../i18n/use-text.ts';
import { useSpreadNames } from './frame-names.ts';
import { documentOf, placeOf, useLayout, useLayoutPart } from './layout-context.ts';
import type { Place } from './layout-session.ts';
import { useLayoutThresholds } from './live-checks.tsx';
import { SheetPicture, type SheetPictureProps } from './sheet-picture.tsx';
import styles from './strip.module.css';
import { useOpenComments } from './use-comments.ts';

const SPREAD_DRAG = 'application/x-book-spread';
const THUMB_PX = 58;
const GAP_PX = 14;
/** Faster than this, in pixels a millisecond, nobody sees which pictures go by. */
const FLEETING = 1.5;

/** Cover and spreads in a row, to go to and to put in another order. */
export function Strip({ measure }: { readonly measure: TextMeasure | null }) {
  const { t } = useText();
  const session = useLayout();
  const document = useLayoutPart(documentOf);
  const place = useLayoutPart(placeOf);
  const thresholds = useLayoutThresholds();
  const scroller = useRef<HTMLDivElement>(null);
  const spreads = spreadsOf(document);
  const spreadName = useSpreadNames(document);
  const open = useOpenComments();
  const { innerTrimWidthMm, innerTrimHeightMm } = document.spec;
  const widthPx = Math.round((2 * innerTrimWidthMm * THUMB_PX) / innerTrimHeightMm);
  const [isFleeting, setIsFleeting] = useState(false);
  const last = useRef({ px: 0, atMs: 0 });
  const columns = useVirtualizer({
    horizontal: true,
    count: spreads.length + 1,
    getScrollElement: () => scroller.current,
    estimateSize: () => widthPx + GAP_PX,
    overscan: 3,
    // Known before what comes into view is drawn.
    observeElementOffset: (instance, tell) =>
      observeElementOffset(instance, (px, isScrolling) => {
        const now = { px, atMs: performance.now() };
        const speed = Math.abs(now.px - last.current.px) / Math.max(1, now.atMs - last.current.atMs);
        last.current = now;
        setIsFleeting(isScrolling && speed > FLEETING);
        tell(px, isScrolling);
      }),
  });
  useEffect(() => {
    columns.scrollToIndex(place === 'cover' ? 0 : place + 1, { align: 'auto' });
  }, [columns, place]);

  const dropOn = (event: DragEvent, spread: Spread): void => {
    event.preventDefault();
    const from = event.dataTransfer.getData(SPREAD_DRAG);
    const moved = spreads[Number(from)];
    if (from === '' || moved === undefined) return;
    const pageIds = [moved.left, moved.right].filter((id) => id !== null);
    // Forwards it lands behind the one it is dropped on, backwards before it.
    const target = moved.index < spread.index ? spreads[spread.index + 1] : spread;
    const before = target === undefined ? null : firstPageOf(document, target);
    session.do('movePages', movePages(document, { pageIds, before }));
  };

  return (
    <nav className={styles.strip} aria-label={t('layout.strip.title')} data-pane="strip">
      <div ref={scroller} className={styles.scroller}>
        <div className={styles.row} style={{ width: columns.getTotalSize() }}>
          {columns.getVirtualItems().map(({ index, start }) => {
            const at: Place = index === 0 ? 'cover' : index - 1;
            const spread = spreads[index - 1];
            const name = spreadName(spread ?? null);
            return (
              <button
                key={index}
                type="button"
                className={styles.spread}
                style={{ transform: `translateX(${start}px)`, width: widthPx }}
                aria-current={place === at ? 'page' : undefined}
                draggable={spread !== undefined}
                onClick={() => session.goTo(at)}
                onDragStart={(event) => event.dataTransfer.setData(SPREAD_DRAG, String(index - 1))}
                onDragOver={(event) => {
                  if (event.dataTransfer.types.includes(SPREAD_DRAG) && spread !== undefined) event.preventDefault();
                }}
                onDrop={(event) => spread !== undefined && dropOn(event, spread)}
                data-drop-surface={spread === undefined ? undefined : (spread.left ?? spread.right)}
              >
                <span className={styles.thumb} style={{ width: widthPx, height: THUMB_PX }}>
                  <Thumb
                    key={keyOf(document, at)}
                    document={document}
                    place={at}
                    thresholds={thresholds}
                    measure={measure}
                    widthPx={widthPx}
                    heightPx={THUMB_PX}
                    isFleeting={isFleeting}
                  />
                </span>
                <span className={styles.name}>
                  {name}
                  {open.has(at) && (
                    <span
                      className={styles.open}
                      title={t('layout.comments.open', { count: open.get(at)?.length ?? 0 })}
                    >
                      <span className="visually-hidden">
                        {t('layout.comments.open', { count: open.get(at)?.length ?? 0 })}
                      </span>
                    </span>
                  )}
                </span>
              </button>
            );
          })}
        </div>
      </div>
    </nav>
  );
}

/** The page that is read first of a spread. */
function firstPageOf({ order }: LayoutDocument, { left, right }: Spread): string | null {
  return order.find((id) => id === left || id === right) ?? null;
}

const keyOf = ({ layoutId }: LayoutDocument, place: Place): string => `${layoutId} ${place}`;

interface ThumbProps extends Omit<SheetPictureProps, 'previewPx'> {
  /** It comes into view and goes out of it at once: its pictures are not fetched. */
  readonly isFleeting: boolean;
}

/** A spread as a small picture. Drawn anew only when something on it, or its size, changed. */
const Thumb = memo(
  function Thumb({ document, place, thresholds, measure, widthPx, heightPx, isFleeting }: ThumbProps) {
    const [wasSeen, setWasSeen] = useState(!isFleeting);
    if (!isFleeting && !wasSeen) setWasSeen(true);
    if (isFleeting && !wasSeen) return null;
    return <SheetPicture {...{ document, place, thresholds, measure, widthPx, heightPx }} previewPx={320} />;
  },
  (former, next) =>
    former.place === next.place &&
    // One that was seen stays as it is.
    (former.isFleeting === next.isFleeting || !former.isFleeting) &&
    former.measure === next.measure &&
    former.thresholds === next.thresholds &&
    former.widthPx === next.widthPx &&
    former.document.spec === next.document.spec &&
    former.document.pictures === next.document.pictures &&
    contentsOf(former).every((part, index) => part === contentsOf(next)[index]),
);

function contentsOf({ document, place }: ThumbProps): readonly unknown[] {
  const { themed, entries, title } = document;
  // An entry moves those behind it.
  const byTemplates = themed === null ? [null] : [themed, entries, title];
  if (place === 'cover') return [...byTemplates, document.cover, document.order.length];
  const spread = spreadsOf(document)[place];
  return spread === undefined
    ? byTemplates
    : [
        ...byTemplates,
        ...[spread.left, spread.right].flatMap((id) => (id === null ? [null] : [id, document.pages[id]])),
      ];
}
