import { useText } from '../../i18n/use-text.ts';
import type { Stop } from './finding-steps.ts';
import { placeLabel, placeMarks, type PageOnScreen, type PlacedMark } from './mark-placement.ts';
import type { PageMark } from './page-marks.ts';
import styles from './mark-overlay.module.css';

export interface MarkOverlayProps {
  readonly marks: readonly PageMark[];
  readonly page: PageOnScreen;
  readonly onStop: (stop: Stop) => void;
}

/** Numbered outlines over the page. A dark and a light line below the colour keep them in sight on any picture. */
export function MarkOverlay({ marks, page, onStop }: MarkOverlayProps) {
  const { t } = useText();
  const placed = placeMarks(
    marks.map(({ object, number, isSelected }) => ({ quadMm: object.quadMm, number, isSelected })),
    page,
  );
  const both = marks.flatMap((mark, index) => {
    const place = placed[index];
    return place === undefined ? [] : [{ mark, place }];
  });
  const selected = both.find(({ mark }) => mark.isSelected);
  return (
    <div
      className={styles.overlay}
      style={{ width: page.widthPx, height: page.heightPx }}
      role="group"
      aria-label={t('preflight.mark.group', { count: marks.length })}
    >
      <svg width={page.widthPx} height={page.heightPx} className={styles.outlines} aria-hidden="true">
        {both.map(({ mark, place }) => (
          <Outline key={markKey(mark)} place={place} isSelected={mark.isSelected} />
        ))}
      </svg>
      {both.map(({ mark, place }) => (
        <Badge key={markKey(mark)} mark={mark} place={place} onStop={onStop} />
      ))}
      {selected !== undefined && <Label mark={selected.mark} place={selected.place} page={page} />}
    </div>
  );
}

const markKey = ({ stop }: PageMark): string => `${stop.groupKey} ${stop.findingIndex} ${stop.objectIndex}`;

function Outline({ place, isSelected }: { readonly place: PlacedMark; readonly isSelected: boolean }) {
  const points = place.corners.map(([x, y]) => `${x},${y}`).join(' ');
  return (
    <g {...(isSelected ? { 'data-selected': true, 'data-mark-selected': true } : {})}>
      <polygon points={points} className={styles.dark} />
      <polygon points={points} className={styles.light} />
      <polygon points={points} className={styles.line} />
    </g>
  );
}

function Badge({
  mark,
  place,
  onStop,
}: {
  readonly mark: PageMark;
  readonly place: PlacedMark;
  readonly onStop: (stop: Stop) => void;
}) {
  const { t } = useText();
  const words = useMarkWords(mark);
  if (place.badge === null) return null;
  const { leftPx, topPx, widthPx, heightPx } = place.badge;
  return (
    <button
      type="button"
      // N and Shift+N walk over the marks; Tab passes them by.
      tabIndex={-1}
      className={styles.badge}
      data-selected={mark.isSelected || undefined}
      aria-label={t('preflight.mark.name', { number: mark.number, what: words })}
      aria-pressed={mark.isSelected}
      style={{ left: leftPx, top: topPx, width: widthPx, height: heightPx }}
      onClick={() => onStop(mark.stop)}
    >
      {mark.number}
    </button>
  );
}

function Label({
  mark,
  place,
  page,
}: {
  readonly mark: PageMark;
  readonly place: PlacedMark;
  readonly page: PageOnScreen;
}) {
  const words = useMarkWords(mark);
  const { align, offsetPx, topPx } = placeLabel(place.box, page);
  return (
    <span
      className={styles.label}
      aria-hidden="true"
      style={{ [align]: offsetPx, top: topPx, maxWidth: Math.max(0, page.widthPx - offsetPx) }}
    >
      {words}
    </span>
  );
}

/** Enough to know the object again: its words, and its own value. */
function useMarkWords({ object, unit }: PageMark): string {
  const { t, format } = useText();
  const parts = [
    object.excerpt ?? t(`preflight.object.${object.kind}`),
    object.measured === null || unit === null ? null : format.quantity({ value: object.measured, unit }),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
