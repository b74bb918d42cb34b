import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { axeFindings, hide, settled, show } from './testing/shown-app.tsx';

interface Emulation {
  send(method: 'Emulation.setEmulatedMedia', media: { features: { name: string; value: string }[] }): Promise<unknown>;
}

const emulate = (value: 'active' | '') =>
  // The types of the provider leave the protocol open.
  (cdp() as unknown as Emulation).send('Emulation.setEmulatedMedia', {
    features: [{ name: 'forced-colors', value }],
  });

beforeAll(() => emulate('active'));
afterEach(hide);
afterAll(() => emulate(''));

const groundOf = (element: Element) => getComputedStyle(element).backgroundColor;
/** As the system has it: what a style sheet asks for otherwise is taken away when it is painted, which no computed style tells. */
function systemColor(name: string): string {
  const probe = document.body.appendChild(document.createElement('div'));
  probe.style.background = name;
  const color = groundOf(probe);
  probe.remove();
  return color;
}
const rows = () => [...document.querySelectorAll('[role="row"][aria-selected]')];
const one = (selector: string) => {
  const found = document.querySelector(selector);
  if (found === null) throw new Error(`nothing is ${selector}`);
  return found;
};

test.each(['library', 'queue', 'orders'] as const)(
  'in the few colours of a contrast theme what is chosen has another ground: %s',
  async (section) => {
    await show({ query: 'scenario=live', section });
    await expect.poll(() => rows().length).toBeGreaterThan(2);
    await page.elementLocator(rows()[2] ?? document.body).click();
    await expect.poll(() => rows().filter((row) => row.ariaSelected === 'true').length).toBe(1);
    await settled();
    const grounds = (chosen: boolean) =>
      new Set(rows().flatMap((row) => ((row.ariaSelected === 'true') === chosen ? [groundOf(row)] : [])));
    expect(grounds(true)).toEqual(new Set([systemColor('Highlight')]));
    expect(grounds(false).has(systemColor('Highlight'))).toBe(false);
    expect(groundOf(one('nav [aria-current="page"]'))).toBe(systemColor('Highlight'));
    expect(await axeFindings()).toEqual([]);
  },
);

test('how far it is, what failed and which service it is are seen by shapes that have a ground of their own', async () => {
  await show({ query: 'scenario=live', section: 'queue' });
  await settled();
  const bars = [...document.querySelectorAll('[role="progressbar"]')];
  expect(bars.length).toBeGreaterThan(2);
  for (const bar of bars)
    for (const fill of bar.children) if (fill.clientWidth > 0) expect(groundOf(fill)).not.toBe(groundOf(bar));
  const marks = (mark: string) => one(`[data-mark="${mark}"]`);
  expect(groundOf(marks('done'))).toBe(systemColor('CanvasText'));
  expect(groundOf(marks('ahead'))).not.toBe(groundOf(marks('done')));
  expect(getComputedStyle(marks('failed')).backgroundImage).toContain('gradient');
  // Text on a filled ground stands on it and not on a plate of its own.
  for (const filled of [page.getByText('LIVE', { exact: true }).first().element(), one('nav [aria-current="page"]')]) {
    const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(filled) as CSSStyleDeclaration & {
      readonly forcedColorAdjust: string;
    };
    expect([color === backgroundColor, forcedColorAdjust]).toEqual([false, 'none']);
  }
});
