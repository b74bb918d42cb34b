import { useEffect, useRef } from 'react';
import type { Command } from '../../src-core/commands.ts';
import { showDetails } from '../ui/details-fold.ts';
import { createStore } from '../ui/store.ts';

type Run = () => void;
interface Taker {
  /** Null: the part that would do it says why it cannot now. */
  readonly run: Run | null;
  readonly whyNot: string | null;
}
const takers = new Map<Command, readonly Taker[]>();

/** Commands that name what they would do now, in place of their names of the catalogue. */
export const commandNames = createStore<Readonly<Partial<Record<Command, string>>>>({});

/** Longer than a screen takes to come; then what was asked for is not wanted any more. */
const WAITS_MS = 3_000;
let awaited: { readonly command: Command; readonly untilMs: number } | null = null;

const takersOf = (command: Command): readonly Taker[] => takers.get(command) ?? [];

/** Whether anything on screen does something for the command now. */
export const isTaken = (command: Command): boolean => takersOf(command).some(({ run }) => run !== null);

/** Why the part on screen that would do it cannot now; null where none says so. */
export const whyNotNow = (command: Command): string | null =>
  isTaken(command) ? null : (takersOf(command).findLast(({ whyNot }) => whyNot !== null)?.whyNot ?? null);

/** Runs what the part on screen that came last does for the command. False when nothing takes it. */
export function runCommand(command: Command): boolean {
  const run = takersOf(command).findLast((taker) => taker.run !== null)?.run ?? null;
  run?.();
  return run !== null;
}

/** Runs it as soon as a part that comes on screen takes it. */
export function runWhenTaken(command: Command): void {
  if (!runCommand(command)) awaited = { command, untilMs: performance.now() + WAITS_MS };
}

/** Takes a command while the component is on screen; null leaves it to others, or says why it cannot be done now. */
export function useCommand(command: Command, run: Run | null, whyNot: string | null = null): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const takes = run !== null;
  useEffect(() => {
    if (!takes && whyNot === null) return undefined;
    const taker: Taker = { run: takes ? () => latest.current?.() : null, whyNot: takes ? null : whyNot };
    takers.set(command, [...takersOf(command), taker]);
    if (takes && awaited?.command === command) {
      const isWanted = performance.now() < awaited.untilMs;
      awaited = null;
      if (isWanted) taker.run?.();
    }
    return () => {
      takers.set(
        command,
        takersOf(command).filter((other) => other !== taker),
      );
    };
  }, [command, takes, whyNot]);
}

/** The control on screen that is marked as the command's own: it gets the focus, or opens what it opens. */
export const controlOf = (command: Command): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-command~="${command}"]`);

/** The same in the panel at the right, which is unfolded for it. */
export function controlInDetails(command: Command): HTMLElement | null {
  showDetails();
  return controlOf(command);
}
