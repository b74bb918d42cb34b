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

/**
 * Tells an operator whose window is not in front. A notice goes when a newer one tells of the same, when it is no longer true,
 * and when the window comes in front, where all of it stands anyway.
 */
export class DesktopNotices {
  readonly #deps: DesktopNoticesDeps;
  readonly #shown = new Map<string, { readonly kind: NoticeKind; readonly close: () => void }>();
  #isInFront = true;

  constructor(deps: DesktopNoticesDeps) {
    this.#deps = deps;
  }

  setForeground(isInFront: boolean): void {
    this.#isInFront = isInFront;
    if (isInFront) this.#close(() => true);
  }

  tell(notices: readonly Notice[], over: readonly NoticeKind[]): void {
    this.#close((kind) => over.includes(kind));
    if (this.#isInFront) return;
    const wanted = this.#deps.wanted();
    for (const notice of notices) if (wanted[notice.kind]) this.#tellOne(notice);
  }

  #tellOne({ kind, parts, goes }: Notice): void {
    const { port, say, show } = this.#deps;
    const subject = `${kind} ${goes}`;
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

  #close(isMeant: (kind: NoticeKind) => boolean): void {
    for (const [subject, { kind, close }] of this.#shown) {
      if (!isMeant(kind)) continue;
      this.#shown.delete(subject);
      close();
    }
  }
}
