/**
 * By which rules a book is laid out and painted. A book keeps the number that it was begun with, because its page count is paid by it.
 *
 * 1: one face; what it lacks is printed as a hollow square.
 * 2: other faces stand in for it, letters run in their own direction, and what no face has is refused.
 * 3: all lines of a paragraph are chosen together, and Korean breaks between words; nothing but the line of a thin spine is set under
 *    7 pt, and what has no room is refused.
 * 4: pictures go into the files with as many pixels as a press shows (embedded-parts.ts), and not with all that they have.
 * 5: pictures are cut where their subject is (crop-window.ts), and not around their middle; galleries in boxes are arranged as pages of
 *    layouts are (arranging).
 * 6: rows of pictures that go on over pages fill them (rows-over-pages.ts).
 * 7: no head lies in a bleed or a bend at any edge: pictures are drawn larger for that (crop-window.ts).
 * 8: the pictures of a gallery in a box are of like size, people have most room, and over the fold of a spread lies a gap or no sliver
 *    (arranged-gallery.ts).
 * 9: the line of a spine is set smaller down to 7 pt before its end is cut off, and left out where the spine has no room for 7 pt
 *    (spine-room.ts); a running title takes two lines or is left out (running-title.ts).
 * 10: the templates of the first four themes are drawn anew (template-catalogue.ts).
 * 11: in a gallery in a box those pictures are cut that lose no head by it, a picture of several people gets more room than one of one,
 *    and eight pictures or more lie in rows or columns (giving-way.ts); what is shown whole in a round frame has rounded corners
 *    (picture-place.ts).
 * 12: a picture that is shown whole over the fold of a spread is moved aside, so that no head lies there (picture-place.ts).
 */
export type BookRules = (typeof BOOK_RULES)[number];
export const BOOK_RULES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

/** Of the books that are begun now, and of everything that is laid out without being kept. */
export const CURRENT_RULES: BookRules = 12;
