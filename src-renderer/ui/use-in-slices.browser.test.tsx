import { memo } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStore } from './store.ts';
import { useInSlices } from './use-in-slices.ts';

interface Drawn {
  readonly value: number;
}

const ROWS = 60;
const ROW_MS = 2;

function work(): void {
  const endMs = performance.now() + ROW_MS;
  while (performance.now() < endMs);
}

/** As much work as a screen of rows on a slow machine. */
const Row = memo(function Row({ value }: Drawn) {
  work();
  return <i>{value}</i>;
});
const Rows = memo(({ value }: Drawn) => Array.from({ length: ROWS }, (_, at) => <Row key={at} value={value} />));

const latest = createStore<Drawn>({ value: 1 });
function List() {
  return <Rows value={useInSlices(latest.use()).value} />;
}

let root: Root;
let place: HTMLElement;
const shown = (): number => Number(place.querySelector('i')?.textContent);
const turn = (ms = 0) => new Promise((done) => setTimeout(done, ms));

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  latest.set({ value: 1 });
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  root.render(<List />);
  await expect.poll(shown).toBe(1);
});
afterEach(() => {
  root.unmount();
  place.remove();
});

it('lets others do their work while a changed value is drawn, and never shows half of it', async () => {
  latest.set({ value: 2 });
  let turns = 0;
  for (; shown() === 1; turns += 1) {
    expect(new Set([...place.querySelectorAll('i')].map(({ textContent }) => textContent)).size).toBe(1);
    await turn();
  }
  expect(turns).toBeGreaterThan(5);
  expect(shown()).toBe(2);
});

it('is not put off for ever by values that come faster than they are drawn, and ends at the last', async () => {
  let value = 1;
  const endMs = performance.now() + 9_000;
  for (; shown() === 1 && performance.now() < endMs; await turn(20)) latest.set({ value: (value += 1) });
  expect(shown()).toBeGreaterThan(1);
  await expect.poll(shown, { timeout: 5_000 }).toBe(value);
});
