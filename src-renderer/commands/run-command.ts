import { useEffect, useRef } from 'react';
import type { Command } from '../../src-core/commands.ts';

type Run = () => void;
const takers = new Map<Command, Run[]>();

/** Whether anything on screen does something for the command now. */
export const isTaken = (command: Command): boolean => (takers.get(command)?.length ?? 0) > 0;

/** Runs what the part on screen that came last does for the command. False when nothing takes it. */
export function runCommand(command: Command): boolean {
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
  const takes = run !== null;
  useEffect(() => {
    if (!takes) return undefined;
    const taker: Run = () => latest.current?.();
    takers.set(command, [...(takers.get(command) ?? []), taker]);
    return () => {
      takers.set(
        command,
        (takers.get(command) ?? []).filter((other) => other !== taker),
      );
    };
  }, [command, takes]);
}
