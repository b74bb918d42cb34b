import { afterAll, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { COMMAND_LIST, commandSchema, screensOf, type Command } from '../../src-core/commands.ts';
import { librarySelection } from '../features/library/library-state.ts';
import { isTaken, whyNotNow } from '../commands/run-command.ts';
import { SECTIONS, type Section } from '../route.ts';
import { hide, settled, show } from '../testing/shown-app.tsx';

afterAll(hide);

const keys = (text: string) => userEvent.keyboard(text);
const row = (at: number) => page.getByRole('grid').getByRole('row').nth(at).click();

/** Bars of a screen and of what is chosen in it: everything there that does something is a command too. */
const BARS = [
  'main [role="toolbar"]',
  'main header',
  'main footer',
  '[data-pane="inspector"] footer',
  '[data-pane="inspector"] [class*="actions"]',
  '[class*="controls"]',
];
/** What chooses what is shown, steps a figure, empties a field or closes a panel does nothing with what is chosen. */
const VIEWS =
  '[role="radio"], [role="tab"], [aria-pressed], [slot], [class*="step"], [class*="clear"], [aria-label="Close"]';

const buttonsOfBars = (): readonly HTMLElement[] => {
  const found = BARS.flatMap((bar) =>
    [...document.querySelectorAll(bar)].flatMap((one) => [...one.querySelectorAll<HTMLElement>('button')]),
  );
  return [...new Set(found)].filter((button) => !button.matches(VIEWS));
};
const nameOf = (button: HTMLElement): string => button.getAttribute('aria-label') ?? button.textContent ?? '';
const commandsOf = (button: HTMLElement): readonly string[] => button.dataset['command']?.split(' ') ?? [];

interface Shown {
  readonly name: string;
  readonly section: Section;
  readonly query?: string;
  readonly choose?: () => Promise<void>;
  /** So many of its buttons at least do something. */
  readonly least: number;
}

const SHOWN: readonly Shown[] = [
  { name: 'the library', section: 'library', least: 10, choose: () => row(3) },
  {
    name: 'several books',
    section: 'library',
    least: 15,
    choose: async () => void (await row(3), await keys('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')),
  },
  { name: 'the queue', section: 'queue', least: 7, choose: () => row(8) },
  { name: 'the paused queue', section: 'queue', query: 'scenario=paused', least: 7 },
  { name: 'the orders', section: 'orders', least: 9, choose: () => row(4) },
  {
    name: 'several orders',
    section: 'orders',
    least: 9,
    choose: async () => void (await row(4), await keys('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')),
  },
];

describe('the bars of the screens', () => {
  test.each(SHOWN)('$name: each button is a command, on and off with it', async (shown) => {
    const { section, query = 'scenario=full', choose, least } = shown;
    await show({ query, section });
    await choose?.();
    await settled();
    const buttons = buttonsOfBars();
    expect(buttons.length).toBeGreaterThanOrEqual(least);
    const unnamed = buttons.filter(
      (button) => !commandsOf(button).every((one) => commandSchema.safeParse(one).success),
    );
    expect(buttons.filter((button) => commandsOf(button).length === 0).map(nameOf)).toEqual([]);
    expect(unnamed.map(nameOf)).toEqual([]);
    const differing = buttons.flatMap((button) => {
      const isOff = button.getAttribute('aria-disabled') === 'true';
      return commandsOf(button)
        .filter((command) => isTaken(command as Command) === isOff)
        .map((command) => `${nameOf(button)} is ${isOff ? 'off' : 'on'}, ${command} is not`);
    });
    expect(differing).toEqual([]);
  });
});

describe('every command', () => {
  test.each(SECTIONS)('is found in the palette of %s, and says why when it cannot be done now', async (section) => {
    await show({ query: 'scenario=full', section });
    await keys('{Control>}k{/Control}');
    await settled();
    const items = page.getByRole('dialog').getByRole('menuitem').elements() as HTMLElement[];
    const byId = new Map(items.map((item) => [item.dataset['key'], item]));
    const commands = COMMAND_LIST.map(({ command }) => command).filter((command) => command !== 'help.palette');
    expect(commands.filter((command) => !byId.has(command))).toEqual([]);
    const silent = commands.filter((command) => {
      const item = byId.get(command);
      return item?.getAttribute('aria-disabled') === 'true' && item.querySelector('[class*="whyNot"]') === null;
    });
    expect(silent).toEqual([]);
    // Of another screen, and nothing more to say of it.
    const elsewhere = byId.get(section === 'orders' ? 'library.rename' : 'orders.copyTracking');
    expect(elsewhere?.textContent).toMatch(section === 'orders' ? /In Library/ : /In Orders/);
    for (const command of commands)
      if (screensOf(command)?.includes(section) === false)
        expect([command, isTaken(command)]).toEqual([command, false]);
  });

  test('of the settings is gone to and done from elsewhere', async () => {
    await show({ query: 'scenario=full', section: 'library' });
    await keys('{Control>}k{/Control}');
    await settled();
    await keys('add a connection{ArrowDown}{Enter}');
    await expect.element(page.getByRole('dialog', { name: 'Add connection' })).toBeVisible();
    expect(window.location.hash).toBe('#/settings');
  });

  test('is found in Korean by first consonants and by its English name', async () => {
    await show({ query: 'scenario=full', section: 'orders' }, { language: 'ko', theme: 'light' });
    for (const words of ['ㅅㅈㅂㅎ ㅂㅅ', 'tracking numbers']) {
      await keys('{Control>}k{/Control}');
      await settled();
      await userEvent.fill(page.getByRole('dialog').getByRole('searchbox').element(), words);
      await expect.poll(() => page.getByRole('menuitem').elements().length).toBe(1);
      expect(page.getByRole('menuitem').element().textContent).toContain('송장번호 복사');
      await keys('{Escape}{Escape}');
      await settled();
    }
  });
});

describe('a chord', () => {
  test('that can do nothing now says why', async () => {
    await show({ query: 'scenario=full', section: 'orders' });
    await keys('{Control>}{Shift>}c{/Shift}{/Control}');
    await expect.element(page.getByText('None of these orders has a tracking number yet')).toBeVisible();
    expect(whyNotNow('orders.copyTracking')).toBe('None of these orders has a tracking number yet');
  });

  test('copies tracking numbers wherever the focus is on the board', async () => {
    await show({ query: 'scenario=full', section: 'orders' });
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await page.getByRole('grid').getByRole('row').nth(4).click();
    await keys('{Control>}a{/Control}');
    (
      page
        .getByRole('button', { name: /tracking/i })
        .first()
        .element() as HTMLElement
    ).focus();
    await keys('{Control>}{Shift>}c{/Shift}{/Control}');
    await expect.element(page.getByText(/tracking numbers? copied/i)).toBeVisible();
    expect(written.mock.calls[0]?.[0]).toMatch(/\d{8}/);
    written.mockRestore();
  });

  test('from Sandbox to the one Live asks first, and changes nothing when it is declined', async () => {
    await show({ query: 'scenario=full', section: 'orders' });
    await keys('{Control>}{Shift>}e{/Shift}{/Control}');
    const question = page.getByRole('alertdialog');
    await expect.element(question).toHaveTextContent(/real credit/);
    await keys('{Enter}');
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(page.getByRole('contentinfo').getByText('SANDBOX').first()).toBeVisible();
  });
});

const choose = (command: Command) => window.dispatchEvent(new CustomEvent('menu-command', { detail: command }));

describe('what is being typed in a field', () => {
  const WAYS = [
    ['a key brings the next problem', () => keys('{F8}')],
    ['a chord brings another screen', () => keys('{Control>}2{/Control}')],
    ['the menu brings another screen', async () => void choose('go.orders')],
  ] as const;

  test.each(WAYS)('counts for its own book when %s', async (_, go) => {
    await show({ query: 'scenario=full', section: 'library' });
    await row(3);
    const { focusId } = librarySelection.get();
    const copies = () => document.querySelector<HTMLInputElement>('[data-command~="library.setCopies"]');
    await expect.poll(() => copies()?.disabled).toBe(false);
    const call = vi.spyOn(window.studio, 'call');
    await userEvent.fill(copies() as HTMLInputElement, '12');
    await go();
    await expect
      .poll(() => call.mock.calls)
      .toContainEqual(['library.setQuantity', { bookIds: [focusId], quantity: 12 }]);
    expect([librarySelection.get().focusId, window.location.hash]).not.toEqual([focusId, '#/library']);
    call.mockRestore();
  });

  test.each(WAYS)('is the title of its own book when %s', async (_, go) => {
    await show({ query: 'scenario=full', section: 'library' });
    await row(3);
    const { focusId: bookId } = librarySelection.get();
    choose('library.rename');
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.fill('Summer 2026');
    const call = vi.spyOn(window.studio, 'call');
    await go();
    await expect.poll(() => call.mock.calls).toContainEqual(['library.setTitle', { bookId, title: 'Summer 2026' }]);
    call.mockRestore();
  });

  test('goes on being typed where it was when nothing takes it away', async () => {
    await show({ query: 'scenario=full', section: 'library' });
    const filter = document.querySelector('[data-filter]') as HTMLInputElement;
    await userEvent.fill(filter, 'Kim');
    filter.setSelectionRange(1, 2);
    choose('library.recheck');
    await settled();
    expect(document.activeElement).toBe(filter);
    expect([filter.value, filter.selectionStart, filter.selectionEnd]).toEqual(['Kim', 1, 2]);
  });
});

describe('the native menu', () => {
  const asked = (call: { mock: { calls: readonly (readonly unknown[])[] } }) =>
    call.mock.calls.map(([channel]) => channel);

  test('does nothing below a dialog, and goes on once that is closed', async () => {
    await show({ query: 'scenario=full&rows=1', section: 'library' });
    const call = vi.spyOn(window.studio, 'call');
    choose('help.shortcuts');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    choose('screen.main');
    choose('library.recheck');
    choose('go.orders');
    choose('library.remove');
    await settled();
    const done = ['queue.upload', 'library.recheck', 'library.remove'];
    expect(asked(call).filter((channel) => done.includes(channel as string))).toEqual([]);
    expect(window.location.hash).toBe('#/library');
    await keys('{Escape}');
    await settled();
    choose('library.recheck');
    choose('screen.main');
    await expect.poll(() => asked(call)).toEqual(expect.arrayContaining(['library.recheck', 'queue.upload']));
    call.mockRestore();
  });

  test('takes back what was typed in a dialog, and nothing below it', async () => {
    await show({ query: 'scenario=full', section: 'library' });
    await row(3);
    await keys('{Delete}');
    await expect.element(page.getByText('1 book removed')).toBeVisible();
    const call = vi.spyOn(window.studio, 'call');
    const typed = vi.spyOn(document, 'execCommand');
    choose('layouts.new');
    const title = page.getByRole('dialog').getByRole('textbox').first();
    await title.fill('The Kims');
    (page.getByRole('dialog').getByRole('button', { name: 'Close' }).element() as HTMLElement).focus();
    await settled();
    choose('edit.undo');
    await settled();
    expect(asked(call)).not.toContain('steps.takeBack');
    expect(typed).not.toHaveBeenCalled();
    (title.element() as HTMLElement).focus();
    await settled();
    choose('edit.undo');
    expect(typed).toHaveBeenCalledWith('undo');
    call.mockRestore();
    typed.mockRestore();
  });
});
