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

/** The screens by their names in the rail. */
export const SCREENS = ['library', 'queue', 'orders', 'credit', 'specs', 'settings'] as const;

/** The screen on which a command is found. */
export type CommandScreen = (typeof SCREENS)[number];

export type CommandMenu = 'file' | 'edit' | 'view' | 'work' | 'help';

interface CommandEntry {
  /** Which part of the shortcut sheet it stands in. */
  readonly group: 'files' | 'move' | 'work';
  /** Only there; without it everywhere. */
  readonly at?: readonly CommandScreen[];
  /** Nothing has to be chosen for it: from elsewhere its screen is gone to. */
  readonly goes?: true;
  /** The menu that has it, in the order of this list. */
  readonly menu?: CommandMenu;
  /** A line stands above it in its menu. */
  readonly afterLine?: true;
  /** The first is shown in menus and tooltips. */
  readonly keys: readonly CommandKeys[];
  /** Works while the pages are looked at large as well, which is a dialog. */
  readonly inQuickLook?: boolean;
}

type Place = Omit<CommandEntry, 'group' | 'keys'>;

const mod = <P extends Place>(keys: string, code: string, group: CommandEntry['group'], place?: P) => ({
  group,
  keys: [{ keys: `Mod+${keys}`, code, mod: true }],
  ...(place as P),
});
const modShift = <P extends Place>(keys: string, code: string, group: CommandEntry['group'], place?: P) => ({
  group,
  keys: [{ keys: `Mod+Shift+${keys}`, code, mod: true, shift: true }],
  ...(place as P),
});
const named = <P extends Place>(code: string, group: CommandEntry['group'], place?: P) => ({
  group,
  keys: [{ keys: code, code }],
  ...(place as P),
});
const shifted = <P extends Place>(code: string, group: CommandEntry['group'], place?: P) => ({
  group,
  keys: [{ keys: `Shift+${code}`, code, shift: true }],
  ...(place as P),
});
/** In a text, Alt and an arrow are the text's. */
const withAlt = <P extends Place>(keys: string, code: string, place: P) => ({
  group: 'work' as const,
  keys: [{ keys: `Alt+${keys}`, code, alt: true, plain: true }],
  ...place,
});
const letter = <P extends Place>(keys: string, code: string, group: CommandEntry['group'], place?: P) => ({
  group,
  keys: [{ keys, code, plain: true, ...(keys.startsWith('Shift+') ? { shift: true } : {}) }],
  ...(place as P),
});
const without = <P extends Place>(group: CommandEntry['group'], place?: P) => ({ group, keys: [], ...(place as P) });

const LIBRARY = { at: ['library'] } as const;
const QUEUE = { at: ['queue'] } as const;
const ORDERS = { at: ['orders'] } as const;
const IN_PAGES = { ...LIBRARY, inQuickLook: true } as const;

/** What a key, the menu, the palette or a button may ask of whatever is on screen; each of them reads this alone. */
export const COMMANDS = {
  'layouts.new': mod('N', 'KeyN', 'files', { menu: 'file' }),
  'imports.pickFolder': modShift('O', 'KeyO', 'files', { menu: 'file', afterLine: true }),
  'imports.pickFiles': mod('O', 'KeyO', 'files', { menu: 'file' }),
  'imports.addSamples': without('files', { menu: 'file' }),
  'manifests.pick': mod('I', 'KeyI', 'files', { menu: 'file', afterLine: true }),
  'manifests.openLatest': without('files', { menu: 'file' }),
  'manifests.saveTemplate': without('files', { menu: 'file' }),
  'packages.open': without('files', { menu: 'file', afterLine: true }),
  'packages.save': without('files', { ...LIBRARY, menu: 'file' }),
  'packages.stop': without('files'),
  'library.namingRules': without('files', { ...LIBRARY, goes: true }),
  'reports.pdf': without('files', LIBRARY),
  'reports.json': without('files', LIBRARY),
  'reports.csv': mod('E', 'KeyE', 'files', LIBRARY),
  'orders.exportCsv': mod('E', 'KeyE', 'files', ORDERS),
  'orders.receiptCsv': without('files', ORDERS),
  'edit.undo': {
    group: 'files',
    keys: [{ keys: 'Mod+Z', code: 'KeyZ', mod: true, plain: true }],
  },
  'edit.redo': {
    group: 'files',
    keys: [
      { keys: 'Mod+Shift+Z', code: 'KeyZ', mod: true, shift: true, plain: true },
      { keys: 'Mod+Y', code: 'KeyY', mod: true, plain: true },
    ],
  },
  'screen.filter': {
    group: 'move',
    menu: 'edit',
    keys: [
      { keys: 'Mod+F', code: 'KeyF', mod: true },
      { keys: '/', code: null, sign: '/', plain: true },
    ],
  },
  'go.library': mod('1', 'Digit1', 'move', { menu: 'view' }),
  'go.queue': mod('2', 'Digit2', 'move', { menu: 'view' }),
  'go.orders': mod('3', 'Digit3', 'move', { menu: 'view' }),
  'go.credit': mod('4', 'Digit4', 'move', { menu: 'view' }),
  'go.specs': mod('5', 'Digit5', 'move', { menu: 'view' }),
  'go.settings': mod(',', 'Comma', 'move'),
  'activity.toggle': letter('`', 'Backquote', 'work', { menu: 'view' }),
  'screen.details': letter('I', 'KeyI', 'move', { at: ['library', 'orders'], menu: 'view' }),
  'orders.showLate': without('move'),
  'orders.showChanged': without('move'),
  'orders.showFailed': without('move'),
  'orders.showWaiting': without('move'),
  'screen.saveFilter': without('move', { at: ['library', 'orders'] }),
  'screen.columns': without('move', { at: ['library', 'queue', 'orders'] }),
  'library.groupByFolder': without('move', LIBRARY),
  'orders.groupByDay': without('move', ORDERS),
  'orders.groupByBatch': without('move', ORDERS),
  'orders.groupBySpec': without('move', ORDERS),
  'orders.groupByRecipient': without('move', ORDERS),
  'screen.ungroup': without('move', { at: ['library', 'orders'] }),
  'screen.foldGroups': without('move', { at: ['library', 'orders'] }),
  'screen.unfoldGroups': without('move', { at: ['library', 'orders'] }),
  'screen.quickLook': without('move', LIBRARY),
  'pane.next': named('F6', 'move'),
  'pane.previous': shifted('F6', 'move'),
  'screen.main': mod('Enter', 'Enter', 'work', { menu: 'work', at: ['library', 'orders'] }),
  'library.upload': without('work', LIBRARY),
  'library.uploadLater': without('work', LIBRARY),
  'library.order': without('work', LIBRARY),
  'library.uploadThis': without('work', LIBRARY),
  'library.orderThis': without('work', LIBRARY),
  'library.setSpec': without('work', LIBRARY),
  'library.setCopies': without('work', LIBRARY),
  'library.setRecipient': without('work', LIBRARY),
  'library.clearRecipient': without('work', LIBRARY),
  'library.rename': without('work', LIBRARY),
  'library.openLayout': without('work', LIBRARY),
  'library.pair': letter('P', 'KeyP', 'work', LIBRARY),
  'library.swapRoles': without('work', LIBRARY),
  'library.takeApart': without('work', LIBRARY),
  'library.changeRole': without('work', LIBRARY),
  'library.leaveOut': without('work', LIBRARY),
  'library.recheck': mod('R', 'KeyR', 'work', { ...LIBRARY, menu: 'work', afterLine: true }),
  'library.remove': without('work', LIBRARY),
  'problem.next': named('F8', 'work', { ...LIBRARY, menu: 'work' }),
  'problem.previous': shifted('F8', 'work', { ...LIBRARY, menu: 'work' }),
  'finding.next': letter(']', 'BracketRight', 'work', IN_PAGES),
  'finding.previous': letter('[', 'BracketLeft', 'work', IN_PAGES),
  'mark.next': letter('N', 'KeyN', 'work', IN_PAGES),
  'mark.previous': letter('Shift+N', 'KeyN', 'work', IN_PAGES),
  'recipients.open': without('work', { menu: 'work', afterLine: true }),
  'queue.pauseOrResume': named('F9', 'work', { menu: 'work', afterLine: true }),
  'queue.stopNow': shifted('F9', 'work', { menu: 'work' }),
  'queue.pause15': without('work'),
  'queue.pause60': without('work'),
  'queue.pauseUntil': without('work'),
  'queue.limit': without('work', { menu: 'work' }),
  'queue.sendNext': withAlt('Home', 'Home', { ...QUEUE, menu: 'work', afterLine: true }),
  'queue.moveUp': withAlt('↑', 'ArrowUp', { ...QUEUE, menu: 'work' }),
  'queue.moveDown': withAlt('↓', 'ArrowDown', { ...QUEUE, menu: 'work' }),
  'queue.sendLast': withAlt('End', 'End', { ...QUEUE, menu: 'work' }),
  'queue.sendAt': without('work', { ...QUEUE, menu: 'work' }),
  'queue.sendNow': without('work', { ...QUEUE, menu: 'work' }),
  'queue.retry': without('work', { ...QUEUE, menu: 'work' }),
  'queue.cancel': without('work', { ...QUEUE, menu: 'work' }),
  'orders.again': mod('D', 'KeyD', 'work', { ...ORDERS, menu: 'work', afterLine: true }),
  'orders.copyTracking': modShift('C', 'KeyC', 'work', { ...ORDERS, menu: 'work' }),
  'orders.openTrackingPage': without('work', { ...ORDERS, menu: 'work' }),
  'orders.changeShipping': without('work', { ...ORDERS, menu: 'work' }),
  'orders.cancel': without('work', { ...ORDERS, menu: 'work' }),
  'orders.cancelItem': without('work', { ...ORDERS, menu: 'work' }),
  'orders.copyUid': without('work', ORDERS),
  'orders.copyLink': without('work', { ...ORDERS, menu: 'work' }),
  'orders.markSeen': without('work', ORDERS),
  'orders.refresh': without('work', { ...ORDERS, goes: true }),
  'orders.promote': without('work', ORDERS),
  'credit.topUp': without('work', { at: ['credit'], goes: true }),
  'connections.switchEnvironment': modShift('E', 'KeyE', 'work', { menu: 'work', afterLine: true }),
  'connections.add': without('work', { at: ['settings'], goes: true }),
  'hotFolders.add': without('work', { at: ['settings'], goes: true }),
  'printHouse.open': without('work', { menu: 'work' }),
  'startOver.open': without('work', { at: ['settings'], goes: true }),
  'backups.save': without('work', { at: ['settings'], goes: true }),
  'backups.restore': without('work', { at: ['settings'], goes: true }),
  'updates.look': without('work', { at: ['settings'], goes: true }),
  'updates.install': without('work', { at: ['settings'], goes: true }),
  'app.copyDiagnostics': without('work', { at: ['settings'], goes: true }),
  'help.manual': named('F1', 'work', { menu: 'help' }),
  'help.palette': mod('K', 'KeyK', 'work', { menu: 'help' }),
  'help.shortcuts': {
    group: 'work',
    menu: 'help',
    keys: [{ keys: '?', code: null, sign: '?', plain: true }],
  },
} as const satisfies Readonly<Record<string, CommandEntry>>;

export type Command = keyof typeof COMMANDS;

export const commandSchema = z.enum(Object.keys(COMMANDS) as [Command, ...Command[]]);

const entryOf = (command: Command): CommandEntry => COMMANDS[command];

/** All of them, in the order in which they are shown. */
export const COMMAND_LIST: readonly (CommandEntry & { readonly command: Command })[] = commandSchema.options.map(
  (command) => ({ command, ...entryOf(command) }),
);

/** The keys of a command as they are shown; undefined: it has none. */
export const shownKeysOf = (command: Command): string | undefined => entryOf(command).keys[0]?.keys;

/** What a menu shows beside the command (Electron's form); undefined where the key is a single letter or sign. */
export function acceleratorOf(command: Command): string | undefined {
  const [first] = entryOf(command).keys;
  return first === undefined || first.plain === true ? undefined : first.keys.replace('Mod', 'CmdOrCtrl');
}

/** Whether both can be on one screen: there one key means one of them. */
export const canMeet = (a: Command, b: Command): boolean => {
  const [one, other] = [entryOf(a).at, entryOf(b).at];
  return one === undefined || other === undefined || one.some((screen) => other.includes(screen));
};

/** The screens of a command; null: all of them. */
export const screensOf = (command: Command): readonly CommandScreen[] | null => entryOf(command).at ?? null;

export const goesToItsScreen = (command: Command): boolean => entryOf(command).goes === true;
