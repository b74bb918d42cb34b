import { z } from 'zod';

/** A key or a chord for a command. */
export interface CommandKeys {
  /** As shown: `Mod+Shift+O`. `Mod` is Command on a Mac, Ctrl elsewhere. */
  readonly keys: string;
  /** Physical key (`KeyO`), so that it works while a Hangul layout is on, or a named key (`F8`); null with a `sign`. */
  readonly code: string | null;
  /** A sign wherever the layout has it, with Shift or without. */
  readonly sign?: string;
  readonly mod?: boolean;
  readonly shift?: boolean;
  readonly alt?: boolean;
  /** A single letter or sign: never while a text is being typed. */
  readonly plain?: boolean;
}

interface CommandEntry {
  /** Which part of the shortcut sheet it stands in. */
  readonly group: 'files' | 'move' | 'work';
  /** The first is shown in menus and tooltips. */
  readonly keys: readonly CommandKeys[];
  /** Works while the pages are looked at large as well, which is a dialog. */
  readonly inQuickLook?: boolean;
}

const mod = (keys: string, code: string, group: CommandEntry['group']): CommandEntry => ({
  group,
  keys: [{ keys: `Mod+${keys}`, code, mod: true }],
});
const named = (code: string, group: CommandEntry['group'], shift = false): CommandEntry => ({
  group,
  keys: [{ keys: shift ? `Shift+${code}` : code, code, ...(shift ? { shift } : {}) }],
});
/** In a text, Alt and an arrow are the text's. */
const withAlt = (keys: string, code: string): CommandEntry => ({
  group: 'work',
  keys: [{ keys: `Alt+${keys}`, code, alt: true, plain: true }],
});
const without = (group: CommandEntry['group']): CommandEntry => ({ group, keys: [] });

/** What a key, the menu, the palette or a button may ask of whatever is on screen; each of them reads this alone. */
export const COMMANDS = {
  'imports.pickFiles': mod('O', 'KeyO', 'files'),
  'imports.pickFolder': { group: 'files', keys: [{ keys: 'Mod+Shift+O', code: 'KeyO', mod: true, shift: true }] },
  'imports.addSamples': without('files'),
  'manifests.pick': mod('I', 'KeyI', 'files'),
  'manifests.openLatest': without('files'),
  'manifests.saveTemplate': without('files'),
  'layouts.new': mod('N', 'KeyN', 'files'),
  'library.recheck': mod('R', 'KeyR', 'files'),
  'library.remove': without('files'),
  'library.pair': { group: 'files', keys: [{ keys: 'P', code: 'KeyP', plain: true }] },
  'recipients.open': without('work'),
  'orders.again': mod('D', 'KeyD', 'work'),
  'orders.promote': without('work'),
  'edit.undo': { group: 'files', keys: [{ keys: 'Mod+Z', code: 'KeyZ', mod: true, plain: true }] },
  'go.library': mod('1', 'Digit1', 'move'),
  'go.queue': mod('2', 'Digit2', 'move'),
  'go.orders': mod('3', 'Digit3', 'move'),
  'go.credit': mod('4', 'Digit4', 'move'),
  'go.specs': mod('5', 'Digit5', 'move'),
  'go.settings': mod(',', 'Comma', 'move'),
  'orders.showLate': without('move'),
  'orders.showChanged': without('move'),
  'orders.showFailed': without('move'),
  'orders.showWaiting': without('move'),
  'screen.filter': {
    group: 'move',
    keys: [
      { keys: 'Mod+F', code: 'KeyF', mod: true },
      { keys: '/', code: null, sign: '/', plain: true },
    ],
  },
  'screen.quickLook': without('move'),
  'pane.next': named('F6', 'move'),
  'problem.next': named('F8', 'work'),
  'problem.previous': named('F8', 'work', true),
  'mark.next': { group: 'work', inQuickLook: true, keys: [{ keys: 'N', code: 'KeyN', plain: true }] },
  'mark.previous': {
    group: 'work',
    inQuickLook: true,
    keys: [{ keys: 'Shift+N', code: 'KeyN', shift: true, plain: true }],
  },
  'finding.next': { group: 'work', inQuickLook: true, keys: [{ keys: ']', code: 'BracketRight', plain: true }] },
  'finding.previous': { group: 'work', inQuickLook: true, keys: [{ keys: '[', code: 'BracketLeft', plain: true }] },
  'screen.main': mod('Enter', 'Enter', 'work'),
  'queue.pauseOrResume': named('F9', 'work'),
  'queue.stopNow': named('F9', 'work', true),
  'queue.sendNext': withAlt('Home', 'Home'),
  'queue.moveUp': withAlt('↑', 'ArrowUp'),
  'queue.moveDown': withAlt('↓', 'ArrowDown'),
  'queue.sendLast': withAlt('End', 'End'),
  'queue.sendAt': without('work'),
  'queue.sendNow': without('work'),
  'library.uploadLater': without('work'),
  'activity.toggle': { group: 'work', keys: [{ keys: '`', code: 'Backquote', plain: true }] },
  'printHouse.open': without('work'),
  'help.palette': mod('K', 'KeyK', 'work'),
  'help.shortcuts': { group: 'work', keys: [{ keys: '?', code: null, sign: '?', plain: true }] },
} as const satisfies Readonly<Record<string, CommandEntry>>;

export type Command = keyof typeof COMMANDS;

export const commandSchema = z.enum(Object.keys(COMMANDS) as [Command, ...Command[]]);

/** All of them, in the order in which they are shown. */
export const COMMAND_LIST: readonly (CommandEntry & { readonly command: Command })[] = commandSchema.options.map(
  (command) => ({ command, ...(COMMANDS[command] as CommandEntry) }),
);

/** The keys of a command as they are shown; undefined: it has none. */
export const shownKeysOf = (command: Command): string | undefined => (COMMANDS[command] as CommandEntry).keys[0]?.keys;

/** What a menu shows beside the command (Electron's form); undefined where the key is a single letter or sign. */
export function acceleratorOf(command: Command): string | undefined {
  const [first] = (COMMANDS[command] as CommandEntry).keys;
  return first === undefined || first.plain === true ? undefined : first.keys.replace('Mod', 'CmdOrCtrl');
}
