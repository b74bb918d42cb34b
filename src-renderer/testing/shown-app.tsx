import axe from 'axe-core';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { expect, inject } from 'vitest';
import { page } from 'vitest/browser';
import type { Preferences } from '../../src-core/ipc/subjects/app.ts';
import { fakeStudio } from '../../test/renderer/harness/fake-studio.ts';
import { App } from '../app.tsx';
import { queryClient } from '../bridge.ts';
import type { Section } from '../route.ts';
import { forget } from './forget.ts';
import '../tokens.css';
import '../base.css';

export type Look = Pick<Preferences, 'language' | 'theme'>;

export interface ShownState {
  /** As `fakeStudio` has it, with whatever else it takes: `scenario=full&rows=10`. */
  readonly query: string;
  readonly section?: Section;
  /** A book of the library whose layout lies over the section. */
  readonly layoutOf?: string;
  readonly size?: readonly [width: number, height: number];
  /** As `npm run dev` shows it: every effect comes, goes and comes again. */
  readonly isStrict?: boolean;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Whose turn it is, and whether this run takes everything (test/fixtures/turns.ts). */
    seed: number;
    isEverything: boolean;
  }
}

/** Whether this run looks at the state that stands there in a list in its so-manyth look of two; the other is for the next run. */
export const isLooksTurn = (at: number, look: 0 | 1): boolean =>
  inject('isEverything') || (at + inject('seed')) % 2 === look;

let root: Root | null = null;

/** The whole window on a recorded state, in place of the one that was shown before. */
export async function show(
  { query, section = 'library', layoutOf, size = [1280, 800], isStrict = false }: ShownState,
  look: Look = { language: 'en', theme: 'light' },
): Promise<void> {
  await hide();
  await page.viewport(...size);
  window.location.hash = layoutOf === undefined ? `/${section}` : `/library/layout/${layoutOf}`;
  Object.assign(window, {
    studio: fakeStudio(new URLSearchParams(`${query}&lang=${look.language}&theme=${look.theme}`)),
  });
  const place = document.createElement('div');
  place.id = 'root';
  document.body.append(place);
  root = createRoot(place);
  const app = <App />;
  root.render(isStrict ? <StrictMode>{app}</StrictMode> : app);
  // A busy machine comes to the first paint late, and a document without anything in it is quiet too.
  await expect.poll(() => place.querySelector('main'), { timeout: 20_000 }).not.toBeNull();
  await settled();
}

export async function hide(): Promise<void> {
  root?.unmount();
  root = null;
  document.getElementById('root')?.remove();
  // What was said last names what is gone.
  for (const said of document.querySelectorAll('[data-live-announcer] [role="log"]')) said.replaceChildren();
  queryClient.clear();
  forget();
}

/** Shows what is on screen in another language and theme. */
export async function wear({ language, theme }: Look): Promise<void> {
  await window.studio.call('app.setPreferences', { language, theme });
  const { documentElement: root } = document;
  await expect.poll(() => [root.lang, root.dataset['theme']], { timeout: 20_000 }).toEqual([language, theme]);
  await settled();
}

const running = (): readonly Animation[] =>
  document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);

/**
 * Once what takes its time stands: skeletons come after 300 ms, transitions take 200. What a busy machine begins late is waited for too:
 * nothing moves any more once a moment in which nothing changed is over.
 */
export async function settled(): Promise<void> {
  let hasChanged: boolean;
  const watch = new MutationObserver(() => (hasChanged = true));
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const untilMs = performance.now() + 5_000;
  do {
    hasChanged = false;
    await new Promise((resolve) => setTimeout(resolve, 60));
    // What was asked for before is drawn by now, however long a frame takes.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await document.fonts.ready;
    await Promise.all(running().map((animation) => animation.finished.catch(() => undefined)));
  } while ((hasChanged || running().length > 0) && performance.now() < untilMs);
  watch.disconnect();
}

/** A description is read after the name, as react-aria has it for menus: axe takes it for a part of the name that is left out. */
const isDescribed = (rule: string, html: string): boolean =>
  rule === 'label-content-name-mismatch' && html.includes('role="menuitem"') && html.includes('aria-describedby=');

/** What axe finds wrong at this moment. */
async function findingsNow(): Promise<readonly string[]> {
  // What was announced stays there for seconds, named by what may be gone by then. What a template prints has the colours of its theme.
  const where = { exclude: ['[data-live-announcer]', '[data-printed]'] };
  const { violations } = await axe.run(where, { resultTypes: ['violations'], preload: false, iframes: false });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ html }) => !isDescribed(id, html))
      .map(
        ({ html, failureSummary }) =>
          `${id} (${help}): ${html.slice(0, 300)} ${(failureSummary ?? '').replaceAll(/\s+/g, ' ')}`,
      ),
  );
}

/**
 * What axe finds wrong on screen, a line each: the rule, and the elements that break it. It looks at one element after the other:
 * what moves meanwhile (a colour between two, a name that comes in the next frame) is looked at again once it stands.
 */
export async function axeFindings(): Promise<readonly string[]> {
  await settled();
  const found = await findingsNow();
  if (found.length === 0) return found;
  await settled();
  return findingsNow();
}
