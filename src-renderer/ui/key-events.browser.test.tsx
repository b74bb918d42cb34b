import { afterEach, beforeEach, expect, it } from 'vitest';
import { guardCompositions } from './key-events.ts';

let endGuard: () => void;
let field: HTMLElement;
let heard: string[];

const use = (tag: 'input' | 'textarea'): void => {
  field = document.body.appendChild(document.createElement(tag));
  field.addEventListener('keydown', ({ key }) => heard.push(key));
};
/** Its time is that of this call, whenever it arrives. */
const key = (type: 'keydown' | 'keyup', code: string, isComposing = false) =>
  new KeyboardEvent(type, { key: code, code, isComposing, bubbles: true, cancelable: true });
const send = (event: Event) => field.dispatchEvent(event);
/** Times of events are coarse. */
const later = () => new Promise((done) => setTimeout(done, 5));
const endComposition = () => send(new CompositionEvent('compositionend', { bubbles: true }));

beforeEach(() => {
  heard = [];
  endGuard = guardCompositions(document);
});
afterEach(() => {
  endGuard();
  field.remove();
});

it.each(['Enter', 'NumpadEnter', 'Escape'])('keeps the %s that ended a composition from a field', async (code) => {
  use('input');
  send(key('keydown', code, true));
  endComposition();
  send(key('keydown', code));
  expect(heard).toEqual([code]);
  send(key('keyup', code));
  await later();
  send(key('keydown', code));
  expect(heard).toEqual([code, code]);
});

it('also where an IME that is slow gives it back after the key was let go, or never told of it before', async () => {
  use('input');
  const escape = key('keydown', 'Escape');
  const letGo = key('keyup', 'Escape');
  await later();
  send(key('keydown', 'Escape', true));
  send(letGo);
  endComposition();
  send(escape);
  expect(heard).toEqual(['Escape']);

  const enter = key('keydown', 'Enter');
  await later();
  endComposition();
  send(enter);
  expect(heard).toEqual(['Escape']);
  await later();
  send(key('keydown', 'Enter'));
  expect(heard).toEqual(['Escape', 'Enter']);
});

it('leaves it to a text of several lines, and every other key to everybody', async () => {
  use('textarea');
  const enter = key('keydown', 'Enter');
  const letter = key('keydown', 'KeyD');
  await later();
  endComposition();
  send(enter);
  send(letter);
  expect(heard).toEqual(['Enter', 'KeyD']);
});
