import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Rested } from './rested.tsx';

let root: Root;
let place: HTMLElement;
let drawn: number[];
const show = (value: number): string => {
  drawn.push(value);
  return String(value);
};
const draw = (value: number) => act(() => root.render(<Rested value={value}>{show}</Rested>));
const press = (type: 'keydown' | 'keyup', repeat = false) =>
  act(() => window.dispatchEvent(new KeyboardEvent(type, { key: 'ArrowDown', repeat })));

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  drawn = [];
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await draw(1);
});
afterEach(async () => {
  await press('keyup');
  await act(() => root.unmount());
  place.remove();
});

it('follows single keys at once, and draws each value once', async () => {
  await press('keydown');
  await draw(2);
  expect(place.textContent).toBe('2');
  expect(drawn).toEqual([1, 2]);
});

it('stays while a held key goes on, and follows when the key is let go', async () => {
  await press('keydown', true);
  for (const value of [2, 3, 4]) await draw(value);
  expect(place.textContent).toBe('1');
  await press('keyup');
  expect(place.textContent).toBe('4');
  expect(drawn).toEqual([1, 4]);
});

it('follows when a pointer takes over', async () => {
  await press('keydown', true);
  await draw(2);
  await act(() => window.dispatchEvent(new PointerEvent('pointerdown')));
  expect(place.textContent).toBe('2');
});

it('follows when another key is pressed, before that one does anything, and when the value rests', async () => {
  await press('keydown', true);
  await draw(2);
  await press('keydown');
  expect(place.textContent).toBe('2');
  await press('keydown', true);
  await draw(3);
  expect(place.textContent).toBe('2');
  await expect.poll(() => place.textContent).toBe('3');
});
