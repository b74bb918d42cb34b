/** What a thread of `ThreadPool`, or a process in its place, is told. */
export type ToThread<Task> =
  | { readonly type: 'task'; readonly task: Task }
  /** What came of an errand that it sent. */
  | { readonly type: 'errandDone'; readonly id: number; readonly answer: unknown }
  | { readonly type: 'errandFailed'; readonly id: number; readonly message: string }
  /** It ends what it does at the next place where it can. */
  | { readonly type: 'stop' }
  /** It has nothing in hand and goes by itself. */
  | { readonly type: 'leave' };

/** What it says: the last word on its task, or what it needs from outside to go on. */
export type FromThread<Answer, Errand> =
  | { readonly type: 'answer'; readonly answer: Answer }
  | { readonly type: 'failed'; readonly message: string; readonly stack?: string }
  | { readonly type: 'errand'; readonly id: number; readonly errand: Errand };
