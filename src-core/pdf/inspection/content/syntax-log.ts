import type { SyntaxCode, SyntaxNote } from '../inspection.ts';

const MAX_KINDS = 50;
/** With these, a part of what is painted stays unknown. */
const UNREAD: ReadonlySet<SyntaxCode> = new Set<SyntaxCode>(['streamDamaged', 'unknownFilter']);

/** Collects what is wrong with the writing of a page, by kind: a slip repeated ten thousand times stays one line. */
export class SyntaxLog {
  private readonly known = new Map<string, { code: SyntaxCode; subject: string; count: number }>();
  /** A part of the content could not be read. */
  hasUnread = false;

  note(code: SyntaxCode, subject: string): void {
    if (UNREAD.has(code)) this.hasUnread = true;
    const key = `${code} ${subject}`;
    const known = this.known.get(key);
    if (known !== undefined) known.count++;
    else if (this.known.size < MAX_KINDS) this.known.set(key, { code, subject, count: 1 });
  }

  get notes(): readonly SyntaxNote[] {
    return [...this.known.values()];
  }
}
