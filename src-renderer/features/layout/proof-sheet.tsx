import { FileText, Save, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { LayoutProof } from '../../../src-core/ipc/subjects/layouts.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { isSameBook, returnTo } from '../../../src-core/layout/operations/return.ts';
import { printsAlike } from '../../../src-core/layout/operations/retarget.ts';
import { changesSince } from '../../../src-core/layout/proof-changes.ts';
import { PROOF_KINDS, type ProofKind } from '../../../src-core/layout/proof-places.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { CarriesDocument } from '../documents/carries-document.tsx';
import { useSaveDocument } from '../documents/save-document.ts';
import { BookChanges } from './book-changes.tsx';
import { ChoiceLine } from './choice-line.tsx';
import { useMeasure } from './live-checks.tsx';
import { documentOf, useLayout, useLayoutPart } from './layout-context.ts';
import { ProofComments } from './proof-comments.tsx';
import { useComments } from './use-comments.ts';
import styles from './proof-sheet.module.css';

const VIEWS = ['changes', 'comments'] as const;
export type ProofView = (typeof VIEWS)[number];

interface ProofSheetProps {
  /** What is shown of a proof first. */
  readonly view: ProofView;
  readonly onClose: () => void;
}

/** What a customer is shown before a book is printed: proofs are made, sent, held against the book of now, and returned to. */
export function ProofSheet({ view: firstView, onClose }: ProofSheetProps) {
  const { t, ref } = useText();
  const { bookId } = useLayout();
  const { proofs = [], making = null, problem = null } = useAnswer('layouts.proofs', { bookId }).data ?? {};
  const [chosen, setChosen] = useState<number | null>(null);
  const [view, setView] = useState(firstView);
  const proof = proofs.find(({ number }) => number === chosen) ?? proofs[0];
  return (
    <Sheet
      title={t('layout.proof.title')}
      size={proofs.length === 0 ? 'small' : 'large'}
      onClose={onClose}
      footer={<Button onPress={onClose}>{t('ui.close')}</Button>}
    >
      <div className={styles.body}>
        <p className={styles.aside}>{t('layout.proof.about')}</p>
        <NewProof making={making} newest={proofs[0]?.number ?? 0} onBegun={() => setChosen(null)} />
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {ref(problem)}
          </p>
        )}
        {proof !== undefined && (
          <div className={styles.proofs}>
            <ul className={styles.list} aria-label={t('layout.proof.title')}>
              {proofs.map((one) => (
                <ProofLine key={one.number} proof={one} isShown={one === proof} onShow={() => setChosen(one.number)} />
              ))}
            </ul>
            <ShownProof key={proof.number} {...{ proof, view }} onView={setView} onLeave={onClose} />
          </div>
        )}
      </div>
    </Sheet>
  );
}

interface NewProofProps {
  readonly making: { readonly sheets: number; readonly sheetsInAll: number } | null;
  /** The number of the newest proof; 0: there is none. */
  readonly newest: number;
  readonly onBegun: () => void;
}

function NewProof({ making, newest, onBegun }: NewProofProps) {
  const { t, ref } = useText();
  const session = useLayout();
  const { bookId } = session;
  const readOnly = useLayoutPart((view) => view.readOnly);
  const [kind, setKind] = useState<ProofKind>('spreads');
  const make = useAction('layouts.makeProof', { onDone: onBegun });
  const cancel = useAction('layouts.cancelProof', { onDone: () => session.proofing.set(null) });
  if (making !== null) {
    const label = t('layout.proof.making', { sheets: making.sheets, all: making.sheetsInAll });
    return (
      <div className={styles.making}>
        <div className={styles.progress}>
          <span className={styles.aside}>{label}</span>
          <ProgressBar label={label} share={making.sheetsInAll === 0 ? null : making.sheets / making.sheetsInAll} />
        </div>
        <Button onPress={() => cancel.mutate({ bookId })}>{t('layout.export.cancel')}</Button>
      </div>
    );
  }
  return (
    <div className={styles.making}>
      <SelectField
        label={t('layout.proof.kind')}
        value={kind}
        onChange={setKind}
        options={PROOF_KINDS.map((value) => ({
          value,
          label: t(`layout.proof.kind.${value}`),
          note: t(`layout.proof.kindNote.${value}`),
        }))}
      />
      <Button
        variant="primary"
        isBusy={make.isPending}
        isDisabled={readOnly !== null}
        whyNot={readOnly === null ? null : ref(readOnly)}
        onPress={() => {
          // What is not on the disk would not be in it.
          void session.flush().then(() => {
            if (session.unkept > 0) showToast({ text: { key: 'layout.export.unkept' }, tone: 'bad' });
            else {
              session.proofing.set(newest);
              make.mutate({ bookId, kind, steps: session.document.steps });
            }
          });
        }}
      >
        {t('layout.proof.make')}
      </Button>
    </div>
  );
}

interface ProofLineProps {
  readonly proof: LayoutProof;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

function ProofLine({ proof: { number, kind, atMs, sizeBytes }, isShown, onShow }: ProofLineProps) {
  const { t, format } = useText();
  const { bookId } = useLayout();
  return (
    <li>
      <CarriesDocument document={{ what: 'proof', bookId, number }}>
        <ChoiceLine isChosen={isShown} onChoose={onShow}>
          <strong>{t('layout.proof.name', { number })}</strong>
          <span className={styles.aside}>{format.dateTime(atMs)}</span>
          <span className={styles.aside}>
            {t(`layout.proof.kind.${kind}`)} · {format.quantity({ value: sizeBytes, unit: 'bytes' })}
          </span>
        </ChoiceLine>
      </CarriesDocument>
    </li>
  );
}

interface ShownProofProps {
  readonly proof: LayoutProof;
  readonly view: ProofView;
  readonly onView: (view: ProofView) => void;
  /** To the stage. */
  readonly onLeave: () => void;
}

/** What can be done with a proof, and what became of the book since. */
function ShownProof({ proof: { number }, view, onView, onLeave }: ShownProofProps) {
  const { t, ref } = useText();
  const session = useLayout();
  const { bookId } = session;
  const now = useLayoutPart(documentOf);
  const readOnly = useLayoutPart((view) => view.readOnly);
  const { data, error } = useAnswer('layouts.proof', { bookId, number });
  const openPdf = useAction('layouts.openProof');
  const { save, isSaving } = useSaveDocument(t('layout.proof.saved'));
  const former = data?.document ?? null;
  const open = useComments().filter(({ proof, isDone }) => proof === number && !isDone).length;
  const goBack = (): void => {
    if (former === null || !session.do('returnTo', returnTo(session.document, former))) return;
    session.goTo('cover');
    showToast({ text: t('layout.proof.returned', { number }), tone: 'good' });
    onLeave();
  };
  return (
    <div className={styles.shown}>
      <div className={styles.actions}>
        <Button icon={FileText} isBusy={openPdf.isPending} onPress={() => openPdf.mutate({ bookId, number })}>
          {t('layout.proof.openPdf')}
        </Button>
        <Button icon={Save} isBusy={isSaving} onPress={() => save({ what: 'proof', bookId, number })}>
          {t('layout.proof.save')}
        </Button>
        {former !== null && readOnly === null && !isSameBook(former, now) && (
          <Button variant="quiet" icon={Undo2} onPress={goBack}>
            {t('layout.proof.return')}
          </Button>
        )}
      </div>
      {error !== null && <ErrorNote title={ref(error.text)} />}
      {former === null && error === null && (
        <p className={styles.aside} role="status">
          {t('layout.proof.reading')}
        </p>
      )}
      {former !== null && (
        <div className={styles.views}>
          <Tabs
            label={t('layout.proof.name', { number })}
            value={view}
            onChange={onView}
            options={VIEWS.map((value) => ({ value, label: t(`layout.proof.view.${value}`, { open }) }))}
          />
        </div>
      )}
      {former !== null && view === 'changes' && (
        <SinceProof former={former} now={now} title={t('layout.proof.name', { number })} />
      )}
      {former !== null && view === 'comments' && <ProofComments number={number} shown={former} onGone={onLeave} />}
    </div>
  );
}

interface SinceProofProps {
  readonly former: LayoutDocument;
  readonly now: LayoutDocument;
  readonly title: string;
}

function SinceProof({ former, now, title }: SinceProofProps) {
  const { t } = useText();
  const measure = useMeasure();
  const changes = useMemo(() => changesSince(former, now, measure), [former, now, measure]);
  const names = {
    before: { title, none: t('layout.proof.none.before') },
    after: { title: t('layout.proof.nowTitle'), none: t('layout.proof.none.after') },
  };
  const [was, is] = [former.order.length, now.order.length];
  const isOther = !printsAlike(former.spec, now.spec);
  return (
    <BookChanges before={former} after={now} changes={changes} names={names}>
      {isSameBook(former, now) && <p>{t('layout.proof.now')}</p>}
      {!isSameBook(former, now) && changes.length === 0 && !isOther && was === is && <p>{t('layout.proof.nothing')}</p>}
      {isOther && <p>{t('layout.proof.spec', { was: former.spec.name, is: now.spec.name })}</p>}
      {was !== is && <p>{t('layout.proof.pages', { was, is })}</p>}
    </BookChanges>
  );
}
