import type { LayoutDocument } from '../document.ts';
import { difference } from '../history.ts';
import type { Outcome } from '../refusal.ts';

/**
 * The book as it was in a former state, such as a proof that a customer liked better: its pages, cover, spec and what was set aside. What
 * came since stays in the tray: pictures, with their stars. The title stays the one of now. Undo of this one step gives back everything
 * else.
 */
export function returnTo(document: LayoutDocument, former: LayoutDocument): Outcome {
  if (isSameBook(document, former)) return document;
  const { layoutId, title, steps } = document;
  const gone = former.pictureOrder.filter((key) => document.pictures[key] === undefined);
  const again = Object.fromEntries(
    Object.entries(former.pictures).filter(([key]) => document.pictures[key] === undefined),
  );
  return {
    ...former,
    layoutId,
    title,
    steps,
    pictures: { ...document.pictures, ...again },
    pictureOrder: [...document.pictureOrder, ...gone],
    // No id is given twice: a step that undo finds may name those that came since.
    nextId: Math.max(document.nextId, former.nextId),
  };
}

/** Whether they look alike to the last setting: returning from one to the other would change nothing. */
export const isSameBook = (document: LayoutDocument, former: LayoutDocument): boolean =>
  difference(bookOf(document), bookOf(former)).length === 0;

const bookOf = (document: LayoutDocument) => {
  const { spec, order, pages, cover, themed, templates, entries, setAside, style, textRules } = document;
  return { spec, order, pages, cover, themed, templates, entries, setAside, style, textRules };
};
