import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { placePairs, placesOf, type PlacePair, type SurfaceChange } from '../../../src-core/layout/retarget-changes.ts';
import { spreadAt } from '../../../src-core/layout/spreads.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import { VERDICT_OF } from './check-list.tsx';
import { ChoiceLine } from './choice-line.tsx';
import { useSpreadNames, useSurfaceNames } from './frame-names.ts';
import type { Place } from './layout-session.ts';
import { useMeasure, useThresholdsOf } from './live-checks.tsx';
import { SheetPicture } from './sheet-picture.tsx';
import styles from './book-changes.module.css';

const PICTURE_PX = { widthPx: 300, heightPx: 190 } as const;
const COVER: PlacePair = { before: 'cover', after: 'cover' };

interface BookChangesProps {
  readonly before: LayoutDocument;
  readonly after: LayoutDocument;
  readonly changes: readonly SurfaceChange[];
  /** What the two are called, and what stands where one of them has no such spread. */
  readonly names: Readonly<Record<Side, { readonly title: string; readonly none: string }>>;
  /** What is said of the whole book, above its pages. */
  readonly children: ReactNode;
}

type Side = 'before' | 'after';

/** Two states of a book: page for page what is to be looked at, and the spread that is chosen as both have it. */
export function BookChanges({ before, after, changes, names, children }: BookChangesProps) {
  const { t } = useText();
  const pairs = useMemo(() => placePairs(before, after), [before, after]);
  const [chosen, setChosen] = useState<PlacePair | null>(null);
  const pair = chosen ?? pairs[0] ?? COVER;
  const at = pairs.findIndex((one) => (pair.after === null ? one.before === pair.before : one.after === pair.after));
  const step = (by: 1 | -1) => setChosen(pairs[at + by] ?? pair);
  return (
    <div className={styles.changes}>
      <section className={styles.list} aria-label={t('layout.changes.list')}>
        {children}
        <ul>
          {changes.map((change) => {
            const place = placesOf(before, after, change.surfaceId);
            return (
              <ChangeLine
                key={change.surfaceId}
                change={change}
                before={before}
                after={after}
                isShown={place.before === pair.before && place.after === pair.after}
                onShow={() => setChosen(place)}
              />
            );
          })}
        </ul>
      </section>
      <section className={styles.pictures} aria-label={t('layout.changes.beforeAfter')}>
        <Shown {...names.before} document={before} place={pair.before} />
        <Shown {...names.after} document={after} place={pair.after} />
        <div className={styles.steps}>
          <IconButton
            label={t('layout.changes.previous')}
            icon={ChevronLeft}
            isDisabled={at <= 0}
            onPress={() => step(-1)}
          />
          <IconButton
            label={t('layout.changes.next')}
            icon={ChevronRight}
            isDisabled={at === pairs.length - 1}
            onPress={() => step(1)}
          />
        </div>
      </section>
    </div>
  );
}

interface ChangeLineProps {
  readonly change: SurfaceChange;
  readonly before: LayoutDocument;
  readonly after: LayoutDocument;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

function ChangeLine({ change: { surfaceId, notes }, before, after, isShown, onShow }: ChangeLineProps) {
  const { ref } = useText();
  const [formerName, nextName] = [useSurfaceNames(before), useSurfaceNames(after)];
  const goes = before.pages[surfaceId] !== undefined && after.pages[surfaceId] === undefined;
  return (
    <li>
      <ChoiceLine isChosen={isShown} onChoose={onShow}>
        <strong>{goes ? formerName(surfaceId) : nextName(surfaceId)}</strong>
        {notes.map(({ severity, text }) => (
          <span key={`${text.key} ${JSON.stringify(text.params)}`} className={styles.said}>
            <StateMark verdict={VERDICT_OF[severity]} />
            <span>{ref(text)}</span>
          </span>
        ))}
      </ChoiceLine>
    </li>
  );
}

interface ShownProps {
  readonly title: string;
  readonly none: string;
  readonly document: LayoutDocument;
  /** Null: there is no such spread on this side. */
  readonly place: Place | null;
}

function Shown({ title, none, document, place }: ShownProps) {
  const measure = useMeasure();
  const thresholds = useThresholdsOf(document.spec);
  const spreadName = useSpreadNames(document);
  return (
    <figure className={styles.shown}>
      <figcaption>
        {title}
        {place !== null && (
          <span className={styles.aside}>
            {' · '}
            {spreadName(place === 'cover' ? null : spreadAt(document, place))}
          </span>
        )}
      </figcaption>
      <span className={styles.picture} style={{ width: PICTURE_PX.widthPx, height: PICTURE_PX.heightPx }}>
        {place === null ? (
          <span className={styles.aside}>{none}</span>
        ) : (
          <SheetPicture {...{ document, place, thresholds, measure }} {...PICTURE_PX} previewPx={320} />
        )}
      </span>
    </figure>
  );
}
