import { memo, useCallback, useState, type Dispatch, type SetStateAction } from 'react';
import type { Output } from '../../../src-core/ipc/contract.ts';
import type { AlikeBook, AlikeRun } from '../../../src-core/ipc/subjects/fixes.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useUndoable } from '../undo/use-undo.ts';
import { alikeOffer, type AlikeOffer } from './alike-offer.ts';
import styles from './fixes.module.css';

/** Offers the repair that was just taken over for the other books that need it; and shows such a run that an earlier window began. */
export function AlikeSheet({ onShowBook }: { readonly onShowBook: (bookId: string) => void }) {
  const { t } = useText();
  const offer = alikeOffer.use();
  const run = useAnswer('fixes.alikeProgress', {}).data ?? null;
  const stop = useStop();
  if (offer !== null) return <Offered offer={offer} run={run} onShowBook={onShowBook} />;
  if (run === null) return null;
  return (
    <Sheet
      title={t('preflight.alike.runningTitle')}
      isDismissable={false}
      onClose={stop}
      footer={<StopButton run={run} />}
    >
      <Repairing run={run} />
    </Sheet>
  );
}

function useStop(): () => void {
  const { mutate } = useAction('fixes.stopAlike');
  return () => mutate({});
}

interface OfferedProps {
  readonly offer: AlikeOffer;
  readonly run: AlikeRun | null;
  readonly onShowBook: (bookId: string) => void;
}

function Offered({ offer: { kind, fix, books }, run, onShowBook }: OfferedProps) {
  const { t } = useText();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(books.map(({ bookId }) => bookId)));
  const showUndo = useUndoable();
  const stop = useStop();
  const close = (): void => alikeOffer.set(null);
  const repair = useAction('fixes.repairAlike', {
    onDone: ({ repaired, left, undoId }) => {
      showUndo(t('preflight.alike.repaired', { count: repaired }), undoId, { tone: 'good' });
      if (left.length === 0) close();
    },
  });
  const name = t(`preflight.fix.name.${fix}`);
  const now = run ?? { done: 0, total: chosen.size, isStopping: false };
  return (
    <Sheet
      title={t('preflight.alike.title', { fix: name, count: books.length })}
      isDismissable={!repair.isPending}
      onClose={repair.isPending ? stop : close}
      footer={
        repair.data !== undefined ? (
          <Button autoFocus onPress={close}>
            {t('ui.close')}
          </Button>
        ) : repair.isPending ? (
          <StopButton run={now} />
        ) : (
          <>
            <p className={styles.promise}>{t('preflight.alike.promise')}</p>
            <Button onPress={close}>{t('preflight.alike.notNow')}</Button>
            <Button
              variant="primary"
              autoFocus
              isDisabled={chosen.size === 0}
              onPress={() =>
                repair.mutate({
                  bookIds: books.flatMap(({ bookId }) => (chosen.has(bookId) ? [bookId] : [])),
                  kind,
                  fix,
                })
              }
            >
              {t('preflight.alike.repair', { count: chosen.size })}
            </Button>
          </>
        )
      }
    >
      {repair.data !== undefined ? (
        <Left {...repair.data} books={books} onShowBook={onShowBook} />
      ) : repair.isPending ? (
        <Repairing run={now} />
      ) : (
        <>
          <p className={styles.lead}>
            {t('preflight.alike.lead', { fix: name, where: t(`library.check.where.${kind}`) })}
          </p>
          <Choice books={books} chosen={chosen} onChoose={setChosen} />
        </>
      )}
    </Sheet>
  );
}

interface ChoiceProps {
  readonly books: AlikeOffer['books'];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: Dispatch<SetStateAction<ReadonlySet<string>>>;
}

function Choice({ books, chosen, onChoose }: ChoiceProps) {
  const { t } = useText();
  const areAll = chosen.size === books.length;
  const turn = useCallback(
    (bookId: string): void =>
      onChoose((former) => {
        const next = new Set(former);
        if (!next.delete(bookId)) next.add(bookId);
        return next;
      }),
    [onChoose],
  );
  return (
    <>
      {books.length > 1 && (
        <label className={styles.all}>
          <input
            type="checkbox"
            checked={areAll}
            ref={(box) => {
              if (box !== null) box.indeterminate = !areAll && chosen.size > 0;
            }}
            onChange={() => onChoose(new Set(areAll ? [] : books.map(({ bookId }) => bookId)))}
          />
          <span>{t('preflight.alike.all', { count: books.length })}</span>
        </label>
      )}
      <ul className={styles.alike} aria-label={t('preflight.alike.books')}>
        {books.map((book) => (
          <ChoiceRow key={book.bookId} book={book} isChosen={chosen.has(book.bookId)} onTurn={turn} />
        ))}
      </ul>
    </>
  );
}

interface ChoiceRowProps {
  readonly book: AlikeBook;
  readonly isChosen: boolean;
  readonly onTurn: (bookId: string) => void;
}

/** Drawn anew only when it is turned: there may be as many as the library has books. */
const ChoiceRow = memo(function ChoiceRow({ book: { bookId, title, batch }, isChosen, onTurn }: ChoiceRowProps) {
  return (
    <li>
      <label>
        <input type="checkbox" checked={isChosen} onChange={() => onTurn(bookId)} />
        <span className={styles.name}>{title}</span>
        <span className={styles.quiet}>{batch}</span>
      </label>
    </li>
  );
});

function StopButton({ run }: { readonly run: AlikeRun }) {
  const { t } = useText();
  const stop = useStop();
  return (
    <Button isDisabled={run.isStopping} onPress={stop}>
      {t(run.isStopping ? 'preflight.alike.stopping' : 'preflight.alike.stop')}
    </Button>
  );
}

function Repairing({ run }: { readonly run: AlikeRun }) {
  const { t } = useText();
  const { done, total } = run;
  return (
    <div className={styles.making}>
      <p role="status">{t('preflight.alike.progress', { done, total })}</p>
      <ProgressBar label={t('preflight.alike.running')} share={done / Math.max(1, total)} />
    </div>
  );
}

/** What was not repaired, each with its reason and the way to it. */
function Left({
  repaired,
  left,
  books,
  onShowBook,
}: Output<'fixes.repairAlike'> & Pick<AlikeOffer, 'books'> & { readonly onShowBook: (bookId: string) => void }) {
  const { t, ref } = useText();
  const titles = new Map(books.map(({ bookId, title }) => [bookId, title]));
  return (
    <>
      <p role="status" className={styles.lead}>
        {t('preflight.alike.outcome', { count: repaired, left: left.length })}
      </p>
      <ul className={styles.alike} aria-label={t('preflight.alike.leftBooks')}>
        {left.map(({ bookId, reason }) => (
          <li key={bookId}>
            <span className={styles.name}>
              {titles.get(bookId)}
              <span className={styles.reason}>{ref(reason)}</span>
            </span>
            <Button
              variant="quiet"
              onPress={() => {
                alikeOffer.set(null);
                onShowBook(bookId);
              }}
            >
              {t('preflight.alike.show')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
