import { describe, expect, it } from 'vitest';
import { acceleratorOf, canMeet, COMMAND_LIST, type Command } from '../../src-core/commands.ts';
import { commandsOfKey, isQuickLookCommand } from './command-keys.ts';

const press = (key: string, code: string, more: Partial<KeyboardEvent> = {}): KeyboardEvent =>
  ({
    key,
    code,
    metaKey: false,
    ctrlKey: false,
    shiftKey: false,
    altKey: false,
    isComposing: false,
    keyCode: 0,
    target: null,
    ...more,
  }) as KeyboardEvent;

const commandOfKey = (event: KeyboardEvent): Command | null => commandsOfKey(event)[0] ?? null;

describe('shortcuts', () => {
  it('work while a Hangul layout is on', () => {
    expect(commandOfKey(press('ㅐ', 'KeyO', { ctrlKey: true }))).toBe('imports.pickFiles');
    expect(commandOfKey(press('₩', 'Backquote'))).toBe('activity.toggle');
  });

  it('find signs wherever the layout has them', () => {
    expect(commandOfKey(press('?', 'Slash', { shiftKey: true }))).toBe('help.shortcuts');
    expect(commandOfKey(press('?', 'Minus', { shiftKey: true }))).toBe('help.shortcuts');
    expect(commandOfKey(press('/', 'Digit7', { shiftKey: true }))).toBe('screen.filter');
  });

  it('tell keys with Shift from keys without', () => {
    expect(commandOfKey(press('F8', 'F8'))).toBe('problem.next');
    expect(commandOfKey(press('F8', 'F8', { shiftKey: true }))).toBe('problem.previous');
    expect(commandOfKey(press('O', 'KeyO', { ctrlKey: true, shiftKey: true }))).toBe('imports.pickFolder');
  });

  it('walk through findings and marks, also while the pages are looked at large', () => {
    expect(commandOfKey(press('ㅜ', 'KeyN'))).toBe('mark.next');
    expect(commandOfKey(press('N', 'KeyN', { shiftKey: true }))).toBe('mark.previous');
    expect(commandOfKey(press(']', 'BracketRight'))).toBe('finding.next');
    expect(commandOfKey(press('n', 'KeyN', { target: { closest: () => ({}) } as unknown as EventTarget }))).toBeNull();
    expect(
      ['mark.next', 'finding.previous', 'screen.main', 'library.remove'].map((command) =>
        isQuickLookCommand(command as Command),
      ),
    ).toEqual([true, true, false, false]);
  });

  it('leave keys to a composition, by either sign of it', () => {
    expect(commandOfKey(press('Enter', 'Enter', { ctrlKey: true, isComposing: true }))).toBeNull();
    expect(commandOfKey(press('Enter', 'Enter', { ctrlKey: true, keyCode: 229 }))).toBeNull();
  });

  it('with Alt are others than without, and a text keeps its own', () => {
    expect(commandOfKey(press('ArrowUp', 'ArrowUp', { altKey: true }))).toBe('queue.moveUp');
    expect(commandOfKey(press('ArrowUp', 'ArrowUp'))).toBeNull();
    expect(commandOfKey(press('F8', 'F8', { altKey: true }))).toBeNull();
    const target = { closest: () => ({}) } as unknown as EventTarget;
    expect(commandOfKey(press('ArrowUp', 'ArrowUp', { altKey: true, target }))).toBeNull();
  });

  it('have no two meanings for one key on one screen', () => {
    const keys = COMMAND_LIST.flatMap(({ command, keys: all }) => all.map(({ keys: shown }) => ({ command, shown })));
    const collisions = keys.flatMap((one, at) =>
      keys
        .slice(at + 1)
        .filter((other) => other.shown === one.shown && canMeet(one.command, other.command))
        .map((other) => `${one.shown}: ${one.command}, ${other.command}`),
    );
    expect(collisions).toEqual([]);
  });

  it('mean on each screen what is found there', () => {
    expect(commandsOfKey(press('ㄷ', 'KeyE', { ctrlKey: true }))).toEqual(['reports.csv', 'orders.exportCsv']);
    expect(commandsOfKey(press('C', 'KeyC', { ctrlKey: true, shiftKey: true }))).toEqual(['orders.copyTracking']);
    expect(commandsOfKey(press('E', 'KeyE', { ctrlKey: true, shiftKey: true }))).toEqual([
      'connections.switchEnvironment',
    ]);
  });

  it('are shown in the menu where they are chords or named keys', () => {
    expect(
      ['imports.pickFolder', 'problem.previous', 'go.settings'].map((command) => acceleratorOf(command as Command)),
    ).toEqual(['CmdOrCtrl+Shift+O', 'Shift+F8', 'CmdOrCtrl+,']);
    expect(
      ['activity.toggle', 'help.shortcuts', 'edit.undo', 'library.remove'].map((command) =>
        acceleratorOf(command as Command),
      ),
    ).toEqual([undefined, undefined, undefined, undefined]);
  });
});
