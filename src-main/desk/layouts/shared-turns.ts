interface Turn<Answer> {
  readonly now: Promise<Answer>;
  next: Promise<Answer> | null;
}

/**
 * Does work that everybody may ask for once at a time for each key. Whoever asks meanwhile shares the one turn behind it, which finds
 * what has changed since; so asking often never piles up.
 */
export class SharedTurns<Key, Answer> {
  readonly #turns = new Map<Key, Turn<Answer>>();

  ask(key: Key, work: () => Promise<Answer>): Promise<Answer> {
    const turn = this.#turns.get(key);
    if (turn === undefined) return this.#begin(key, work);
    const again = () => this.#begin(key, work);
    turn.next ??= turn.now.then(again, again);
    return turn.next;
  }

  #begin(key: Key, work: () => Promise<Answer>): Promise<Answer> {
    const turn: Turn<Answer> = { now: work(), next: null };
    this.#turns.set(key, turn);
    const end = () => {
      if (turn.next === null) this.#turns.delete(key);
    };
    turn.now.then(end, end);
    return turn.now;
  }
}
