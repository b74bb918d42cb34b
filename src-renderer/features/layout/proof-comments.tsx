import { FileUp } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { ReadNotes } from '../../../src-core/ipc/subjects/layouts.ts';
import { commentsOfLines } from '../../../src-core/layout/comment-lines.ts';
import { newAmong, type FoundComment } from '../../../src-core/layout/comments.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { notesDropped, useAction, wireErrorOf } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { CommentList } from './comment-list.tsx';
import { useLayout, useLayoutPart } from './layout-context.ts';
import styles from './proof-comments.module.css';
import { useCommentNames, useCommentsFile } from './use-comments.ts';

interface ProofCommentsProps {
  readonly number: number;
  /** The book as the proof shows it: its numbers are those that the customer saw. */
  readonly shown: LayoutDocument;
  /** It is shown what one of them is about. */
  readonly onGone: () => void;
}

/** What the customer said of a proof, and what comes back of it: notes on the PDF, or an e-mail. */
export function ProofComments({ number, shown, onGone }: ProofCommentsProps) {
  const { t, ref } = useText();
  const { bookId } = useLayout();
  const isReadOnly = useLayoutPart((view) => view.readOnly !== null);
  const { comments: all, problem } = useCommentsFile();
  const ofProof = all.filter(({ proof }) => proof === number);
  const [text, setText] = useState('');
  const [notes, setNotes] = useState<ReadNotes | null>(null);
  const [reads, setReads] = useState(0);
  // Thousands of lines are read behind the letter that was typed.
  const typed = useDeferredValue(text);
  const lines = useMemo(() => commentsOfLines(typed, shown), [typed, shown]);
  const given = notes ?? { name: null, proof: number, comments: lines };
  const known = useMemo(() => all.filter(({ proof }) => proof === given.proof), [all, given.proof]);
  // What was typed beside a PDF waits until that is done.
  const clear = (): void => (notes === null ? setText('') : setNotes(null));
  const take = (read: ReadNotes | null): void => {
    if (read === null) return;
    setNotes(read);
    setReads((before) => before + 1);
  };
  const pick = useAction('layouts.pickNotes', { onDone: take });
  const drop = ([file]: readonly File[]): void => {
    if (file === undefined || isReadOnly) return;
    notesDropped(bookId, number, file).then(take, (error: unknown) =>
      showToast({ text: wireErrorOf(error).text, tone: 'bad' }),
    );
  };
  return (
    <FileDrop words={t('layout.comments.dropNow')} onFiles={drop}>
      <div className={styles.comments}>
        <section aria-label={t('layout.comments.title')} className={styles.list}>
          {problem !== null && (
            <p role="alert" className={styles.problem}>
              {ref(problem)}
            </p>
          )}
          {given.comments.length > 0 ? (
            // Of what was read or typed: a tick of one is never another's.
            <FoundComments key={notes === null ? typed : reads} given={given} known={known} onDone={clear} />
          ) : ofProof.length > 0 ? (
            <CommentList comments={ofProof} onGone={onGone} />
          ) : (
            problem === null && <p className={styles.aside}>{t('layout.comments.none')}</p>
          )}
        </section>
        {!isReadOnly && (
          <section aria-label={t('layout.comments.new')} className={styles.intake}>
            <Button icon={FileUp} isBusy={pick.isPending} onPress={() => pick.mutate({ bookId, proof: number })}>
              {t('layout.comments.readPdf')}
            </Button>
            <TextArea
              label={t('layout.comments.paste')}
              hint={t('layout.comments.pasteHint')}
              value={text}
              onChange={setText}
              rows={6}
            />
          </section>
        )}
      </div>
    </FileDrop>
  );
}

/** More nobody looks through; all of them are taken over. */
const MOST_SHOWN = 100;

interface FoundCommentsProps {
  readonly given: { readonly name: string | null; readonly proof: number; readonly comments: readonly FoundComment[] };
  /** What is there of that proof. */
  readonly known: readonly FoundComment[];
  readonly onDone: () => void;
}

/** What was read, before it is taken over: each line may be left out. */
function FoundComments({ given: { name, proof, comments }, known, onDone }: FoundCommentsProps) {
  const { t } = useText();
  const { bookId } = useLayout();
  const nameOf = useCommentNames();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const isNew = useMemo(() => newAmong(known, comments), [known, comments]);
  // Those that are known go along: the desk knows them, and which of two that are alike is new.
  const given = comments.filter((_, at) => !left.has(at));
  const count = given.length - isNew.filter((one) => !one).length;
  const add = useAction('layouts.addComments', {
    onDone: ({ added }) => {
      showToast({ text: t('layout.comments.added', { count: added, number: proof }), tone: 'good' });
      onDone();
    },
  });
  const turn = (at: number): void => {
    const next = new Set(left);
    if (!next.delete(at)) next.add(at);
    setLeft(next);
  };
  return (
    <>
      <div className={styles.head}>
        <p role="status" className={styles.aside}>
          {name === null
            ? t('layout.comments.found', { count: comments.length })
            : t('layout.comments.foundIn', { count: comments.length, name, number: proof })}
        </p>
        <div className={styles.actions}>
          <Button onPress={onDone}>{t('layout.cancel')}</Button>
          <Button
            variant="primary"
            isBusy={add.isPending}
            isDisabled={count === 0}
            whyNot={t('layout.comments.nothingNew')}
            onPress={() => add.mutate({ bookId, proof, comments: given })}
          >
            {t('layout.comments.add', { count })}
          </Button>
        </div>
      </div>
      <ul className={styles.found}>
        {comments.slice(0, MOST_SHOWN).map((comment, at) => (
          <li key={at}>
            <label>
              <input
                type="checkbox"
                checked={!left.has(at) && isNew[at] === true}
                disabled={isNew[at] !== true}
                onChange={() => turn(at)}
              />
              <span>
                <strong>{nameOf(comment)}</strong>
                {isNew[at] !== true && <span className={styles.aside}>{t('layout.comments.known')}</span>}
                <span className={comment.text === '' ? styles.aside : styles.text}>
                  {comment.text === '' ? t('layout.comments.noWords') : comment.text}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {comments.length > MOST_SHOWN && (
        <p className={styles.aside}>{t('layout.favourites.more', { count: comments.length - MOST_SHOWN })}</p>
      )}
    </>
  );
}
