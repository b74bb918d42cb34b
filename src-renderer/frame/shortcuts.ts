import { isComposing, isTypingEvent } from '../ui/key-events.ts';
import type { Command } from './commands.ts';

export interface Shortcut {
  readonly command: Command;
  /** As shown: `Mod+Shift+O`. `Mod` is Command on a Mac, Ctrl elsewhere. */
  readonly keys: string;
  /** Physical key (`KeyO`), so that it works while a Hangul layout is on, or a named key (`F8`); null with a `sign`. */
  readonly code: string | null;
  /** A sign wherever the layout has it, with Shift or without. */
  readonly sign?: string;
  readonly mod?: boolean;
  readonly shift?: boolean;
  /** A single letter or sign: never while a text is being typed. */
  readonly plain?: boolean;
  /** Works while the pages are looked at large as well, which is a dialog. */
  readonly inQuickLook?: boolean;
  /** Which part of the shortcut sheet it stands in. */
  readonly group: 'files' | 'move' | 'work';
}

export const SHORTCUTS: readonly Shortcut[] = [
  { command: 'imports.pickFiles', keys: 'Mod+O', code: 'KeyO', mod: true, group: 'files' },
  { command: 'imports.pickFolder', keys: 'Mod+Shift+O', code: 'KeyO', mod: true, shift: true, group: 'files' },
  { command: 'library.recheck', keys: 'Mod+R', code: 'KeyR', mod: true, group: 'files' },
  { command: 'edit.undo', keys: 'Mod+Z', code: 'KeyZ', mod: true, plain: true, group: 'files' },
  { command: 'go.library', keys: 'Mod+1', code: 'Digit1', mod: true, group: 'move' },
  { command: 'go.queue', keys: 'Mod+2', code: 'Digit2', mod: true, group: 'move' },
  { command: 'go.orders', keys: 'Mod+3', code: 'Digit3', mod: true, group: 'move' },
  { command: 'go.credit', keys: 'Mod+4', code: 'Digit4', mod: true, group: 'move' },
  { command: 'go.specs', keys: 'Mod+5', code: 'Digit5', mod: true, group: 'move' },
  { command: 'go.settings', keys: 'Mod+,', code: 'Comma', mod: true, group: 'move' },
  { command: 'screen.filter', keys: 'Mod+F', code: 'KeyF', mod: true, group: 'move' },
  { command: 'screen.filter', keys: '/', code: null, sign: '/', plain: true, group: 'move' },
  { command: 'pane.next', keys: 'F6', code: 'F6', group: 'move' },
  { command: 'problem.next', keys: 'F8', code: 'F8', group: 'work' },
  { command: 'problem.previous', keys: 'Shift+F8', code: 'F8', shift: true, group: 'work' },
  { command: 'mark.next', keys: 'N', code: 'KeyN', plain: true, inQuickLook: true, group: 'work' },
  { command: 'mark.previous', keys: 'Shift+N', code: 'KeyN', shift: true, plain: true, inQuickLook: true, group: 'work' },
  { command: 'finding.next', keys: ']', code: 'BracketRight', plain: true, inQuickLook: true, group: 'work' },
  { command: 'finding.previous', keys: '[', code: 'BracketLeft', plain: true, inQuickLook: true, group: 'work' },
  { command: 'screen.main', keys: 'Mod+Enter', code: 'Enter', mod: true, group: 'work' },
  { command: 'queue.pauseOrResume', keys: 'F9', code: 'F9', group: 'work' },
  { command: 'queue.stopNow', keys: 'Shift+F9', code: 'F9', shift: true, group: 'work' },
  { command: 'activity.toggle', keys: '`', code: 'Backquote', plain: true, group: 'work' },
  { command: 'help.shortcuts', keys: '?', code: null, sign: '?', plain: true, group: 'work' },
];

/** The command that a key press means, or null. */
export function commandOfKey(event: KeyboardEvent): Command | null {
  if (isComposing(event) || event.altKey) return null;
  const isMod = event.metaKey || event.ctrlKey;
  const isMeant = ({ code, sign, mod = false, shift = false }: Shortcut): boolean =>
    mod === isMod && (sign === undefined ? code === event.code && shift === event.shiftKey : sign === event.key);
  const found = SHORTCUTS.find((shortcut) => isMeant(shortcut) && !(shortcut.plain === true && isTypingEvent(event)));
  return found?.command ?? null;
}

/** Commands that go on while the pages are looked at large. */
export const isQuickLookCommand = (command: Command): boolean => SHORTCUTS.some((shortcut) => shortcut.command === command && shortcut.inQuickLook === true);

/** The keys of a command, as they are shown in tooltips. */
export const keysOf = (command: Command): string | undefined => SHORTCUTS.find((shortcut) => shortcut.command === command)?.keys;
