import { afterAll, describe, expect, test } from 'vitest';
import { SECTIONS } from './route.ts';
import { axeFindings, hide, settled, show, wear, type Look, type ShownState } from './testing/shown-app.tsx';

const LOOKS: readonly Look[] = [
  { language: 'en', theme: 'light' },
  { language: 'ko', theme: 'dark' },
  { language: 'ko', theme: 'light' },
  { language: 'en', theme: 'dark' },
];

/** A sentence without its message shows its key. */
const KEY = /\b(ui|library|queue|orders|order|credit|specs|settings|welcome|store|findings|fixes|preflight|checks|shell|desk|errors|activity|import)\.[a-z]\w*\b/;

const OF_EVERY_SCREEN = ['empty', 'loading', 'full', 'error'] as const;

/** The screens before and instead of the studio, and what the studio can be beside its usual state. */
const OTHERS = ['welcome', 'starting', 'broken', 'noStore', 'importing', 'live', 'paused', 'held'];

const STATES: readonly (ShownState & { readonly name: string })[] = [
  ...SECTIONS.flatMap((section) => OF_EVERY_SCREEN.map((scenario) => ({ name: `${section}, ${scenario}`, query: `scenario=${scenario}`, section }))),
  ...OTHERS.map((scenario) => ({ name: scenario, query: `scenario=${scenario}`, section: scenario === 'paused' || scenario === 'held' ? ('queue' as const) : ('library' as const) })),
];

afterAll(hide);

describe('every screen in every state, in both languages and both themes', () => {
  test.each(STATES)('$name', async (state) => {
    await show(state, LOOKS[0]);
    if (state.query.includes('loading')) await expect.poll(() => document.querySelector('[role="status"][aria-label]')).not.toBeNull();
    const found: string[] = [];
    for (const look of LOOKS) {
      await wear(look);
      await settled();
      expect([document.documentElement.lang, document.documentElement.dataset['theme']]).toEqual([look.language, look.theme]);
      expect(document.body.innerText.match(KEY)?.[0]).toBeUndefined();
      // What depends on both is contrast alone: the words are those of two looks already seen.
      const rules = look.language === 'ko' && look.theme === 'light' ? ['color-contrast'] : look.language === 'en' && look.theme === 'dark' ? ['color-contrast'] : null;
      found.push(...(await axeFindings(rules)).map((line) => `${look.language} ${look.theme}: ${line}`));
    }
    expect(found).toEqual([]);
  });
});
