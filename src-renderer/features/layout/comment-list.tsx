import { CornerDownRight, X } from 'lucide-react';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { commentTarget, type LayoutComment } from '../../../src-core/layout/comments.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { documentOf, useLayout, useLayoutPart } from './layout-context.ts';
import styles from './comment-list.module.css';
import { goToComment, useCommentNames } from './use-comments.ts';

interface CommentListProps {
  readonly comments: readonly LayoutComment[];
  /** It is shown what one of them is about. */
  readonly onGone?: () => void;
}

/** So many are drawn at once: hundreds would hold the window up whenever one of them is ticked. */
const DRAWN_AT_ONCE = 60;

/** What customers said: ticked once it is done, and led from to what it is about. */
export function CommentList({ comments, onGone }: CommentListProps) {
  const { t } = useText();
  const session = useLayout();
  const { bookId } = session;
  const document = useLayoutPart(documentOf);
  const isReadOnly = useLayoutPart((view) => view.readOnly !== null);
  const nameOf = useCommentNames();
  const [drawn, setDrawn] = useState(DRAWN_AT_ONCE);
  const { mutate: mark } = useAction('layouts.markComment');
  const { mutate: restore } = useAction('layouts.restoreComment');
  const { mutate: remove } = useAction('layouts.removeComment', {
    onDone: (_, { commentId }) => {
      const comment = comments.find(({ id }) => id === commentId);
      if (comment === undefined) return;
      const undo = { label: t('layout.undo'), run: () => restore({ bookId, comment }) };
      showToast({ text: { key: 'layout.comments.removed' }, action: undo });
    },
  });
  const gone = useRef(onGone);
  useEffect(() => {
    gone.current = onGone;
  });
  const onMark = useCallback((id: string, isDone: boolean) => mark({ bookId, commentId: id, isDone }), [mark, bookId]);
  const onRemove = useCallback((id: string) => remove({ bookId, commentId: id }), [remove, bookId]);
  const onGo = useCallback(
    (comment: LayoutComment) => {
      if (goToComment(session, comment)) gone.current?.();
    },
    [session],
  );
  const left = comments.length - drawn;
  return (
    <>
      <ul className={styles.comments}>
        {comments.slice(0, drawn).map((comment) => {
          const now = nowOf(document, comment);
          return (
            <Comment
              key={comment.id}
              {...{ comment, isReadOnly, onMark, onRemove, onGo }}
              place={nameOf(comment)}
              now={now === null ? null : t(now.key, now.params)}
              isThere={commentTarget(document, comment) !== null}
            />
          );
        })}
      </ul>
      {left > 0 && (
        <Button variant="quiet" onPress={() => setDrawn(drawn + DRAWN_AT_ONCE)}>
          {t('layout.comments.more', { count: left })}
        </Button>
      )}
    </>
  );
}

interface CommentProps {
  readonly comment: LayoutComment;
  readonly place: string;
  /** What became of the place; null: it is where it was. */
  readonly now: string | null;
  readonly isThere: boolean;
  readonly isReadOnly: boolean;
  readonly onMark: (id: string, isDone: boolean) => void;
  readonly onRemove: (id: string) => void;
  readonly onGo: (comment: LayoutComment) => void;
}

/** Drawn anew only when something of it changed. */
const Comment = memo(function Comment({
  comment,
  place,
  now,
  isThere,
  isReadOnly,
  onMark,
  onRemove,
  onGo,
}: CommentProps) {
  const { t } = useText();
  const { id, text, author, isDone } = comment;
  return (
    <li className={cx(styles.comment, isDone && styles.done)}>
      <input
        type="checkbox"
        aria-label={t('layout.comments.isDone', { place })}
        checked={isDone}
        disabled={isReadOnly}
        onChange={() => onMark(id, !isDone)}
      />
      <div className={styles.said}>
        <span className={styles.head}>
          <strong>{place}</strong>
          {now !== null && <span className={styles.aside}>{now}</span>}
          {author !== null && <span className={styles.aside}>{author}</span>}
        </span>
        {text === '' ? (
          <span className={styles.aside}>{t('layout.comments.noWords')}</span>
        ) : (
          <span className={styles.text}>{text}</span>
        )}
      </div>
      <span className={styles.buttons}>
        {isThere && (
          <IconButton
            label={t('layout.comments.goTo', { place })}
            icon={CornerDownRight}
            onPress={() => onGo(comment)}
          />
        )}
        <IconButton
          label={t('layout.comments.remove', { place })}
          icon={X}
          isDisabled={isReadOnly}
          onPress={() => onRemove(id)}
        />
      </span>
    </li>
  );
});

/** What became of the place that a comment is about; null: it is where it was. */
function nowOf(
  document: LayoutDocument,
  comment: LayoutComment,
): { readonly key: string; readonly params?: { readonly page: number } } | null {
  const { surfaceId, frameId, page } = comment;
  if (surfaceId === null) return null;
  const target = commentTarget(document, comment);
  if (target === null) return { key: 'layout.comments.gone' };
  if (frameId !== null && target.frameId === null) return { key: 'layout.comments.frameGone' };
  const number = document.order.indexOf(surfaceId) + 1;
  return page === null || number === page ? null : { key: 'layout.comments.now', params: { page: number } };
}
