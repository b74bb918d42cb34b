import type { PdfKind } from '../contract/books.ts';

/** What of a name the studio's own rules read. */
export interface OwnReading {
  /** The pattern as it was written; null where none fitted. */
  readonly pattern: string | null;
  readonly words: readonly string[];
}

/** Spec and copies as a name tells them, as written; null where it does not. */
export interface SaidInName {
  readonly spec: string | null;
  readonly copies: string | null;
}

/** A file name taken apart: what it calls the book, and what it calls itself. */
export interface NameParts {
  /** As written, for people: separators at the ends taken off, brackets kept. Empty when the name is only a role word. */
  readonly stem: string;
  readonly role: PdfKind | null;
  /** How far the file has come, as written behind its role: `최종`, `v2`, `(1)`. */
  readonly state: string;
  /** What an own pattern took beside title and role; null where none did. */
  readonly said: SaidInName | null;
  /** Null where the built-in rules read the name. */
  readonly own: OwnReading | null;
}
