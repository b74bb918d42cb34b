import type { Command } from '../../src-core/commands.ts';
import type { Notice, NoticeKind, NoticeSettings } from '../../src-core/desk/notices.ts';
import type { Say, ShellText } from './texts.ts';

export interface ShownNotice {
  readonly title: string;
  readonly body: string;
  /** A failure stays until somebody looks; what went well goes by itself. */
  readonly stays: boolean;
  readonly onClick: () => void;
}

/** The system's own notifications. */
export interface NoticePort {
  /** Null where the system has none. */
  show(notice: ShownNotice): { close(): void } | null;
}

export interface DesktopNoticesDeps {
  readonly port: NoticePort;
  readonly say: () => Say;
  readonly wanted: () => NoticeSettings;
  /** Brings the window in front with what the notice told. */
  readonly show: (command: Command) => void;
}

const STAYS: ReadonlySet<NoticeKind> = new Set<NoticeKind>(['needsYou', 'money']);

/** Of the studio itself: it neither takes the place of another notice nor gives way to one. */
const STAYS_OPEN = 'stays open';

/**
 * Tells an operator whose window is not in front. A notice goes when a newer one tells of the same, when it is no longer true,
 * and when the window comes in front, where all of it stands anyway.
 */
export class DesktopNotices {
  readonly #deps: DesktopNoticesDeps;
  readonly #shown = new Map<string, { readonly kind: NoticeKind; readonly close: () => void }>();
  #isInFront = true;
  /** What the studio stays open for; null: for nothing that stands still. */
  #standing: number | null = null;

  constructor(deps: DesktopNoticesDeps) {
    this.#deps = deps;
  }

  setForeground(isInFront: boolean): void {
    this.#isInFront = isInFront;
    if (isInFront) this.#close(() => true);
  }

  tell(notices: readonly Notice[], over: readonly NoticeKind[]): void {
    this.#close((kind, subject) => subject !== STAYS_OPEN && over.includes(kind));
    if (this.#isInFront) return;
    const wanted = this.#deps.wanted();
    for (const notice of notices) if (wanted[notice.kind]) this.#tellOne(notice);
  }

  /** The studio waits to quit, and so many books and orders do not go on; null: they do, or it no longer waits. */
  staysOpen(count: number | null): void {
    this.#standing = count;
    this.#close((_, subject) => subject === STAYS_OPEN);
    if (count !== null && !this.#isInFront && this.#deps.wanted().needsYou)
      this.#tellOne({ kind: 'needsYou', parts: [{ name: 'staysOpen', count }], goes: 'go.queue' }, STAYS_OPEN);
  }

  /** The window is closed, and with it the line that says why the studio stays open. */
  windowGoes(): void {
    this.#isInFront = false;
    if (this.#standing !== null) this.staysOpen(this.#standing);
  }

  #tellOne({ kind, parts, goes }: Notice, subject = `${kind} ${goes}`): void {
    const { port, say, show } = this.#deps;
    this.#shown.get(subject)?.close();
    const told = parts.map(({ name, count }) => say()(`notice.${name}` satisfies ShellText, { count }));
    const shown = port.show({
      title: say()(`notice.${kind}` satisfies ShellText),
      body: told.join(', '),
      stays: STAYS.has(kind),
      onClick: () => show(goes),
    });
    if (shown === null) this.#shown.delete(subject);
    else this.#shown.set(subject, { kind, close: () => shown.close() });
  }

  #close(isMeant: (kind: NoticeKind, subject: string) => boolean): void {
    for (const [subject, { kind, close }] of this.#shown) {
      if (!isMeant(kind, subject)) continue;
      this.#shown.delete(subject);
      close();
    }
  }
}
