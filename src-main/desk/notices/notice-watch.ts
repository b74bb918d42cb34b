import type { OrderStatus } from '../../../src-core/contract/orders.ts';
import {
  noticesOf,
  type Notice,
  type NoticeKind,
  type NoticeMemory,
  type Standing,
} from '../../../src-core/desk/notices.ts';

/** What belongs to one moment is told in one notice: a sweep writes its orders and counts them within it. */
const GATHERED_FOR_MS = 500;

export interface News {
  readonly notices: readonly Notice[];
  /** Kinds whose last notice is no longer true. */
  readonly over: readonly NoticeKind[];
}

export interface NoticeWatchDeps {
  /** Null while no connection is in use. */
  readonly standing: () => Omit<Standing, 'moved'> | null;
  readonly tell: (news: News) => void;
}

/** Looks at how things stand after they changed, and tells what of it is news. */
export class NoticeWatch {
  readonly #deps: NoticeWatchDeps;
  #memory: NoticeMemory | null = null;
  #moved: Partial<Record<OrderStatus, number>> = {};
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(deps: NoticeWatchDeps) {
    this.#deps = deps;
  }

  /** A sweep found an order that was known in another status. */
  moved(status: OrderStatus): void {
    this.#moved[status] = (this.#moved[status] ?? 0) + 1;
  }

  mayHaveChanged(): void {
    if (this.#timer !== null || this.#isClosed) return;
    this.#timer = setTimeout(() => this.#look(), GATHERED_FOR_MS);
    this.#timer.unref();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #look(): void {
    this.#timer = null;
    const standing = this.#deps.standing();
    if (standing === null) return;
    const { memory, notices, over } = noticesOf(this.#memory, { ...standing, moved: this.#moved });
    this.#memory = memory;
    this.#moved = {};
    if (notices.length > 0 || over.length > 0) this.#deps.tell({ notices, over });
  }
}
