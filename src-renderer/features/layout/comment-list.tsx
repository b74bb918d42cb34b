import { CornerDownRight, X } from 'lucide-react';
import { commentTarget, type LayoutComment } from '../../../src-core/layout/comments.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
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

/** What customers said: ticked once it is done, and led from to what it is about. */
export function CommentList({ comments, onGone }: CommentListProps) {
  return (
    <ul className={styles.comments}>
      {comments.map((comment) => (
        <Comment key={comment.id} comment={comment} onGone={onGone} />
      ))}
    </ul>
  );
}

interface CommentProps {
  readonly comment: LayoutComment;
  readonly onGone: (() => void) | undefined;
}

function Comment({ comment, onGone }: CommentProps) {
  const { t } = useText();
  const session = useLayout();
  const { bookId } = session;
  const document = useLayoutPart(documentOf);
  const isReadOnly = useLayoutPart((view) => view.readOnly !== null);
  const place = useCommentNames()(comment);
  const now = nowOf(document, comment);
  const mark = useAction('layouts.markComment');
  const restore = useAction('layouts.restoreComment');
  const remove = useAction('layouts.removeComment', {
    onDone: () =>
      void showToast({
        text: { key: 'layout.comments.removed' },
        action: { label: t('layout.undo'), run: () => restore.mutate({ bookId, comment }) },
      }),
  });
  const { id, text, author, isDone } = comment;
  return (
    <li className={cx(styles.comment, isDone && styles.done)}>
      <input
        type="checkbox"
        aria-label={t('layout.comments.isDone', { place })}
        checked={isDone}
        disabled={isReadOnly}
        onChange={() => mark.mutate({ bookId, commentId: id, isDone: !isDone })}
      />
      <div className={styles.said}>
        <span className={styles.head}>
          <strong>{place}</strong>
          {now !== null && <span className={styles.aside}>{t(now.key, now.params)}</span>}
          {author !== null && <span className={styles.aside}>{author}</span>}
        </span>
        {text === '' ? (
          <span className={styles.aside}>{t('layout.comments.noWords')}</span>
        ) : (
          <span className={styles.text}>{text}</span>
        )}
      </div>
      <span className={styles.buttons}>
        {commentTarget(document, comment) !== null && (
          <IconButton
            label={t('layout.comments.goTo', { place })}
            icon={CornerDownRight}
            onPress={() => {
              if (goToComment(session, comment)) onGone?.();
            }}
          />
        )}
        <IconButton
          label={t('layout.comments.remove', { place })}
          icon={X}
          isDisabled={isReadOnly}
          onPress={() => remove.mutate({ bookId, commentId: id })}
        />
      </span>
    </li>
  );
}

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
