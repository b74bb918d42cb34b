import { useCallback, useMemo, useRef } from 'react';
import { commentTarget, type CommentPlace, type LayoutComment } from '../../../src-core/layout/comments.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { isPanel, spreadOf } from '../../../src-core/layout/spreads.ts';
import { useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { documentOf, useLayout, useLayoutPart } from './layout-context.ts';
import type { LayoutSession, Place } from './layout-session.ts';

const NOTHING_SAID = { comments: [], problem: null } as const;

/** What customers said of the book on the stage, of all its proofs. */
export const useComments = (): readonly LayoutComment[] => useCommentsFile().comments;

/** The same, and why they cannot be read; null: they can. */
export function useCommentsFile(): { readonly comments: readonly LayoutComment[]; readonly problem: TextRef | null } {
  return useAnswer('layouts.comments', { bookId: useLayout().bookId }).data ?? NOTHING_SAID;
}

/** What a comment is about, as its proof calls it: `Page 7, picture 2`. */
export function useCommentNames(): (place: CommentPlace) => string {
  const { t } = useText();
  return useCallback(
    ({ surfaceId, page, picture }) => {
      if (surfaceId === null) return t('layout.comments.whole');
      const surface = page === null ? t(`layout.panel.${surfaceId}`) : t('layout.page', { page });
      return picture === null ? surface : t('layout.comments.picture', { surface, picture });
    },
    [t],
  );
}

/** Where on the stage a comment is answered; null: of all of it, or of what is not there any more. */
export function placeOfComment(
  document: Pick<LayoutDocument, 'order' | 'spec'>,
  { surfaceId }: CommentPlace,
): Place | null {
  if (surfaceId === null) return null;
  return isPanel(surfaceId) ? 'cover' : (spreadOf(document, surfaceId)?.index ?? null);
}

/** Shows what a comment is about; false: there is nothing to be shown. */
export function goToComment(session: LayoutSession, comment: CommentPlace): boolean {
  const place = placeOfComment(session.document, comment);
  const target = commentTarget(session.document, comment);
  if (place === null || target === null) return false;
  session.goTo(place);
  session.workOn(target.surfaceId);
  session.select(target.frameId === null ? null : { surfaceId: target.surfaceId, frameIds: [target.frameId] });
  return true;
}

/**
 * Leads to the open comment behind the one that was shown last, from the front cover to the last page, and begins anew; null: none is open.
 * Where all that is open is about the whole book, or about what is gone, `onElsewhere` shows it.
 */
export function useNextComment(onElsewhere: () => void): (() => void) | null {
  const isAnyOpen = useComments().some(({ isDone }) => !isDone);
  const session = useLayout();
  const open = useOpenComments();
  const last = useRef<string | null>(null);
  const inOrder = useMemo(
    () =>
      [...open]
        .toSorted(([one], [other]) => positionOf(one) - positionOf(other))
        .flatMap(([place, comments]) => comments.map((comment) => ({ place, comment }))),
    [open],
  );
  if (inOrder.length === 0) return isAnyOpen ? onElsewhere : null;
  return () => {
    const at = positionOf(session.view.get().place);
    const before = inOrder.findIndex(({ place, comment }) => comment.id === last.current && positionOf(place) === at);
    const next =
      (before < 0 ? inOrder.find(({ place }) => positionOf(place) >= at) : inOrder[before + 1]) ?? inOrder[0];
    if (next === undefined) return;
    last.current = next.comment.id;
    goToComment(session, next.comment);
  };
}

const positionOf = (place: Place): number => (place === 'cover' ? -1 : place);

/** Comments that wait, by where they are answered on the stage. */
export function useOpenComments(): ReadonlyMap<Place, readonly LayoutComment[]> {
  const comments = useComments();
  const { order, spec } = useLayoutPart(documentOf);
  return useMemo(() => {
    const found = new Map<Place, LayoutComment[]>();
    for (const comment of comments) {
      const place = comment.isDone ? null : placeOfComment({ order, spec }, comment);
      if (place !== null) found.set(place, [...(found.get(place) ?? []), comment]);
    }
    return found;
  }, [comments, order, spec]);
}
