import { useMemo, useState } from 'react';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { pageCountIn, printsAlike } from '../../../src-core/layout/operations/retarget.ts';
import { blankPages, changesBetween, facesOthers } from '../../../src-core/layout/retarget-changes.ts';
import { coverSizeMm, spineWidthMm } from '../../../src-core/specs/book-geometry.ts';
import { useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { BookChanges } from './book-changes.tsx';
import { documentOf, useLayout, useLayoutPart } from './layout-context.ts';
import { useLayoutThresholds, useMeasure, useThresholdsOf } from './live-checks.tsx';
import { SpecFields } from './spec-fields.tsx';
import { useSpecChange, type SpecChange } from './spec-change.ts';
import styles from './spec-sheet.module.css';

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
  const blank = blankPages(before, after);
  const names = {
    before: { title: t('layout.retarget.before'), none: t('layout.retarget.none.before') },
    after: { title: t('layout.retarget.after'), none: t('layout.retarget.none.after') },
  };
  return (
    <BookChanges {...{ before, after, changes, names }}>
      {!printsAlike(before.spec, after.spec) && <p className={styles.note}>{t('layout.retarget.rest')}</p>}
      {blank.count > 0 && <p>{t(`layout.retarget.blank${blank.isFirst ? 'First' : ''}`, { count: blank.count })}</p>}
      {facesOthers(before, after) && <p>{t('layout.retarget.facing')}</p>}
      {measure === null && <p>{t('layout.retarget.noFaces')}</p>}
      {measure !== null && changes.length === 0 && <p>{t('layout.retarget.nothing')}</p>}
    </BookChanges>
  );
}
