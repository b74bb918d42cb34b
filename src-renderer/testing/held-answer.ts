import type { Call, Channel, Output } from '../../src-core/ipc/contract.ts';

/** What is asked for on this channel from now on is under way until the returned function answers it. */
export function holdAnswer<C extends Channel>(held: C, answer: Output<C>): () => void {
  const { call } = window.studio;
  let release = (): void => undefined;
  const answered = new Promise<Output<C>>((resolve) => {
    release = () => resolve(answer);
  });
  const callHeld: Call = (channel, input) =>
    channel === (held as Channel) ? (answered as Promise<never>) : call(channel, input);
  Object.assign(window.studio, { call: callHeld });
  return release;
}
