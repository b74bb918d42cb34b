import type { Handlers } from '../../../src-core/ipc/contract.ts';
import type { ReadNotes } from '../../../src-core/ipc/subjects/layouts.ts';
import { newAmong, type FoundComment, type LayoutComment } from '../../../src-core/layout/comments.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { picturesOf } from '../../../src-core/layout/picture-numbers.ts';

type CommentHandlers = Pick<
  Handlers,
  | 'layouts.comments'
  | 'layouts.addComments'
  | 'layouts.markComment'
  | 'layouts.removeComment'
  | 'layouts.restoreComment'
  | 'layouts.pickNotes'
  | 'layouts.readNotes'
>;

/** Comments that are kept as long as the page is, and a PDF with three notes. */
export function sampleComments(
  bookOf: (bookId: string) => LayoutDocument | undefined,
  onChange: () => void,
): { readonly handlers: CommentHandlers; readonly notes: (bookId: string, proof: number) => ReadNotes } {
  let comments: LayoutComment[] = [];
  const set = (next: readonly LayoutComment[]): void => {
    comments = [...next];
    setTimeout(onChange);
  };
  const notes = (bookId: string, proof: number): ReadNotes => {
    const document = bookOf(bookId);
    const at = (page: number, picture: number | null, text: string): FoundComment => {
      const surfaceId = document?.order[page - 1] ?? null;
      const frame =
        document === undefined || picture === null ? undefined : picturesOf(document, surfaceId ?? '')[picture - 1];
      return { surfaceId, frameId: frame?.[0] ?? null, page, picture, text, author: '김하나', isDone: false };
    };
    return {
      name: 'Kim proof 1 notes.pdf',
      proof,
      comments: [
        at(2, 1, '이 사진을 더 크게 해 주세요.\n↳ 하늘이 잘리지 않게요'),
        at(5, null, ''),
        at(7, 1, '다른 사진으로'),
      ],
    };
  };
  return {
    notes,
    handlers: {
      'layouts.comments': async () => ({ comments, problem: null }),
      'layouts.addComments': async ({ proof, comments: found }) => {
        const known = comments.filter((other) => other.proof === proof);
        const isNew = newAmong(known, found);
        const added = found
          .filter((_, at) => isNew[at])
          .map((one, index) => ({ ...one, proof, id: `c_${comments.length + index}`, atMs: Date.UTC(2026, 10, 30) }));
        set([...comments, ...added]);
        return { added: added.length };
      },
      'layouts.markComment': async ({ commentId, isDone }) => {
        set(comments.map((comment) => (comment.id === commentId ? { ...comment, isDone } : comment)));
        return null;
      },
      'layouts.removeComment': async ({ commentId }) => {
        set(comments.filter(({ id }) => id !== commentId));
        return null;
      },
      'layouts.restoreComment': async ({ comment }) => {
        set([...comments, comment]);
        return null;
      },
      'layouts.pickNotes': async ({ bookId, proof }) => notes(bookId, proof),
      'layouts.readNotes': async ({ bookId, proof }) => notes(bookId, proof),
    },
  };
}
