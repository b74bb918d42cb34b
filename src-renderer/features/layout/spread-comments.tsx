import { useMemo } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { CommentList } from './comment-list.tsx';
import { documentOf, placeOf, useLayoutPart } from './layout-context.ts';
import { Part } from './panel-parts.tsx';
import { placeOfComment, useComments } from './use-comments.ts';

/** What customers said of the spread on the stage; those that wait first. */
export function SpreadComments() {
  const { t } = useText();
  const comments = useComments();
  const document = useLayoutPart(documentOf);
  const place = useLayoutPart(placeOf);
  const here = useMemo(
    () =>
      comments
        .filter((comment) => placeOfComment(document, comment) === place)
        .toSorted((one, other) => Number(one.isDone) - Number(other.isDone)),
    [comments, document, place],
  );
  if (here.length === 0) return null;
  return (
    <Part title={t('layout.comments.title')}>
      <CommentList comments={here} />
    </Part>
  );
}
