import { sep } from 'node:path';
import type { ThreadOutcome } from '../threads/seat.ts';
import type { DiskAnswer, DiskQuestion } from './answers.ts';

export type Answered = DiskAnswer | 'silent';
export type Ask = (questions: readonly DiskQuestion[]) => Promise<ThreadOutcome<readonly DiskAnswer[]>>;

const MOST_AT_ONCE = 64;

interface Asked {
  readonly question: DiskQuestion;
  readonly hear: (answer: Answered) => void;
}

/** One disk, asked by one thread. */
export class Lane {
  readonly #whetherItAnswers: DiskQuestion;
  readonly #ask: Ask;
  readonly #onQuiet: () => void;
  #asked: readonly Asked[] = [];
  #next: Asked[] = [];
  #isAsking = false;
  /** Since when the disk owes an answer. */
  #owesSinceMs = Number.POSITIVE_INFINITY;

  constructor(disk: string, ask: Ask, onQuiet: () => void) {
    this.#whetherItAnswers = { about: 'disk', path: disk + sep };
    this.#ask = ask;
    this.#onQuiet = onQuiet;
  }

  /** `onLate` hears what came when `silent` had been answered. */
  ask(question: DiskQuestion, patienceMs: number, onLate: (answer: DiskAnswer) => void = () => {}): Promise<Answered> {
    // Somebody waited for it as long in vain.
    if (performance.now() - this.#owesSinceMs >= patienceMs) return Promise.resolve('silent');
    return new Promise((answer) => {
      let isAnswered = false;
      const hear = (answered: Answered) => {
        clearTimeout(patience);
        if (!isAnswered) answer(answered);
        else if (answered !== 'silent') onLate(answered);
        isAnswered = true;
      };
      const patience = setTimeout(() => hear('silent'), patienceMs);
      this.#add({ question, hear });
    });
  }

  /** To be done when the disk answers, however late that is. */
  tell(question: DiskQuestion): void {
    this.#add({ question, hear: () => undefined });
  }

  hurry(patienceMs: number): void {
    for (const { hear } of [...this.#asked, ...this.#next]) setTimeout(() => hear('silent'), patienceMs).unref();
  }

  #add(asked: Asked): void {
    this.#next.push(asked);
    // What is asked in one go is one task.
    if (!this.#isAsking && this.#next.length === 1) setImmediate(() => void this.#go());
  }

  async #go(): Promise<void> {
    this.#isAsking = true;
    while (this.#next.length > 0) {
      const some = this.#next.splice(0, MOST_AT_ONCE);
      this.#asked = some;
      this.#owesSinceMs = performance.now();
      const questions = some.map(({ question }) => question);
      // Of an open file it is told only what is so.
      const asksFirst = questions.some((question) => 'path' in question);
      const outcome = await this.#ask(asksFirst ? [this.#whetherItAnswers, ...questions] : questions);
      const from = asksFirst ? 1 : 0;
      this.#owesSinceMs = Number.POSITIVE_INFINITY;
      some.forEach(({ hear }, at) => hear(outcome.ok ? (outcome.answer[at + from] ?? null) : 'silent'));
    }
    this.#asked = [];
    this.#isAsking = false;
    this.#onQuiet();
  }
}
