import { afterAll, describe, expect, test } from 'vitest';
import { SECTIONS } from './route.ts';
import { hide, settled, show } from './testing/shown-app.tsx';

afterAll(hide);

const CONTROLS =
  'button, input:not([type="range"]), textarea, select, a[href], [role="slider"], [role="switch"], [role="tab"]';

const nameOf = (element: Element): string =>
  element.getAttribute('aria-label') ?? element.textContent?.trim() ?? element.outerHTML.slice(0, 80);

/** What a pointer would not hit, though it is there to be used: it lies under something else, or outside of the window. */
async function outOfReach(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (element.closest('.visually-hidden, [hidden], [inert], [aria-hidden="true"]') !== null) continue;
    const style = getComputedStyle(element);
    if (style.visibility === 'hidden' || style.opacity === '0' || element.getClientRects().length === 0) continue;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    await new Promise(requestAnimationFrame);
    const { left, top, width, height } = element.getBoundingClientRect();
    // Some are drawn by their labels.
    if (width <= 1 || height <= 1) continue;
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const isHit = hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element));
    if (!isHit) found.push(`${nameOf(element)}: under ${hit === null ? 'nothing' : nameOf(hit).slice(0, 60)}`);
  }
  return found;
}

// 1280 × 720 at 200 % is a page of 640 × 360 (WCAG 2.2, 1.4.4 and 1.4.10).
describe.each([
  { name: '1280 × 720', size: [1280, 720] as const },
  { name: '1280 × 720 at 200 %', size: [640, 360] as const },
])('every control can be reached at $name', ({ size }) => {
  test('a layout', async () => {
    await show({ query: 'scenario=full', layoutOf: 'made-1', size }, { language: 'ko', theme: 'light' });
    await expect.poll(() => document.querySelector('[data-stage] [data-frame]'), { timeout: 20_000 }).not.toBeNull();
    expect(await outOfReach()).toEqual([]);
  });

  test.each(SECTIONS)('%s', async (section) => {
    for (const language of ['ko', 'en'] as const) {
      await show({ query: 'scenario=full&rows=60', section, size }, { language, theme: 'light' });
      await settled();
      expect({ language, found: await outOfReach() }).toEqual({ language, found: [] });
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(size[0]);
    }
  });
});
