import { useEffect, useRef } from 'react';

/** What a key, the menu or a button may ask of whatever is on screen. */
export type Command =
  | `go.${string}`
  | 'imports.pickFolder'
  | 'imports.pickFiles'
  | 'imports.addSamples'
  | 'library.recheck'
  | 'library.remove'
  | 'edit.undo'
  | 'problem.next'
  | 'problem.previous'
  | 'finding.next'
  | 'finding.previous'
  | 'mark.next'
  | 'mark.previous'
  | 'screen.main'
  | 'screen.filter'
  | 'screen.quickLook'
  | 'pane.next'
  | 'queue.pauseOrResume'
  | 'queue.stopNow'
  | 'activity.toggle'
  | 'help.shortcuts';

type Run = () => void;
const takers = new Map<string, Run[]>();

/** Runs what the part on screen that came last does for the command. False when nothing takes it. */
export function runCommand(command: string): boolean {
  const run = takers.get(command)?.at(-1);
  run?.();
  return run !== undefined;
}

/** Takes a command while the component is on screen; null leaves it to others. */
export function useCommand(command: Command, run: Run | null): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const isTaken = run !== null;
  useEffect(() => {
    if (!isTaken) return undefined;
    const taker: Run = () => latest.current?.();
    takers.set(command, [...(takers.get(command) ?? []), taker]);
    return () => {
      takers.set(command, (takers.get(command) ?? []).filter((other) => other !== taker));
    };
  }, [command, isTaken]);
}
