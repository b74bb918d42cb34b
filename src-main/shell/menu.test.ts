import type { MenuItemConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import type { Command } from '../../src-core/commands.ts';
import type { ShownSteps } from '../../src-core/ipc/subjects/app.ts';
import { menuTemplate } from './menu.ts';

const sent: Command[] = [];
const itemOf = (steps: ShownSteps | null, at: 0 | 1): MenuItemConstructorOptions => {
  const menus = menuTemplate({
    platform: 'linux',
    say: (key: string) => key,
    steps,
    send: (command) => sent.push(command),
    revealDataFolder: () => undefined,
    showNotices: () => undefined,
  });
  const edit = menus.find(({ label }) => label === 'menu.edit')?.submenu as MenuItemConstructorOptions[];
  return edit[at] as MenuItemConstructorOptions;
};
const steps = (label: string): ShownSteps => ({
  undo: { label, isEnabled: true },
  redo: { label: '다시 실행할 수 없음: 가져오기', isEnabled: false },
});

it('names what undo and redo would do, grey where there is nothing to do, and asks the window for it', () => {
  expect(itemOf(steps('실행 취소: 부수 17'), 0)).toMatchObject({ label: '실행 취소: 부수 17', enabled: true });
  expect(itemOf(steps('실행 취소: 부수 17'), 1)).toMatchObject({
    label: '다시 실행할 수 없음: 가져오기',
    enabled: false,
  });
  (itemOf(steps('실행 취소: 부수 17'), 0).click as () => void)();
  expect(sent).toEqual(['edit.undo']);
});

it('has neither while no window told of any', () => {
  for (const [at, label] of [
    [0, 'menu.undo'],
    [1, 'menu.redo'],
  ] as const)
    expect(itemOf(null, at)).toMatchObject({ label, enabled: false });
});

it('keeps a name to a line of sixty letters, in which no letter is underlined', () => {
  expect(itemOf(steps('Undo: Kim & Lee\n wedding'), 0).label).toBe('Undo: Kim && Lee wedding');
  const label = itemOf(steps(`실행 취소: ${'긴 제목 '.repeat(40)}`), 0).label ?? '';
  expect([...label].length).toBeLessThanOrEqual(60);
  expect(label.endsWith('…')).toBe(true);
});
