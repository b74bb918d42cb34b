/** What a thread of the window was asked for, and the way to give it up. */
export interface Asking<Answer> {
  /** Null when it was given up. Rejects when the thread cannot begin, or ends with an error. */
  readonly answer: Promise<Answer | null>;
  readonly giveUp: () => void;
}

/** Work that would hold the window up, in a thread of its own that ends with it. `read`: its answer, or undefined for what it tells on its way. */
export function askThread<Message, Answer>(
  begin: () => Worker,
  order: unknown,
  read: (message: Message) => Answer | undefined,
): Asking<Answer> {
  let giveUp = (): void => undefined;
  const answered = async (): Promise<Answer | null> => {
    const thread = begin();
    try {
      return await new Promise<Answer | null>((resolve, reject) => {
        giveUp = () => resolve(null);
        thread.addEventListener('message', ({ data }: MessageEvent<Message>) => {
          const answer = read(data);
          if (answer !== undefined) resolve(answer);
        });
        thread.addEventListener('error', (event) => {
          event.preventDefault();
          reject(new Error(event.message));
        });
        thread.postMessage(order);
      });
    } finally {
      thread.terminate();
    }
  };
  return { answer: answered(), giveUp: () => giveUp() };
}
