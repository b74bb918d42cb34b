import { useMemo } from 'react';
import { surfaceOf, type LayoutDocument, type SurfaceId } from '../../../src-core/layout/document.ts';
import type { Asked } from '../../../src-core/layout/live.ts';
import { placeFill } from '../../../src-core/layout/operations/fill.ts';
import { arrange, arrangementsOf, nextArrangement } from '../../../src-core/layout/operations/live.ts';
import { unplacedFavourites, unplacedPictures } from '../../../src-core/layout/operations/pictures.ts';
import { isRefusal, type Outcome } from '../../../src-core/layout/refusal.ts';
import { spreadAt } from '../../../src-core/layout/spreads.ts';
import { callStudio } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { showToast } from '../../ui/toast-store.ts';
import { useAsked } from './live-checks.tsx';
import { documentOf, placeOf, selectionOf, useLayout, useLayoutPart } from './layout-context.ts';
import type { LayoutSession, Place } from './layout-session.ts';
import styles from './arrangement-bar.module.css';

/** The page whose pictures the arrow keys arrange: the one that was worked on, else the first that has pictures. */
export function arrangedPage(document: LayoutDocument, place: Place, workedOn: SurfaceId | null): SurfaceId | null {
  if (place === 'cover') return null;
  const { left, right } = spreadAt(document, place);
  const pages = [left, right].filter((id) => id !== null);
  if (workedOn !== null && pages.includes(workedOn)) return workedOn;
  return pages.find((id) => hasPictures(document, id)) ?? null;
}

const hasPictures = (document: LayoutDocument, surfaceId: SurfaceId): boolean =>
  Object.values(surfaceOf(document, surfaceId)?.frames ?? {}).some(({ kind }) => kind === 'picture');

function pageNow(session: LayoutSession): SurfaceId | null {
  const { place, selection, page } = session.view.get();
  return arrangedPage(session.document, place, selection?.surfaceId ?? page);
}

/** The next way to arrange what lies there, or the one before. A page that was made by hand becomes live with it. */
export function turnArrangement(session: LayoutSession, by: 1 | -1, asked: Asked): void {
  const surfaceId = pageNow(session);
  if (surfaceId === null) return;
  session.do('nextArrangement', nextArrangement(session.document, { surfaceId, by, ...asked }), `arrange ${surfaceId}`);
}

/**
 * Unplaced pictures on the empty pages, as one step: all of them, or those with stars, and none that is missing: that stays in the tray, and
 * is told. Thousands are looked for on a slow share for seconds, which is waited for; what cannot be looked for is not left out. What was done meanwhile stays: the plan is placed around it.
 */
export async function fillBook(session: LayoutSession, asked: Asked, which: FillWith): Promise<void> {
  const missing = callStudio('layouts.missing', { bookId: session.bookId }).then(
    (answer) => answer.keys,
    () => [],
  );
  try {
    const { document: begun } = session;
    const keys = which === 'favourites' ? unplacedFavourites(begun) : unplacedPictures(begun);
    const plan = await session.filling.plan(begun, asked, { keys, missing });
    if (plan === null) return;
    session.arrive('fill', (document) => (isRefusal(plan) ? plan : placeFill(document, plan)));
    const wanted = new Set(keys);
    const count = (await missing).filter((key) => wanted.has(key)).length;
    if (!isRefusal(plan) && count > 0) showToast({ text: { key: 'layout.fillLeftOut', params: { count } } });
  } catch {
    showToast({ text: { key: 'layout.fillFailed' }, tone: 'bad' });
  }
}

/** Which of the unplaced pictures. */
export type FillWith = 'all' | 'favourites';

const DRAWN_PX = 22;

/** The ways in which the pictures of a page may lie, each as a small drawing. */
export function ArrangementBar() {
  const { t } = useText();
  const session = useLayout();
  const asked = useAsked();
  const document = useLayoutPart(documentOf);
  const place = useLayoutPart(placeOf);
  const selection = useLayoutPart(selectionOf);
  const page = useLayoutPart((view) => view.page);
  const surfaceId = arrangedPage(document, place, selection?.surfaceId ?? page);
  const surface = surfaceId === null ? undefined : surfaceOf(document, surfaceId);
  const found = useMemo(
    () => (surfaceId === null || surface === undefined ? null : arrangementsOf(document, surfaceId, asked)),
    // Another page's change makes no other ways of this one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [surface, document.spec, document.pictures, asked],
  );
  if (surfaceId === null || found === null || !hasPictures(document, surfaceId)) return null;
  const go = (outcome: Outcome): void => void session.do('arrange', outcome);
  if (isRefusal(found))
    return (
      <div className={styles.bar} role="group" aria-label={t('layout.arrangements')}>
        <button
          type="button"
          className={styles.begin}
          onClick={() => go(arrange(session.document, { surfaceId, ...asked }))}
        >
          {t('layout.arrange')}
        </button>
        <span className={styles.keys}>↑ ↓</span>
      </div>
    );
  const { ways, current } = found;
  const step = (to: number): void => {
    // Ways come by steps, so that undo and the keys name the same thing.
    const by = to - Math.max(current, 0);
    const outcome = Array.from({ length: Math.abs(by) }).reduce<Outcome>(
      (now) => (isRefusal(now) ? now : nextArrangement(now, { surfaceId, by: by > 0 ? 1 : -1, ...asked })),
      session.document,
    );
    go(outcome);
  };
  return (
    <div className={styles.bar} role="group" aria-label={t('layout.arrangements')}>
      <span className={styles.keys}>
        ↑↓ {t('layout.arrangementHint', { number: current < 0 ? '–' : current + 1, count: ways.length })}
      </span>
      {ways.map(({ signature, boxes }, index) => (
        <button
          key={signature}
          type="button"
          className={styles.way}
          aria-pressed={index === current}
          aria-label={t('layout.arrangement', { number: index + 1, count: ways.length })}
          onClick={() => step(index)}
        >
          <Drawing boxes={boxes} />
        </button>
      ))}
      <span className={styles.keys}>H · L</span>
    </div>
  );
}

function Drawing({
  boxes,
}: {
  readonly boxes: readonly { xMm: number; yMm: number; widthMm: number; heightMm: number }[];
}) {
  const left = Math.min(...boxes.map((box) => box.xMm));
  const top = Math.min(...boxes.map((box) => box.yMm));
  const width = Math.max(...boxes.map((box) => box.xMm + box.widthMm)) - left;
  const height = Math.max(...boxes.map((box) => box.yMm + box.heightMm)) - top;
  const margin = Math.max(width, height) * 0.06;
  return (
    <svg
      width={(DRAWN_PX * width) / Math.max(height, width * 0.6)}
      height={DRAWN_PX}
      viewBox={`${left - margin} ${top - margin} ${width + 2 * margin} ${height + 2 * margin}`}
      aria-hidden="true"
    >
      {boxes.map((box) => (
        <rect
          key={`${box.xMm} ${box.yMm}`}
          x={box.xMm}
          y={box.yMm}
          width={box.widthMm}
          height={box.heightMm}
          rx={margin / 4}
        />
      ))}
    </svg>
  );
}
