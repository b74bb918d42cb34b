import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { surfaceOf, textRulesOf, type LayoutDocument, type LayoutFrame } from '../src-core/layout/document.ts';
import { readingOrderOf } from '../src-core/layout/insertions.ts';
import { spineTextOf } from '../src-core/layout/operations/cover.ts';
import { unplacedPictures } from '../src-core/layout/operations/pictures.ts';
import { layLines } from '../src-core/layout/text-lines.ts';
import { commandNames, isTaken, runCommand } from './commands/run-command.ts';
import { bookFaces } from './features/layout/book-faces.ts';
import { openLayout } from './route.ts';
import { hide, settled, show } from './testing/shown-app.tsx';

const BOOK = 'made-1';

/** What has reached the main process, which is what would be on the disk. */
async function kept(): Promise<LayoutDocument> {
  await new Promise((resolve) => setTimeout(resolve, 400));
  return (await window.studio.call('layouts.open', { bookId: BOOK })).document;
}

function frameOn(index: number): HTMLElement {
  const frame = document.querySelectorAll<HTMLElement>('[data-stage] [data-frame]')[index];
  if (frame === undefined) throw new Error(`there is no frame ${index} on the stage`);
  return frame;
}

async function keptFrame(frame: HTMLElement): Promise<LayoutFrame> {
  const { surface = '', frame: id = '' } = frame.dataset;
  const found = surfaceOf(await kept(), surface)?.frames[id];
  if (found === undefined) throw new Error(`frame ${id} is not on ${surface}`);
  return found;
}

interface Drag {
  readonly by: readonly [number, number];
  readonly keys?: PointerEventInit;
  readonly end?: 'up' | 'escape';
  /** Looks while the hand still holds it. */
  readonly while?: () => void | Promise<void>;
  /** Where the hand goes down, from the element's top left; its middle unless it is said. */
  readonly from?: readonly [number, number];
}

/** A hand on an element: down in its middle, along in steps, and up, or given up. */
async function drag(element: Element, { by: [x, y], keys = {}, end = 'up', while: look, from }: Drag): Promise<void> {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [fromX, fromY] = [left + (from?.[0] ?? width / 2), top + (from?.[1] ?? height / 2)];
  const fire = (type: string, at: number, on: EventTarget): boolean =>
    on.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        button: 0,
        clientX: fromX + x * at,
        clientY: fromY + y * at,
        ...keys,
      }),
    );
  fire('pointerdown', 0, element);
  for (const at of [0.25, 0.5, 0.75, 1]) {
    fire('pointermove', at, window);
    await new Promise(requestAnimationFrame);
  }
  await look?.();
  if (end === 'up') fire('pointerup', 1, window);
  else document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  await settled();
}

const pxOf = (element: HTMLElement) => element.getBoundingClientRect();
const FREE: PointerEventInit = { ctrlKey: true };

/** Shows a layout and waits until its pictures are on the stage. */
async function showLayout(query = 'scenario=full'): Promise<void> {
  await show({ query, layoutOf: BOOK });
  await expect.poll(() => document.querySelector('[data-stage] [data-frame]'), { timeout: 20_000 }).not.toBeNull();
}

function button(name: string | RegExp): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('button')].find((one) =>
    [one.getAttribute('aria-label'), one.textContent].some((words) =>
      name instanceof RegExp ? name.test(words ?? '') : words === name,
    ),
  );
  if (found === undefined) throw new Error(`there is no button ${name}`);
  return found;
}

/** A field of what is selected, or of the pages. */
function fieldBeside(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll<HTMLInputElement>('aside input')].find(
    (one) => one.labels?.[0]?.textContent === label,
  );
  if (found === undefined) throw new Error(`there is no field ${label}`);
  return found;
}

/** What a drag of the tray brings onto an element of the stage, and holds over it. */
function dragOver(target: HTMLElement, source: HTMLElement, [x, y]: readonly [number, number]) {
  const dataTransfer = new DataTransfer();
  source.dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer }));
  const { left, top } = target.getBoundingClientRect();
  const at = { bubbles: true, cancelable: true, dataTransfer, clientX: left + x, clientY: top + y };
  target.dispatchEvent(new DragEvent('dragover', at));
  return {
    letGo: () => target.dispatchEvent(new DragEvent('drop', at)),
    leave: () => target.dispatchEvent(new DragEvent('dragleave', { ...at, relatedTarget: document.body })),
    giveUp: () => source.dispatchEvent(new DragEvent('dragend', { bubbles: true, dataTransfer })),
  };
}

const dropOn = (...drag: Parameters<typeof dragOver>): unknown => dragOver(...drag).letGo();

const selectedCount = () => document.querySelectorAll('[data-stage] [data-selected]').length;
/** The stage may still be finding its size when it is there: a click that meets nothing is made again. */
async function selectFirst(): Promise<void> {
  await expect
    .poll(async () => {
      if (selectedCount() === 0) await userEvent.click(frameOn(0));
      return selectedCount();
    })
    .toBe(1);
}
const filledPages = ({ order, pages }: LayoutDocument) => order.filter((id) => pages[id]?.arrangement !== null).length;

beforeEach(async () => {
  await showLayout();
  document.querySelector<HTMLElement>('[data-pane="strip"] button:nth-of-type(4)')?.click();
  await settled();
});
afterAll(hide);

describe('the stage', () => {
  test('a frame goes where the hand goes, as one step that undo takes back', async () => {
    const frame = frameOn(0);
    const before = await keptFrame(frame);
    const scale = pxOf(frame).width / before.box.widthMm;
    await drag(frame, { by: [41, 23], keys: FREE });
    const after = await keptFrame(frame);
    expect(after.box.xMm - before.box.xMm).toBeCloseTo(41 / scale, 1);
    expect(after.box.yMm - before.box.yMm).toBeCloseTo(23 / scale, 1);
    expect((await kept()).steps).toBe(1);
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(await keptFrame(frame)).toEqual(before);
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    expect(await keptFrame(frame)).toEqual(after);
  });

  test("the menu's undo is this book's, by its name", async () => {
    const frame = frameOn(0);
    const before = await keptFrame(frame);
    expect(isTaken('edit.undo')).toBe(false);
    await drag(frame, { by: [41, 23], keys: FREE });
    await expect.poll(() => isTaken('edit.undo')).toBe(true);
    expect(commandNames.get()['edit.undo']).toMatch(/^Undo: ./);
    runCommand('edit.undo');
    expect(await keptFrame(frame)).toEqual(before);
    expect(commandNames.get()['edit.redo']).toMatch(/^Redo: ./);
    expect(isTaken('edit.undo')).toBe(false);
  });

  test('what is told beside it follows, and ends where the hand does', async () => {
    const frame = frameOn(0);
    const panel = () => document.querySelector('[data-pane="inspector"]')?.textContent ?? '';
    const before = await keptFrame(frame);
    const scale = pxOf(frame).width / before.box.widthMm;
    await drag(frame, {
      by: [41, 23],
      keys: FREE,
      // The hand rests: no further move brings what the last one did.
      while: () =>
        expect
          .poll(panel)
          .toContain(`X${(before.box.xMm + 41 / scale).toFixed(1)} mmY${(before.box.yMm + 23 / scale).toFixed(1)} mm`),
    });
  });

  test('Escape gives a drag up: nothing is done, and the frame lies where it lay', async () => {
    const frame = frameOn(0);
    const [left] = [pxOf(frame).left];
    await drag(frame, { by: [60, 40], keys: FREE, end: 'escape' });
    expect(pxOf(frame).left).toBeCloseTo(left, 3);
    expect((await kept()).steps).toBe(0);
  });

  test('an edge that comes near the bleed goes on to it, and the line is named', async () => {
    const frame = frameOn(0);
    const { box } = await keptFrame(frame);
    const scale = pxOf(frame).width / box.widthMm;
    await drag(frame, { by: [0, 0] });
    await drag(document.querySelector('[data-handle="w"]') as Element, {
      by: [-(box.xMm - 1) * scale, 0],
      while: () => expect(document.querySelector('[data-stage]')?.textContent).toContain('bleed'),
    });
    expect((await keptFrame(frame)).box.xMm).toBeCloseTo(-3, 6);
  });

  test('inside a frame the hand moves the picture, and no paper shows', async () => {
    const frame = frameOn(0);
    const before = await keptFrame(frame);
    await userEvent.dblClick(frame);
    await userEvent.keyboard('++++');
    await drag(frame, { by: [-30, 0] });
    const after = await keptFrame(frame);
    if (before.kind !== 'picture' || after.kind !== 'picture') throw new Error('it is a picture');
    expect(after.box).toEqual(before.box);
    expect(after.zoom).toBeGreaterThan(1.4);
    expect(after.focusX).toBeGreaterThan(before.focusX);
    const [shown, clip] = [frame.querySelector('img'), frame.getBoundingClientRect()];
    const seen = shown?.getBoundingClientRect() ?? clip;
    expect(seen.left).toBeLessThanOrEqual(clip.left + 0.01);
    expect(seen.right).toBeGreaterThanOrEqual(clip.right - 0.01);
  });

  test('a picture of the tray that is dropped on a frame takes its place', async () => {
    const frame = frameOn(0);
    const thumb = document.querySelector<HTMLElement>('[data-pane="tray"] [role="option"]:not([data-used])');
    document.querySelectorAll<HTMLElement>('[data-pane="tray"] button').forEach((one) => {
      if (one.textContent.includes('Unplaced')) one.click();
    });
    await settled();
    const unplaced = thumb ?? document.querySelector<HTMLElement>('[data-pane="tray"] [role="option"]');
    if (unplaced === null) throw new Error('every picture is placed');
    const key = unplaced.id.replace('tray-', '');
    dropOn(frame, unplaced, [5, 5]);
    const after = await keptFrame(frame);
    expect(after.kind === 'picture' && after.picture).toBe(key);
  });

  test('arrows nudge by a millimetre, five, and a tenth; many nudges are one step', async () => {
    const frame = frameOn(0);
    const before = await keptFrame(frame);
    await userEvent.click(frame);
    // Within a second of each other, however long a busy machine takes to press them.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowDown}{/Shift}{Alt>}{ArrowLeft}{/Alt}');
    clock.mockRestore();
    const after = await keptFrame(frame);
    expect(after.box.xMm - before.box.xMm).toBeCloseTo(1.9, 6);
    expect(after.box.yMm - before.box.yMm).toBeCloseTo(5, 6);
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(await keptFrame(frame)).toEqual(before);
  });
});

describe('a box drawn on empty paper', () => {
  /** From the top left corner of the stage's left page. */
  const paper = () => document.querySelector('[data-stage]') as HTMLElement;
  const atFrame = (index: number): readonly [number, number] => {
    const [stage, frame] = [pxOf(paper()), pxOf(frameOn(index))];
    return [frame.left - stage.left - 6, frame.top - stage.top - 6];
  };

  test('selects what it touches while it grows; Escape gives back what was selected before', async () => {
    const frame = pxOf(frameOn(0));
    await drag(paper(), {
      from: atFrame(0),
      by: [frame.width / 2, frame.height / 2],
      while: () => {
        expect(document.querySelector('[data-marquee]')).not.toBeNull();
        expect(selectedCount()).toBe(1);
      },
    });
    expect(document.querySelector('[data-marquee]')).toBeNull();
    expect(selectedCount()).toBe(1);
    await drag(paper(), {
      from: [30, 30],
      by: [4, 4],
      end: 'escape',
      while: () => expect(selectedCount()).toBe(0),
    });
    expect(selectedCount()).toBe(1);
    expect(document.querySelector('[data-layout]')).not.toBeNull();
    await drag(paper(), { from: [30, 30], by: [4, 4] });
    expect(selectedCount()).toBe(0);
  });

  test('takes every frame of a page, adds with Shift, and so does the keyboard', async () => {
    const book = await kept();
    const page = frameOn(0).dataset['surface'] ?? '';
    const all = surfaceOf(book, page)?.order.length ?? 0;
    const many = [...document.querySelectorAll<HTMLElement>('[data-stage] [data-frame]')].findLast(
      (frame) => frame.dataset['surface'] === page,
    );
    const [from, last] = [atFrame(0), pxOf(many ?? frameOn(0))];
    const stage = pxOf(paper());
    await drag(paper(), { from, by: [last.right - stage.left - from[0], last.bottom - stage.top - from[1]] });
    expect(selectedCount()).toBe(all);
    await userEvent.keyboard('{Escape}j{Control>}a{/Control}');
    expect(selectedCount()).toBe(all);
    await userEvent.keyboard('{Escape}j');
    const next = async () => userEvent.keyboard('{Shift>}j{/Shift}');
    for (let count = 2; count <= all; count += 1) {
      await next();
      expect(selectedCount()).toBe(count);
    }
    await next();
    expect(selectedCount()).toBe(all);
  });
});

describe('pictures that are not where they were', () => {
  test('are looked for again each time the layout is opened: nobody tells that they went away', async () => {
    const tray = () => document.querySelector('[data-pane="tray"]')?.textContent ?? '';
    await showLayout('scenario=full&missing=later');
    await settled();
    expect(tray()).not.toContain('Look for them');
    openLayout(null);
    await settled();
    openLayout(BOOK);
    await expect.poll(tray, { timeout: 20_000 }).toContain('Look for them');
  });

  test('are taken out of the book where nothing shows them, as one step that undo takes back', async () => {
    await showLayout('scenario=full&missing');
    const before = await kept();
    const unplaced = unplacedPictures(before);
    await expect.poll(() => document.querySelector('[data-pane="tray"]')?.textContent).toContain('Look for them');
    button(`Take out the ${unplaced.length} that are unplaced`).click();
    await settled();
    const after = await kept();
    expect(after.pictureOrder).toEqual(before.pictureOrder.filter((key) => !unplaced.includes(key)));
    expect([after.pages, after.steps]).toEqual([before.pages, 1]);
    expect(document.querySelector('[data-pane="tray"]')?.textContent).not.toContain('that are unplaced');
    await userEvent.keyboard('{Control>}z{/Control}');
    expect((await kept()).pictureOrder).toEqual(before.pictureOrder);
  });
});

describe('filling', () => {
  test('leaves pictures that are missing in the tray, and tells how many', async () => {
    await showLayout('scenario=full&missing=some');
    await expect.poll(() => document.querySelector('[data-pane="tray"]')?.textContent).toContain('Look for them');
    button(fillButton).click();
    await expect.poll(() => document.body.textContent).toContain('3 pictures that are missing stay in the tray');
    await filled();
    const book = await kept();
    expect(filledPages(book)).toBeGreaterThan(5);
    expect(unplacedPictures(book)).toEqual(book.pictureOrder.slice(-3));
  });

  test('leaves them there too where nobody has told yet which are missing', async () => {
    await showLayout('scenario=full&missing=some&slow');
    expect(document.querySelector('[data-pane="tray"]')?.textContent).not.toContain('Look for them');
    button(fillButton).click();
    await expect.poll(() => document.body.textContent).toContain('3 pictures that are missing stay in the tray');
    await filled();
    const book = await kept();
    expect(unplacedPictures(book)).toEqual(book.pictureOrder.slice(-3));
  });

  const fillButton = 'Fill empty pages';
  const isFilling = () => document.querySelector('[data-filling]') !== null;
  const filled = () => expect.poll(isFilling, { timeout: 60_000 }).toBe(false);

  test('goes on beside the window, is one step, and goes around what is done meanwhile', async () => {
    await showLayout('scenario=full&pictures=900&pages=120');
    document.querySelector<HTMLElement>('[data-pane="strip"] button:nth-of-type(4)')?.click();
    await settled();
    const frame = frameOn(0);
    const before = await keptFrame(frame);
    await userEvent.click(frame);
    button(fillButton).click();
    await expect.poll(isFilling).toBe(true);
    // Frames of the screen come while it looks for the best pages.
    let frames = 0;
    for (; isFilling() && frames < 5; frames += 1) await new Promise(requestAnimationFrame);
    expect(frames).toBe(5);
    await userEvent.keyboard('{ArrowRight}');
    expect(isFilling()).toBe(true);
    await filled();
    const book = await kept();
    expect(book.steps).toBe(2);
    expect(filledPages(book)).toBeGreaterThan(30);
    expect((await keptFrame(frame)).box.xMm).toBeCloseTo(before.box.xMm + 1, 6);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(async () => filledPages(await kept()), { timeout: 20_000 }).toBe(0);
    expect((await keptFrame(frame)).box.xMm).toBeCloseTo(before.box.xMm + 1, 6);
  });

  test('waits for the hand that is on the stage, and so does every key but Escape', async () => {
    const frame = frameOn(0);
    const before = await keptFrame(frame);
    await drag(frame, {
      by: [41, 23],
      keys: FREE,
      while: async () => {
        button(fillButton).click();
        await expect.poll(isFilling).toBe(true);
        await filled();
        await userEvent.keyboard('{Delete}');
        expect(filledPages(await kept())).toBe(0);
      },
    });
    const book = await kept();
    expect(book.steps).toBe(2);
    expect(filledPages(book)).toBeGreaterThan(5);
    expect((await keptFrame(frame)).box.xMm).toBeGreaterThan(before.box.xMm + 1);
  });

  test('that is stopped changes nothing, and begins again', async () => {
    await showLayout('scenario=full&pictures=900&pages=120');
    button(fillButton).click();
    await expect.poll(isFilling).toBe(true);
    button('Stop filling').click();
    await filled();
    expect((await kept()).steps).toBe(0);
    button(fillButton).click();
    await filled();
    expect(filledPages(await kept())).toBeGreaterThan(30);
  });

  test('whose thread dies says so, and another one is begun', async () => {
    const real = window.Worker;
    const dying = URL.createObjectURL(new Blob(['throw new Error("out of memory")'], { type: 'text/javascript' }));
    window.Worker = class extends real {
      constructor() {
        super(dying);
      }
    };
    button(fillButton).click();
    await expect.poll(() => document.body.textContent).toContain('The pages could not be filled');
    window.Worker = real;
    URL.revokeObjectURL(dying);
    expect((await kept()).steps).toBe(0);
    button(fillButton).click();
    await filled();
    expect((await kept()).steps).toBe(1);
  });
});

describe('a picture over a live page', () => {
  const drawn = () => document.querySelector<HTMLElement>('[data-stage] [data-drop]');
  const options = () => [...document.querySelectorAll<HTMLElement>('[data-pane="tray"] [role="option"]')];
  const option = (index: number): HTMLElement => {
    const found = options()[index];
    if (found === undefined) throw new Error(`there is no picture ${index} in the tray`);
    return found;
  };
  const keyOf = (picture: HTMLElement) => picture.id.replace('tray-', '');
  const surface = () => frameOn(0).dataset['surface'] ?? '';
  /** The page's pictures as they are read. */
  const reading = async (): Promise<readonly (string | null)[]> => {
    const book = await kept();
    return readingOrderOf(book, surface()).map((id) => {
      const frame = surfaceOf(book, surface())?.frames[id];
      return frame?.kind === 'picture' ? frame.picture : null;
    });
  };

  /** The first page of the spread, which is a picture beside two others then. */
  async function arranged(): Promise<readonly (string | null)[]> {
    document.querySelector<HTMLElement>('[data-stage]')?.focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(async () => (await reading()).length).toBe(3);
    return reading();
  }

  test('shows the line at which it will join, and joins there, as one step', async () => {
    const before = await arranged();
    const { steps } = await kept();
    const [left, upper] = [frameOn(0), frameOn(1)];
    const held = dragOver(left, option(9), [pxOf(left).width - 5, 40]);
    await expect.poll(() => drawn()?.dataset).toMatchObject({ drop: 'join', place: '1', axis: 'x' });
    const line = pxOf(drawn() as HTMLElement);
    expect(line.left).toBeGreaterThanOrEqual(pxOf(left).right - 1);
    expect(line.right).toBeLessThanOrEqual(pxOf(upper).left + 1);
    const key = keyOf(option(9));
    held.letGo();
    await settled();
    expect(drawn()).toBeNull();
    expect(await reading()).toEqual(before.toSpliced(1, 0, key));
    expect((await kept()).steps).toBe(steps + 1);
    expect(selectedCount()).toBe(1);
    await userEvent.keyboard('{Control>}z{/Control}');
    await settled();
    expect(await reading()).toEqual(before);
  });

  test('in the middle of a frame takes its place, and says so before it is let go', async () => {
    const before = await arranged();
    const left = frameOn(0);
    const held = dragOver(left, option(9), [pxOf(left).width / 2, pxOf(left).height / 2]);
    await expect.poll(() => drawn()?.dataset['drop']).toBe('into');
    const [box, frame] = [pxOf(drawn() as HTMLElement), pxOf(left)];
    for (const side of ['left', 'top', 'width', 'height'] as const)
      expect(Math.abs(box[side] - frame[side])).toBeLessThan(1);
    const key = keyOf(option(9));
    held.letGo();
    await settled();
    expect(await reading()).toEqual([key, ...before.slice(1)]);
  });

  test('leaves nothing behind when it is carried away or given up', async () => {
    await arranged();
    const { steps } = await kept();
    for (const end of ['leave', 'giveUp'] as const) {
      const held = dragOver(frameOn(1), option(9), [20, pxOf(frameOn(1)).height - 2]);
      await expect.poll(() => drawn()?.dataset['place']).toBe('2');
      held[end]();
      await expect.poll(drawn).toBeNull();
    }
    expect((await kept()).steps).toBe(steps);
  });

  test('is put behind the selected frame by keys, and the next one behind it', async () => {
    const before = await arranged();
    await userEvent.keyboard('j');
    expect(selectedCount()).toBe(1);
    option(0).parentElement?.parentElement?.focus();
    await userEvent.keyboard('{ArrowRight}{Shift>}{Enter}{/Shift}{ArrowRight}{Shift>}{Enter}{/Shift}');
    await settled();
    expect(await reading()).toEqual(before.toSpliced(1, 0, keyOf(option(0)), keyOf(option(1))));
    expect(selectedCount()).toBe(1);
  });

  test('that was set aside joins there as well', async () => {
    button('Remove these pages').click();
    await settled();
    const aside = [...document.querySelectorAll<HTMLElement>('[data-aside] [role="option"]')];
    const picture = aside.find(({ ariaLabel }) => ariaLabel?.startsWith('DSC'));
    if (picture === undefined) throw new Error('no picture is set aside');
    // The pages behind came forward.
    document.querySelector<HTMLElement>('[data-stage]')?.focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(async () => (await reading()).length).toBeGreaterThan(0);
    const before = await reading();
    const held = dragOver(frameOn(0), picture, [3, 3]);
    await expect.poll(() => drawn()?.dataset['place']).toBe('0');
    held.letGo();
    await settled();
    const after = await reading();
    expect(after.slice(1)).toEqual(before);
    expect(document.querySelector('[data-stage] [data-selected]')).not.toBeNull();
  });
});

describe('what was set aside', () => {
  const aside = () => [...document.querySelectorAll<HTMLElement>('[data-aside] [role="option"]')];

  test('lies in the tray, goes back with Enter and by hand, and is given up with Delete', async () => {
    button('Remove these pages').click();
    await settled();
    const count = Object.keys((await kept()).setAside).length;
    expect(count).toBeGreaterThan(2);
    expect(aside().length).toBe(count);
    expect(document.querySelector('[data-aside] h2')?.textContent).toBe(`Set aside: ${count}`);
    expect(aside()[0]?.getAttribute('aria-label')).toMatch(/^DSC0\d+\.JPG, set aside$/);
    const first = aside()[0]?.id.replace('aside-', '') ?? '';
    document.querySelector<HTMLElement>('[data-aside] [role="listbox"]')?.focus();
    await userEvent.keyboard('{Enter}');
    expect(aside().length).toBe(count - 1);
    expect(document.querySelector(`[data-stage] [data-frame="${first}"]`)).not.toBeNull();
    expect(selectedCount()).toBe(1);
    const second = aside()[0]?.id.replace('aside-', '') ?? '';
    document.querySelector<HTMLElement>('[data-aside] [role="listbox"]')?.focus();
    await userEvent.keyboard('{Delete}');
    expect(aside().some(({ id }) => id === `aside-${second}`)).toBe(false);
    expect((await kept()).setAside[second]).toBeUndefined();
    const third = aside()[0] as HTMLElement;
    const stage = document.querySelector('[data-stage]') as HTMLElement;
    const { width, height } = pxOf(stage);
    dropOn(stage, third, [width / 2 + 80, height / 2]);
    await settled();
    const dropped = document.querySelector<HTMLElement>(
      `[data-stage] [data-frame="${third.id.replace('aside-', '')}"]`,
    );
    const box = pxOf(dropped as HTMLElement);
    // A pointer event tells whole pixels.
    expect(Math.abs(box.left + box.width / 2 - pxOf(stage).left - width / 2 - 80)).toBeLessThanOrEqual(1);
  });
});

test('a colour that a hand goes to through many others is one step to undo, however long the hand rests', async () => {
  const colour = () => document.querySelector<HTMLInputElement>('aside input[type="color"]') as HTMLInputElement;
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  /** As the browser's picker tells of a hand that moves in it. */
  const pick = async (colours: readonly string[]): Promise<void> => {
    // Opened by the browser it would stay open.
    colour().addEventListener('click', (event) => event.preventDefault(), { once: true });
    colour().click();
    for (const one of colours) {
      setValue?.call(colour(), one);
      colour().dispatchEvent(new Event('input', { bubbles: true }));
      await settled();
    }
  };
  const [from, clock] = [colour().value, vi.spyOn(Date, 'now')];
  let nowMs = Date.now();
  clock.mockImplementation(() => (nowMs += 5_000));
  await pick(['#102030', '#203040', '#304050']);
  await pick(['#405060', '#506070']);
  clock.mockRestore();
  expect(colour().value).toBe('#506070');
  document.querySelector<HTMLElement>('[data-stage]')?.focus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => colour().value).toBe('#304050');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => colour().value).toBe(from);
});

test('once the page in hand is removed, the one that takes its place is: for what is put back, texts and Mod+A', async () => {
  await selectFirst();
  const gone = frameOn(0).dataset['surface'] ?? '';
  await userEvent.keyboard('{Escape}');
  await userEvent.click(button('Remove these pages'));
  await settled();
  const aside = () => document.querySelectorAll('[data-aside] [role="option"]').length;
  const count = aside();
  expect(surfaceOf(await kept(), gone)).toBeUndefined();
  document.querySelector<HTMLElement>('[data-aside] [role="listbox"]')?.focus();
  await userEvent.keyboard('{Enter}');
  expect(aside()).toBe(count - 1);
  expect(selectedCount()).toBe(1);
  document.querySelector<HTMLElement>('[data-stage]')?.focus();
  await userEvent.keyboard('{Escape}{Control>}a{/Control}');
  expect(selectedCount()).toBeGreaterThan(0);
  await userEvent.keyboard('{Escape}t');
  await expect.poll(() => document.querySelector('[data-writing] textarea')).not.toBeNull();
});

describe('the checks beside the spread', () => {
  const coarse = () =>
    [...document.querySelectorAll('section li')].filter(({ textContent }) => textContent.includes('Sharp from 900'));

  test("hold the book against the studio's own thresholds", async () => {
    expect(coarse()).toEqual([]);
    await window.studio.call('checks.setThreshold', { name: 'imagePpiWarning', value: 900, layer: 'studio' });
    await expect.poll(() => coarse().length).toBeGreaterThan(0);
  });

  test('lead on with F8 and leave what is being typed to the frame it is typed for', async () => {
    await window.studio.call('checks.setThreshold', { name: 'imagePpiWarning', value: 900, layer: 'studio' });
    await expect.poll(() => coarse().length).toBeGreaterThan(1);
    await selectFirst();
    const framesOf = (book: LayoutDocument) =>
      new Map(book.order.flatMap((id) => Object.entries(surfaceOf(book, id)?.frames ?? {})));
    const measures = () => ['X', 'Y'].map((label) => Number(fieldBeside(label).value));
    const [before, shown] = [framesOf(await kept()), measures()];
    await userEvent.fill(fieldBeside('X'), '25');
    await userEvent.keyboard('{F8}');
    await expect.poll(measures).not.toEqual([25, shown[1]]);
    document.querySelector<HTMLElement>('[data-stage]')?.focus();
    const after = framesOf(await kept());
    const changed = [...after].filter(([id, frame]) => JSON.stringify(frame) !== JSON.stringify(before.get(id)));
    const was = before.get(changed[0]?.[0] ?? '')?.box;
    expect(changed.map(([, { box }]) => box.xMm)).toEqual([25]);
    expect([was?.xMm, was?.yMm].map((mm) => Math.round((mm ?? 0) * 10) / 10)).toEqual(shown);
  });
});

test('a line on the spine that is being typed is kept when a key leads to another screen', async () => {
  await showLayout();
  await userEvent.fill(fieldBeside('Text on the spine'), 'Summer at the sea');
  await userEvent.keyboard('{Control>}3{/Control}');
  await expect.poll(() => window.location.hash).toBe('#/orders');
  expect(spineTextOf(await kept())?.[1].text).toBe('Summer at the sea');
});

test('every picture of a folder comes into the book, one by one, also those that no camera put a time to', async () => {
  const before = Object.keys((await kept()).pictures).length;
  button('Add a folder of pictures').click();
  await expect.poll(() => document.body.textContent, { timeout: 10_000 }).toContain('DSC04273.JPG');
  expect(Object.keys((await kept()).pictures)).toHaveLength(before + 12);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(Object.keys((await kept()).pictures)).toHaveLength(before + 12);
});

test('a second folder that is chosen while the first is still looked at waits for its turn', async () => {
  button('Add a folder of pictures').click();
  await new Promise(requestAnimationFrame);
  button('Add a folder of pictures').click();
  await expect.poll(() => document.body.textContent, { timeout: 10_000 }).toContain('2 files were not taken in');
});

describe('a book of 200 pages and 2,000 pictures', () => {
  test('shows what is seen of tray and strip, and no more', async () => {
    await showLayout('scenario=full&pictures=2000&pages=200');
    expect(document.querySelectorAll('[data-pane="tray"] [role="option"]').length).toBeLessThan(40);
    expect(document.querySelectorAll('[data-pane="strip"] button').length).toBeLessThan(30);
    const strip = document.querySelector('[data-pane="strip"] > div') as HTMLElement;
    strip.scrollLeft = strip.scrollWidth;
    await expect.poll(() => document.querySelector('[data-pane="strip"]')?.textContent).toContain('200');
    expect(document.querySelectorAll('[data-pane="strip"] button').length).toBeLessThan(30);
    const tray = document.querySelector('[data-pane="tray"] [role="listbox"]') as HTMLElement;
    tray.scrollTop = tray.scrollHeight;
    await expect.poll(() => document.querySelector('[aria-label^="DSC06199.JPG"]')).not.toBeNull();
    expect(document.querySelectorAll('[data-pane="tray"] [role="option"]').length).toBeLessThan(40);
  });

  test('does not fetch what flies by in the strip, and shows where it comes to rest', async () => {
    await showLayout('scenario=full&pictures=2000&pages=200');
    const strip = document.querySelector('[data-pane="strip"] > div') as HTMLElement;
    const pictures = () => [...strip.querySelectorAll('img')].map(({ src }) => src);
    await expect.poll(() => pictures().length).toBeGreaterThan(0);
    const first = new Set(pictures());
    const passed = new Set<string | null>();
    const fetched = new Set<string>();
    // The strip flies by the test's clock: on a machine that draws slowly it would come to rest between two frames.
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    try {
      for (let frame = 0; frame < 60; frame += 1) {
        await new Promise(requestAnimationFrame);
        vi.advanceTimersByTime(16);
        strip.scrollLeft += 100;
        for (const spread of strip.querySelectorAll('button')) passed.add(spread.textContent);
        for (const src of pictures()) if (!first.has(src)) fetched.add(src);
      }
      // Each has two to five.
      expect(passed.size).toBeGreaterThan(25);
      expect([...fetched]).toEqual([]);
      vi.advanceTimersByTime(1000);
    } finally {
      vi.useRealTimers();
    }
    await expect.poll(() => pictures().filter((src) => !first.has(src)).length).toBeGreaterThan(5);
  });
});

describe('text on the stage', () => {
  test('stands in the lines in which it is painted', async () => {
    const measure = await bookFaces();
    await userEvent.keyboard('t');
    await settled();
    const words =
      '아침 일찍 길을 나섰다. 창밖으로 낮은 산과 논이 지나가고, AVATAR Tokyo, 10:30–11:00 아이들은 잠이 들었다.';
    const field = document.querySelector('textarea') as HTMLTextAreaElement;
    await userEvent.fill(field, words);
    field.blur();
    await settled();
    const book = await kept();
    const text = book.order
      .flatMap((id) => Object.values(surfaceOf(book, id)?.frames ?? {}))
      .find((frame) => frame.kind === 'text' && frame.text === words);
    if (text?.kind !== 'text') throw new Error('the text was not kept');
    const painted = layLines(text, text.box, measure, textRulesOf(book)).item.lines.map((line) => line.text);
    const shown = [...document.querySelectorAll('[data-stage] [data-frame] text')].map((line) => line.textContent);
    expect(painted.length).toBeGreaterThan(1);
    expect(shown.slice(-painted.length)).toEqual(painted);
  });

  test('stands letter by letter where it is painted, whatever scripts are mixed and whichever way they run', async () => {
    const measure = await bookFaces();
    await userEvent.keyboard('t');
    await settled();
    const words = '金家族 🎂 여행 שלום עולם 2024년\nمرحبا بالعالم';
    const field = document.querySelector('textarea') as HTMLTextAreaElement;
    await userEvent.fill(field, words);
    field.blur();
    await settled();
    await document.fonts.ready;
    const book = await kept();
    const text = book.order
      .flatMap((id) => Object.values(surfaceOf(book, id)?.frames ?? {}))
      .find((frame) => frame.kind === 'text' && frame.text === words);
    if (text?.kind !== 'text') throw new Error('the text was not kept');
    const { lines, sizeMm } = layLines(text, text.box, measure, textRulesOf(book)).item;
    const painted = lines.flatMap((line) => {
      let atMm = line.xMm;
      return measure.runs(text.typeface, line.text, line.direction ?? 'ltr').map((run) => {
        const widthMm = run.widthEm * sizeMm;
        atMm += widthMm;
        return { text: run.text, leftMm: atMm - widthMm - text.box.xMm, widthMm };
      });
    });
    const seen = [...document.querySelectorAll<SVGTextElement>('[data-stage] [data-frame] text')].slice(
      -painted.length,
    );
    expect(seen.map(({ textContent }) => textContent)).toEqual(painted.map((run) => run.text));
    const scale = (seen[0]?.ownerSVGElement?.width.baseVal.value ?? 0) / text.box.widthMm;
    for (const [index, run] of painted.entries()) {
      const box = (seen[index] as SVGTextElement).getBBox();
      expect(Math.abs(box.x - run.leftMm * scale), `${run.text} begins`).toBeLessThan(1);
      expect(Math.abs(box.width - run.widthMm * scale), `${run.text} is wide`).toBeLessThan(1);
    }
  });

  test('letters that the face does not have are told, and are not written', async () => {
    await userEvent.keyboard('t');
    await settled();
    const steps = (await kept()).steps;
    const field = document.querySelector('textarea') as HTMLTextAreaElement;
    await userEvent.fill(field, '漢字 🎂 OK');
    expect(document.querySelector('[role="alert"]')).toBeNull();
    await userEvent.fill(field, '\u0985\u09AE 漢 OK');
    expect(document.querySelector('[role="alert"]')?.textContent).toContain('\u0985 \u09AE');
    field.blur();
    expect((await kept()).steps).toBe(steps);
    // Nobody leaves without the text but by giving it up.
    [...document.querySelectorAll('[data-layout] button')]
      .find(({ textContent }) => textContent === 'Library')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await settled();
    expect(location.hash).toContain('/layout/');
    expect(document.activeElement).toBe(document.querySelector('textarea'));
  });
});

describe('a text that may not be changed', () => {
  const typed = () => document.querySelector<HTMLTextAreaElement>('textarea');
  const toasts = () => [...document.querySelectorAll('[data-tone]')].map(({ textContent }) => textContent).join();

  test('is not opened while it is locked, and says so, by a key and by the mouse', async () => {
    await userEvent.keyboard('t');
    await settled();
    await userEvent.fill(typed() as HTMLTextAreaElement, 'Seoul');
    await userEvent.keyboard('{Escape}l{Enter}');
    await expect.poll(toasts).toContain('The frame is locked');
    expect(typed()).toBeNull();
    const frames = [...document.querySelectorAll<HTMLElement>('[data-stage] [data-frame]')];
    await userEvent.dblClick(frames.find(({ textContent }) => textContent.includes('Seoul')) as HTMLElement);
    await settled();
    expect(typed()).toBeNull();
    await userEvent.keyboard('l{Enter}');
    await expect.poll(() => typed()?.value).toBe('Seoul');
  });

  test('keeps what was typed in its field when it is refused', async () => {
    await userEvent.keyboard('t');
    await settled();
    const { steps } = await kept();
    const long = 'far too long '.repeat(1_600);
    await userEvent.fill(typed() as HTMLTextAreaElement, long);
    typed()?.blur();
    await expect.poll(toasts).toContain('characters at most');
    expect([typed()?.value, (await kept()).steps]).toEqual([long, steps]);
    await userEvent.fill(typed() as HTMLTextAreaElement, 'short');
    await userEvent.keyboard('{Escape}');
    await expect.poll(typed).toBeNull();
    expect((await kept()).steps).toBe(steps + 1);
  });
});

describe('a text with letters that no face has', () => {
  const WORDS = '\u0985\u09AE 漢 OK';
  const stage = () => document.querySelector('[data-stage]') as HTMLElement;
  const WAYS: readonly (readonly [string, () => Promise<void>])[] = [
    ['empty paper', () => userEvent.click(stage(), { position: { x: 30, y: 30 } })],
    ['another frame', () => userEvent.click(frameOn(0), { position: { x: 8, y: 8 } })],
    ['another frame twice', () => userEvent.dblClick(frameOn(0), { position: { x: 8, y: 8 } })],
    ['another spread', () => userEvent.click(document.querySelector('[data-pane="strip"] button') as HTMLElement)],
    ['Add text', () => userEvent.click(button('Add text'))],
    ['Preview', () => userEvent.click(button('Preview'))],
    ['undo', () => userEvent.click(button(/^Undo: /))],
    ['Make the PDFs', () => userEvent.click(button(/^Make PDFs/))],
    ['Delete beside the field', async () => void (stage().focus(), await userEvent.keyboard('{Delete}'))],
    ['J beside the field', async () => void (stage().focus(), await userEvent.keyboard('j'))],
  ];

  test('stays in its field whatever else is pressed, until it is mended', async () => {
    await userEvent.keyboard('t');
    await settled();
    const { steps } = await kept();
    const field = () => document.querySelector<HTMLTextAreaElement>('[data-writing] textarea');
    await userEvent.fill(field() as HTMLTextAreaElement, WORDS);
    for (const [name, press] of WAYS) {
      await press();
      await settled();
      expect([name, field()?.value, document.activeElement === field()]).toEqual([name, WORDS, true]);
    }
    expect((await kept()).steps).toBe(steps);
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    await userEvent.fill(field() as HTMLTextAreaElement, '漢 OK');
    await userEvent.click(stage(), { position: { x: 30, y: 30 } });
    await settled();
    expect(field()).toBeNull();
    expect(JSON.stringify((await kept()).pages)).toContain('"text":"漢 OK"');
  });

  test('is given up with Escape, and nothing is held any more', async () => {
    await userEvent.keyboard('t');
    await settled();
    await userEvent.fill(document.querySelector('textarea') as HTMLTextAreaElement, WORDS);
    await userEvent.keyboard('{Escape}');
    await settled();
    expect(document.querySelector('textarea')).toBeNull();
    const cover = document.querySelector('[data-pane="strip"] button') as HTMLElement;
    await userEvent.click(cover);
    await expect.poll(() => cover.getAttribute('aria-current')).toBe('page');
  });

  test('stays in the field of the spine as well', async () => {
    await showLayout();
    const field = () => fieldBeside('Text on the spine');
    await userEvent.fill(field(), WORDS);
    for (const press of [
      () => userEvent.click(frameOn(0), { position: { x: 8, y: 8 } }),
      () => userEvent.click(document.querySelector('[data-pane="strip"] button:nth-of-type(4)') as HTMLElement),
      () => userEvent.keyboard('{Control>}3{/Control}'),
    ]) {
      await press();
      await settled();
      expect([field().value, document.activeElement === field()]).toEqual([WORDS, true]);
    }
    expect(window.location.hash).toContain('/layout/');
    await userEvent.fill(field(), 'Summer');
    await userEvent.keyboard('{Control>}3{/Control}');
    await expect.poll(() => window.location.hash).toBe('#/orders');
    expect(spineTextOf(await kept())?.[1].text).toBe('Summer');
  });
});

describe('the way in and out', () => {
  test('a book that is begun is a row in layout, which Escape returns to and the inspector opens', async () => {
    await show({ query: 'scenario=full&rows=4' });
    button('New book').click();
    await expect.poll(() => document.querySelector('[role="dialog"] input')).not.toBeNull();
    await userEvent.fill(document.querySelector('[role="dialog"] input') as HTMLInputElement, 'Summer 2026');
    button('Begin').click();
    await expect.poll(() => document.querySelector('[data-layout]'), { timeout: 20_000 }).not.toBeNull();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.querySelector('[aria-selected="true"]')?.textContent).toContain('Summer 2026');
    expect(document.querySelector('[aria-selected="true"]')?.textContent).toContain('In layout');
    await expect.poll(() => button('Open the layout')).toBeDefined();
    button('Open the layout').click();
    await expect.poll(() => document.querySelector('[data-layout]'), { timeout: 20_000 }).not.toBeNull();
  });
});

test('what is done in a studio that is being developed is kept as well', async () => {
  await show({ query: 'scenario=full', layoutOf: BOOK, isStrict: true });
  await expect.poll(() => document.querySelector('[data-stage] [data-frame]'), { timeout: 20_000 }).not.toBeNull();
  await selectFirst();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(async () => (await kept()).steps).toBe(1);
});

test('pictures that are told one by one come into the book a few at a time, and all of them', async () => {
  const before = (await kept()).pictureOrder.length;
  button('Add pictures or PDFs').click();
  await expect.poll(async () => (await kept()).pictureOrder.length, { timeout: 20_000 }).toBe(before + 12);
  expect((await kept()).steps).toBeLessThan(6);
});

test('arranging holds pictures to the resolution that the studio has set', async () => {
  const leastPpis = ({ pages }: LayoutDocument) => Object.values(pages).map(({ arrangement }) => arrangement?.leastPpi);
  const arranged = async () => {
    document.querySelector<HTMLElement>('[data-stage]')?.focus();
    await userEvent.keyboard('{ArrowDown}');
    return leastPpis(await kept()).filter((ppi) => ppi !== undefined);
  };
  for (const value of [310, null, 205]) {
    const views = await window.studio.call('checks.setThreshold', { name: 'imagePpiWarning', value, layer: 'studio' });
    await settled();
    const builtIn = views.find(({ name }) => name === 'imagePpiWarning')?.builtIn;
    expect(await arranged()).toEqual([value ?? builtIn]);
  }
});

test('Mod+Enter makes the PDFs, also with the focus on a button, which is not pressed again', async () => {
  button('Remove these pages').click();
  await settled();
  const { order } = await kept();
  button('Remove these pages').focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => document.querySelector('[role="dialog"]')?.textContent).toContain('Make the PDFs');
  expect((await kept()).order).toEqual(order);
});

describe('a title that is too long for its spine', () => {
  const TITLE = '제주의 봄과 여름, 그리고 다시 봄 — '.repeat(8).trim();
  const field = (label: string) =>
    [...document.querySelectorAll<HTMLInputElement>('aside input')].find(
      (one) => one.labels?.[0]?.textContent === label,
    );
  const shown = (language: 'ko' | 'en') =>
    show({ query: 'scenario=full', layoutOf: BOOK }, { language, theme: 'light' });

  test.each([
    [
      'en',
      'Text on the spine',
      /^Too long for the spine\. Only the first (\d+) of (\d+) characters are printed, in the smallest type \(7 pt\)/,
    ],
    ['ko', '책등 글', /^책등에 다 들어가지 않습니다\. 가장 작은 7pt로 (\d+)자 중 앞 (\d+)자만 인쇄됩니다/],
  ] as const)(
    'is printed as far as it goes, and told beside the stage and before the PDFs are made (%s)',
    async (language, label, words) => {
      await shown(language);
      await expect.poll(() => field(label), { timeout: 20_000 }).toBeDefined();
      await userEvent.fill(field(label) as HTMLInputElement, TITLE);
      field(label)?.blur();
      const told = (where: string) =>
        [...document.querySelectorAll(`${where} li button > span`)].filter(({ textContent }) =>
          words.test(textContent),
        );
      await expect.poll(() => told('aside').length).toBe(1);
      const numbers =
        words
          .exec(told('aside')[0]?.textContent ?? '')
          ?.slice(1)
          .map(Number) ?? [];
      expect(numbers).toContain([...TITLE].length);
      const onStage = () => document.querySelector('[data-stage]')?.textContent ?? '';
      await expect.poll(onStage).toContain('…');
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await expect.poll(() => told('[role="dialog"]').length, { timeout: 5_000 }).toBe(1);
      (told('[role="dialog"]')[0]?.closest('button') as HTMLElement).click();
      await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull();
      expect(
        document.querySelector('[data-stage] [data-frame][aria-pressed="true"], [data-stage] [data-selected]'),
      ).not.toBeNull();
    },
  );
});

describe('making the PDFs', () => {
  const button = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].find((one) => one.textContent === name);
  /** Does something and goes to the files in the same breath. */
  const nudgedAndOn = async (disk: string): Promise<void> => {
    await show({ query: `scenario=full&export=succeeds&disk=${disk}`, layoutOf: BOOK });
    await expect.poll(() => document.querySelector('[data-stage] [data-frame]'), { timeout: 20_000 }).not.toBeNull();
    await selectFirst();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Control>}{Enter}{/Control}');
    await expect.poll(() => button('Make PDFs'), { timeout: 5_000 }).toBeDefined();
  };

  test('begins when what was done last is on the disk, however slow that is', async () => {
    await nudgedAndOn('slow');
    button('Make PDFs')?.click();
    await expect.poll(() => button('Stop'), { timeout: 5_000 }).toBeDefined();
    expect((await kept()).steps).toBe(2);
  });

  test('goes on behind a sheet that is closed, and what came of it is told', async () => {
    await nudgedAndOn('slow');
    button('Make PDFs')?.click();
    await expect.poll(() => button('Stop'), { timeout: 5_000 }).toBeDefined();
    document.querySelector<HTMLElement>('[role="dialog"] [aria-label="Close"]')?.click();
    await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull();
    window.dispatchEvent(new Event('export-ends'));
    await expect
      .poll(() => document.body.textContent, { timeout: 15_000 })
      .toContain('Both files of “Kim & Lee” are made');
  });

  test('does not begin while what was done last cannot be saved, and says so', async () => {
    await nudgedAndOn('full');
    button('Make PDFs')?.click();
    await expect
      .poll(() => [...document.querySelectorAll('[data-tone="bad"]')].map((toast) => toast.textContent).join())
      .toContain('No PDFs are made');
    expect(button('Make PDFs')).toBeDefined();
    expect(button('Stop')).toBeUndefined();
  });
});

describe('a full disk', () => {
  test('keeps nobody from working, and nobody leaves what is not written without being asked', async () => {
    await showLayout('scenario=full&disk=full');
    await selectFirst();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => document.querySelector('[data-state="failed"]')?.textContent).toBe('Not saved');
    await expect.poll(() => document.body.textContent).toContain('The drive has no room left');
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.poll(() => document.querySelector('[role="alertdialog"]')?.textContent).toContain('The last step');
    const buttons = [...document.querySelectorAll<HTMLElement>('[role="alertdialog"] button')];
    buttons.find(({ textContent }) => textContent === 'Stay')?.click();
    await settled();
    expect(document.querySelector('[data-layout]')).not.toBeNull();
    // By the rail as well, to where it leads.
    [...document.querySelectorAll<HTMLElement>('nav button')]
      .find(({ textContent }) => textContent === 'Specs')
      ?.click();
    await expect.poll(() => document.querySelector('[role="alertdialog"]')).not.toBeNull();
    expect(document.querySelector('[data-layout]')).not.toBeNull();
    const leave = [...document.querySelectorAll<HTMLElement>('[role="alertdialog"] button')].at(-1);
    leave?.click();
    await expect.poll(() => document.querySelector('[data-stage]')).toBeNull();
    expect(window.location.hash).toBe('#/specs');
  });

  test('is asked about before the connection is switched, and before Live asks its own question', async () => {
    await showLayout('scenario=full&disk=full');
    await selectFirst();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => document.querySelector('[data-state="failed"]')?.textContent).toBe('Not saved');
    const question = () => document.querySelector('[role="alertdialog"]');
    const answer = (name: string): void =>
      [...document.querySelectorAll<HTMLElement>('[role="alertdialog"] button')]
        .find(({ textContent }) => textContent === name)
        ?.click();
    await userEvent.keyboard('{Control>}{Shift>}e{/Shift}{/Control}');
    await expect.poll(() => question()?.textContent).toContain('The last step');
    answer('Stay');
    await settled();
    expect(question()).toBeNull();
    await userEvent.keyboard('{Control>}{Shift>}e{/Shift}{/Control}');
    await expect.poll(question).not.toBeNull();
    answer('Leave without saving');
    await expect.poll(() => question()?.textContent).toContain('real credit');
    expect(document.querySelectorAll('[role="alertdialog"]')).toHaveLength(1);
  });
});
