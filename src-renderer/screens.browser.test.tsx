import { afterAll, describe, expect, test } from 'vitest';
import { SECTIONS } from './route.ts';
import { axeFindings, hide, isLooksTurn, show, wear, type Look, type ShownState } from './testing/shown-app.tsx';

const LOOKS: readonly Look[] = [
  { language: 'en', theme: 'light' },
  { language: 'ko', theme: 'dark' },
  { language: 'ko', theme: 'light' },
  { language: 'en', theme: 'dark' },
];

/** A sentence without its message shows its key. */
const KEY =
  /\b(ui|library|queue|orders|order|credit|specs|settings|welcome|store|findings|fixes|preflight|checks|shell|desk|errors|activity|import|layout)\.[a-z]\w*\b/;

const OF_EVERY_SCREEN = ['empty', 'loading', 'full', 'error'] as const;

/** The screens before and instead of the studio, and what the studio can be beside its usual state. */
const OTHERS = [
  'welcome',
  'starting',
  'broken',
  'restarting',
  'unstarted',
  'noStore',
  'live',
  'paused',
  'held',
  'away',
];

const STATES: readonly (ShownState & { readonly name: string })[] = [
  ...SECTIONS.flatMap((section) =>
    OF_EVERY_SCREEN.map((scenario) => ({ name: `${section}, ${scenario}`, query: `scenario=${scenario}`, section })),
  ),
  { name: 'layout', query: 'scenario=full', layoutOf: 'made-1' },
  ...OTHERS.map((scenario) => ({
    name: scenario,
    query: `scenario=${scenario}`,
    section: ['paused', 'held', 'away'].includes(scenario) ? ('queue' as const) : ('library' as const),
  })),
];

afterAll(hide);

describe('every screen in every state, in both languages and both themes', () => {
  test.each(STATES)('$name: axe finds nothing, in one language and theme by turns', async (state) => {
    await show(state, LOOKS[0]);
    if (state.query.includes('loading'))
      await expect.poll(() => document.querySelector('[role="status"][aria-label]')).not.toBeNull();
    const found: string[] = [];
    for (const look of LOOKS) {
      await wear(look);
      expect([document.documentElement.lang, document.documentElement.dataset['theme']]).toEqual([
        look.language,
        look.theme,
      ]);
      expect(document.body.innerText.match(KEY)?.[0]).toBeUndefined();
      // Words come with the language, colours with the theme: each is in one of the first two looks.
      const at = LOOKS.indexOf(look);
      if ((at === 0 || at === 1) && isLooksTurn(STATES.indexOf(state), at))
        found.push(...(await axeFindings()).map((line) => `${look.language} ${look.theme}: ${line}`));
    }
    expect(found).toEqual([]);
  });
});
