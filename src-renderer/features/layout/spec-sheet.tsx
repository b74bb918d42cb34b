import { useMemo, useState } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { pageCountIn, printsAlike } from '../../../src-core/layout/operations/retarget.ts';
import {
  blankPages,
  changesBetween,
  facesOthers,
  placePairs,
  placesOf,
  type PlacePair,
  type SurfaceChange,
} from '../../../src-core/layout/retarget-changes.ts';
import { spreadAt } from '../../../src-core/layout/spreads.ts';
import type { Thresholds } from '../../../src-core/preflight/thresholds.ts';
import { coverSizeMm, spineWidthMm } from '../../../src-core/specs/book-geometry.ts';
import { useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import { VERDICT_OF } from './check-list.tsx';
import { useSpreadNames, useSurfaceNames } from './frame-names.ts';
import { documentOf, useLayout, useLayoutPart } from './layout-context.ts';
import type { Place } from './layout-session.ts';
import { useLayoutThresholds, useMeasure, useThresholdsOf } from './live-checks.tsx';
import { SheetPicture } from './sheet-picture.tsx';
import { SpecFields } from './spec-fields.tsx';
import { useSpecChange, type SpecChange } from './spec-change.ts';
import styles from './spec-sheet.module.css';

/** Both of them and the buttons below are seen at once in a window of 1280 × 800. */
const PICTURE_PX = { widthPx: 300, heightPx: 184 } as const;

/** A book is made for another book spec, or another page count: what becomes of its pages, before it is done as one step. */
export function SpecSheet({ onClose }: { readonly onClose: () => void }) {
  const { t, ref } = useText();
  const session = useLayout();
  const document = useLayoutPart(documentOf);
  const { specs, former } = useOfferedSpecs(document);
  const [chosen, setChosen] = useState<BookSpec | null>(null);
  const [chosenPages, setChosenPages] = useState<number | null>(null);
  const spec = specs.find((one) => one === chosen) ?? document.spec;
  const usualPages = useMemo(() => pageCountIn(document, spec), [document, spec]);
  const pages = chosenPages ?? usualPages;
  const change = useSpecChange(document, spec, pages);
  const next = change.state === 'ready' ? change.document : null;
  const isChange =
    next !== null && (next.order.length !== document.order.length || !printsAlike(next.spec, document.spec));
  const accept = (): void => {
    if (next === null || !isChange || !session.do('retarget', next)) return;
    session.goTo('cover');
    onClose();
  };
  return (
    <Sheet
      title={t('layout.retarget.title')}
      size="large"
      onClose={onClose}
      onSubmit={accept}
      footer={
        <>
          <Button onPress={onClose}>{t('layout.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            isDisabled={!isChange}
            whyNot={whyNot(change, isChange, t, ref)}
            isBusy={change.state === 'looking'}
          >
            {t('layout.retarget.accept')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <div className={styles.fields}>
          <SpecFields
            {...{ specs, spec, pages }}
            nameOf={(one) => (one === former ? t('layout.retarget.former', { spec: one.name }) : one.name)}
            onSpec={(one) => {
              setChosen(one);
              setChosenPages(null);
            }}
            onPages={setChosenPages}
          />
        </div>
        <Sizes before={document} spec={spec} pages={pages} />
        {change.state === 'refused' && (
          <p role="alert" className={styles.problem}>
            {ref(change.refusal.refused)}
          </p>
        )}
        {change.state === 'failed' && (
          <p role="alert" className={styles.problem}>
            {t('layout.retarget.failed')}
          </p>
        )}
        <p role="status" className={styles.looking}>
          {change.state === 'looking' ? t('layout.retarget.looking') : ''}
        </p>
        {next !== null && isChange && <Changes before={document} after={next} />}
      </div>
    </Sheet>
  );
}

/** Those of the connection. The book's own stands for the same one; where that is not offered, or in other sizes now, it stands first. */
function useOfferedSpecs({ spec: own }: LayoutDocument): {
  readonly specs: readonly BookSpec[];
  /** The book's own beside one of the same name. */
  readonly former: BookSpec | null;
} {
  const { data } = useAnswer('specs.list', {});
  return useMemo(() => {
    const offered = data ?? [];
    const same = offered.find(({ bookSpecUid }) => bookSpecUid === own.bookSpecUid);
    if (same !== undefined && printsAlike(same, own))
      return { specs: offered.map((one) => (one === same ? own : one)), former: null };
    return { specs: [own, ...offered], former: same === undefined ? null : own };
  }, [data, own]);
}

type Translate = ReturnType<typeof useText>['t'];

function whyNot(change: SpecChange, isChange: boolean, t: Translate, ref: ReturnType<typeof useText>['ref']) {
  if (change.state === 'refused') return ref(change.refusal.refused);
  return change.state === 'ready' && !isChange ? t('layout.retarget.same') : null;
}

/** Pages, cover sheet and spine as they are and as they would be. */
function Sizes({
  before,
  spec,
  pages,
}: {
  readonly before: LayoutDocument;
  readonly spec: BookSpec;
  readonly pages: number;
}) {
  const { t, format } = useText();
  const sizesOf = (of: BookSpec, count: number) => {
    const cover = coverSizeMm(of, count);
    return [
      ['pages', format.quantity({ value: count, unit: 'pages' })],
      ['page', t('layout.retarget.mm2', { width: of.innerTrimWidthMm, height: of.innerTrimHeightMm })],
      ['coverSheet', t('layout.retarget.mm2', { width: cover.widthMm, height: cover.heightMm })],
      ['spine', t('layout.retarget.mm', { mm: spineWidthMm(of, count) })],
    ] as const;
  };
  const former = sizesOf(before.spec, before.order.length);
  return (
    <dl className={styles.sizes}>
      {sizesOf(spec, pages).map(([name, size], index) => (
        <div key={name}>
          <dt>{t(`layout.retarget.${name}`)}</dt>
          <dd>
            {former[index]?.[1] === size ? (
              size
            ) : (
              <>
                <span className={styles.former}>{former[index]?.[1]}</span> → <strong>{size}</strong>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Page for page what is to be looked at, and the spread that is chosen before and after. */
function Changes({ before, after }: { readonly before: LayoutDocument; readonly after: LayoutDocument }) {
  const { t } = useText();
  const measure = useMeasure();
  const thresholds = { before: useLayoutThresholds(), after: useThresholdsOf(after.spec) };
  const pairs = useMemo(() => placePairs(before, after), [before, after]);
  const changes = useMemo(
    () =>
      measure === null
        ? []
        : changesBetween(
            { document: before, thresholds: thresholds.before },
            { document: after, thresholds: thresholds.after },
            measure,
          ),
    [before, after, thresholds.before, thresholds.after, measure],
  );
  const [chosen, setChosen] = useState<PlacePair | null>(null);
  const pair = chosen ?? pairs[0] ?? COVER;
  const at = pairs.findIndex((one) => (pair.after === null ? one.before === pair.before : one.after === pair.after));
  const step = (by: 1 | -1) => setChosen(pairs[at + by] ?? pair);
  const blank = blankPages(before, after);
  return (
    <div className={styles.changes}>
      <section className={styles.list} aria-label={t('layout.retarget.changes')}>
        {!printsAlike(before.spec, after.spec) && <p className={styles.note}>{t('layout.retarget.rest')}</p>}
        {blank.count > 0 && <p>{t(`layout.retarget.blank${blank.isFirst ? 'First' : ''}`, { count: blank.count })}</p>}
        {facesOthers(before, after) && <p>{t('layout.retarget.facing')}</p>}
        {measure === null && <p>{t('layout.retarget.noFaces')}</p>}
        {measure !== null && changes.length === 0 && <p>{t('layout.retarget.nothing')}</p>}
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
      <section className={styles.pictures} aria-label={t('layout.retarget.beforeAfter')}>
        <Shown side="before" document={before} place={pair.before} thresholds={thresholds.before} />
        <Shown side="after" document={after} place={pair.after} thresholds={thresholds.after} />
        <div className={styles.steps}>
          <IconButton
            label={t('layout.retarget.previous')}
            icon={ChevronLeft}
            isDisabled={at <= 0}
            onPress={() => step(-1)}
          />
          <IconButton
            label={t('layout.retarget.next')}
            icon={ChevronRight}
            isDisabled={at === pairs.length - 1}
            onPress={() => step(1)}
          />
        </div>
      </section>
    </div>
  );
}

const COVER: PlacePair = { before: 'cover', after: 'cover' };

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
      <button type="button" className={styles.line} aria-pressed={isShown} onClick={onShow}>
        <strong>{goes ? formerName(surfaceId) : nextName(surfaceId)}</strong>
        {notes.map(({ severity, text }) => (
          <span key={`${text.key} ${JSON.stringify(text.params)}`} className={styles.said}>
            <StateMark verdict={VERDICT_OF[severity]} />
            <span>{ref(text)}</span>
          </span>
        ))}
      </button>
    </li>
  );
}

interface ShownProps {
  readonly side: 'before' | 'after';
  readonly document: LayoutDocument;
  /** Null: there is no such spread on this side. */
  readonly place: Place | null;
  readonly thresholds: Thresholds;
}

function Shown({ side, document, place, thresholds }: ShownProps) {
  const { t } = useText();
  const measure = useMeasure();
  const spreadName = useSpreadNames(document);
  return (
    <figure className={styles.shown}>
      <figcaption>
        {t(`layout.retarget.${side}`)}
        {place !== null && (
          <span className={styles.former}>
            {' · '}
            {spreadName(place === 'cover' ? null : spreadAt(document, place))}
          </span>
        )}
      </figcaption>
      <span className={styles.picture} style={{ width: PICTURE_PX.widthPx, height: PICTURE_PX.heightPx }}>
        {place === null ? (
          <span className={styles.former}>{t(`layout.retarget.none.${side}`)}</span>
        ) : (
          <SheetPicture {...{ document, place, thresholds, measure }} {...PICTURE_PX} previewPx={320} />
        )}
      </span>
    </figure>
  );
}
