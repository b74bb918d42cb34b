import { useEffect, useRef, useState } from 'react';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { AlikeBook, FixPreview } from '../../../src-core/ipc/subjects/fixes.ts';
import { callStudio, useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import { useUndoable } from '../undo/use-undo.ts';
import { forgetPdf } from '../pages/pdf-documents.ts';
import { alikeOffer } from './alike-offer.ts';
import { PageCompare } from './page-compare.tsx';
import styles from './fixes.module.css';

export interface FixSheetProps {
  readonly bookId: string;
  readonly kind: PdfKind;
  readonly preview: FixPreview;
  readonly onClose: () => void;
}

/** A repair before it counts: the pages before and after, what was done, what it solves and what it brings. */
export function FixSheet({ bookId, kind, preview, onClose }: FixSheetProps) {
  const { t } = useText();
  const { previewId, fixedBytesId, fix, pageCountBefore, pageCountAfter } = preview;
  // The book goes on under a file id of its own; this one is seen nowhere else.
  useEffect(() => () => forgetPdf(fixedBytesId), [fixedBytesId]);
  const [isAsking, setAsking] = useState(false);
  const alike = useRef<readonly AlikeBook[]>([]);
  const showUndo = useUndoable();
  const apply = useAction('fixes.apply', {
    onDone: ({ undoId }) => {
      showUndo(t('preflight.fix.applied', { fix: t(`preflight.fix.name.${fix}`) }), undoId, { tone: 'good' });
      if (alike.current.length > 0) alikeOffer.set({ kind, fix, books: alike.current });
      onClose();
    },
  });
  // Once it is repaired the book has the cause no more that the others have with it.
  const use = async (): Promise<void> => {
    setAsking(true);
    alike.current = await callStudio('fixes.alike', { bookId, kind, fix }).catch(() => []);
    setAsking(false);
    apply.mutate({ previewId });
  };
  const isBusy = isAsking || apply.isPending;
  const { mutate: giveUp } = useAction('fixes.discard');
  const discard = (): void => {
    giveUp({ previewId });
    onClose();
  };
  return (
    <Sheet
      title={t('preflight.fix.title', { fix: t(`preflight.fix.name.${fix}`), where: t(`library.check.where.${kind}`) })}
      size="full"
      isBusy={isBusy}
      onClose={discard}
      footer={
        <>
          <p className={styles.promise}>{t('preflight.fix.promise')}</p>
          <Button onPress={discard} isDisabled={isBusy}>
            {t('preflight.fix.discard')}
          </Button>
          <Button variant="primary" autoFocus isBusy={isBusy} onPress={() => void use()}>
            {t('preflight.fix.apply')}
          </Button>
        </>
      }
    >
      <div className={styles.preview}>
        <PageCompare preview={preview} />
        <div className={styles.outcome}>
          <Part title={t('preflight.fix.edits')} texts={preview.edits} mark={null} />
          {pageCountBefore !== pageCountAfter && (
            <p className={styles.counts}>
              {t('preflight.fix.pageCount', { before: pageCountBefore, after: pageCountAfter })}
            </p>
          )}
          <Part title={t('preflight.fix.solved')} texts={preview.solved} mark="accepted" />
          <Part title={t('preflight.fix.added')} texts={preview.added} mark="warning" />
          {preview.solved.length === 0 && <p className={styles.quiet}>{t('preflight.fix.solvesNothing')}</p>}
        </div>
      </div>
    </Sheet>
  );
}

interface PartProps {
  readonly title: string;
  readonly texts: readonly TextRef[];
  readonly mark: 'accepted' | 'warning' | null;
}

function Part({ title, texts, mark }: PartProps) {
  const { ref } = useText();
  if (texts.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className={styles.list}>
        {texts.map((text) => (
          <li key={JSON.stringify(text)}>
            {mark !== null && <StateMark verdict={mark} isNamed={false} size={12} />}
            <span>{ref(text)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
