/** Asks a thread to end what it does at the next place where it can. */
export const STOP = 'stop';

export type FromThread<Answer> = { readonly answer: Answer } | { readonly failed: string };
