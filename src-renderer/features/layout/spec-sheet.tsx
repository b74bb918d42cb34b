import { useMemo, useState } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { pageCountIn } from '../../../src-core/layout/operations/retarget.ts';
import {
  changesBetween,
  facesOthers,
  spreadPairs,
  type SpreadPair,
  type SurfaceChange,
} from '../../../src-core/layout/retarget-changes.ts';
import { spreadAt, spreadOf } from '../../../src-core/layout/spreads.ts';
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
import { useLayoutThresholds, useMeasure, useThresholdsOf } from './live-checks.tsx';
import { SheetPicture } from './sheet-picture.tsx';
import { SpecFields } from './spec-fields.tsx';
import { useSpecChange, type SpecChange } from './spec-change.ts';
import styles from './spec-sheet.module.css';

const PICTURE_PX = { widthPx: 300, heightPx: 200 } as const;

/** The cover, then spreads: what is looked at before and after. */
const COVER: SpreadPair = { before: null, after: null };

/** A book is made for another book spec, or another page count: what becomes of its pages, before it is done as one step. */
export function SpecSheet({ onClose }: { readonly onClose: () => void }) {
  const { t, ref } = useText();
  const session = useLayout();
  const document = useLayoutPart(documentOf);
  const specs = useOfferedSpecs(document);
  const [chosenUid, setChosenUid] = useState(document.spec.bookSpecUid);
  const [chosenPages, setChosenPages] = useState<number | null>(null);
  const spec = specs.find(({ bookSpecUid }) => bookSpecUid === chosenUid) ?? document.spec;
  const usualPages = useMemo(() => pageCountIn(document, spec), [document, spec]);
  const pages = chosenPages ?? usualPages;
  const change = useSpecChange(document, spec, pages);
  const next = change.state === 'ready' && change.of === document ? change.document : null;
  const isChange =
    next !== null && (next.order.length !== document.order.length || !sameSpec(next.spec, document.spec));
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
            onSpec={(uid) => {
              setChosenUid(uid);
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
        {change.state === 'looking' && <p className={styles.note}>{t('layout.retarget.looking')}</p>}
        {next !== null && isChange && <Changes before={document} after={next} />}
      </div>
    </Sheet>
  );
}

/** Those of the connection; its own first where that does not offer it, or offers it in other sizes now. */
function useOfferedSpecs({ spec: own }: LayoutDocument): readonly BookSpec[] {
  const { data } = useAnswer('specs.list', {});
  return useMemo(() => {
    const offered = data ?? [];
    return offered.some(({ bookSpecUid }) => bookSpecUid === own.bookSpecUid) ? offered : [own, ...offered];
  }, [data, own]);
}

const sameSpec = (a: BookSpec, b: BookSpec): boolean => JSON.stringify(a) === JSON.stringify(b);

type Translate = ReturnType<typeof useText>['t'];

function whyNot(change: SpecChange, isChange: boolean, t: Translate, ref: ReturnType<typeof useText>['ref']) {
  if (change.state === 'refused') return ref(change.refusal.refused);
  return change.state === 'ready' && !isChange ? t('layout.retarget.same') : null;
}

/** Page, cover sheet and spine as they are and as they would be. */
function Sizes({
  before,
  spec,
  pages,
}: {
  readonly before: LayoutDocument;
  readonly spec: BookSpec;
  readonly pages: number;
}) {
  const { t } = useText();
  const sizesOf = (of: BookSpec, count: number) => {
    const cover = coverSizeMm(of, count);
    return [
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
  const pairs = useMemo(() => [COVER, ...spreadPairs(before, after)], [before, after]);
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
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, pairs.length - 1);
  const pair = pairs[at] ?? COVER;
  const placeOf = (change: SurfaceChange): number => pairs.findIndex((one) => isOn(one, change, before, after));
  return (
    <div className={styles.changes}>
      <section className={styles.list} aria-label={t('layout.retarget.changes')}>
        {!sameSpec(before.spec, after.spec) && <p className={styles.note}>{t('layout.retarget.rest')}</p>}
        {facesOthers(before, after) && <p>{t('layout.retarget.facing')}</p>}
        {changes.length > 0 ? (
          <ul>
            {changes.map((change) => (
              <ChangeLine
                key={change.surfaceId}
                change={change}
                before={before}
                after={after}
                isShown={placeOf(change) === at}
                onShow={() => setChosen(placeOf(change))}
              />
            ))}
          </ul>
        ) : (
          <p>{t('layout.retarget.nothing')}</p>
        )}
      </section>
      <section className={styles.pictures} aria-label={t('layout.retarget.beforeAfter')}>
        <Shown
          heading={t('layout.retarget.before')}
          document={before}
          pair={pair}
          side="before"
          thresholds={thresholds.before}
        />
        <Shown
          heading={t('layout.retarget.after')}
          document={after}
          pair={pair}
          side="after"
          thresholds={thresholds.after}
        />
        <div className={styles.steps}>
          <IconButton
            label={t('layout.retarget.previous')}
            icon={ChevronLeft}
            isDisabled={at === 0}
            onPress={() => setChosen(at - 1)}
          />
          <IconButton
            label={t('layout.retarget.next')}
            icon={ChevronRight}
            isDisabled={at === pairs.length - 1}
            onPress={() => setChosen(at + 1)}
          />
        </div>
      </section>
    </div>
  );
}

function isOn(pair: SpreadPair, { surfaceId }: SurfaceChange, before: LayoutDocument, after: LayoutDocument): boolean {
  const spread = spreadOf(after, surfaceId);
  if (spread !== undefined) return pair.after === spread.index;
  const former = spreadOf(before, surfaceId);
  return former === undefined ? pair === COVER : pair.after === null && pair.before === former.index;
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
  readonly heading: string;
  readonly document: LayoutDocument;
  readonly pair: SpreadPair;
  readonly side: 'before' | 'after';
  readonly thresholds: Thresholds;
}

function Shown({ heading, document, pair, side, thresholds }: ShownProps) {
  const { t } = useText();
  const measure = useMeasure();
  const spreadName = useSpreadNames(document);
  const isCover = pair === COVER;
  const index = pair[side];
  const name = isCover ? spreadName(null) : index === null ? null : spreadName(spreadAt(document, index));
  return (
    <figure className={styles.shown}>
      <figcaption>
        {heading}
        {name !== null && <span className={styles.former}> · {name}</span>}
      </figcaption>
      <span className={styles.picture} style={{ width: PICTURE_PX.widthPx, height: PICTURE_PX.heightPx }}>
        {name === null ? (
          <span className={styles.former}>{t(`layout.retarget.none.${side}`)}</span>
        ) : (
          <SheetPicture
            document={document}
            place={index ?? 'cover'}
            thresholds={thresholds}
            measure={measure}
            {...PICTURE_PX}
            previewPx={320}
          />
        )}
      </span>
    </figure>
  );
}
