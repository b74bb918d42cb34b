import { beforeEach, expect, it } from 'vitest';
import { forgetSteps, pushStep, stepStack, takeOver, type DoneStep, type TakeBack } from './step-stack.ts';

let done: string[] = [];
beforeEach(() => {
  forgetSteps();
  done = [];
});

/** A step that writes down what is done with it. */
function step(text: string, fails: () => unknown = () => null): DoneStep {
  const way =
    (said: string, back: string): TakeBack =>
    async () => {
      const failure = fails();
      if (failure !== null) throw failure;
      done.push(`${said} ${text}`);
      return { again: way(back, said), left: 0 };
    };
  return { text, takeBack: way('undo', 'redo') };
}
const push = (text: string) => pushStep(step(text));
const last = (side: 'done' | 'undone') => stepStack.get()[side].at(-1) as DoneStep;
const texts = () => ({
  done: stepStack.get().done.map(({ text }) => text),
  undone: stepStack.get().undone.map(({ text }) => text),
});
const never = () => false;

it('takes steps back last first and does them again in the order in which they were done', async () => {
  for (const text of ['a', 'b', 'c']) push(text);
  for (let times = 0; times < 2; times += 1) await takeOver('done', last('done'), never);
  expect(texts()).toEqual({ done: ['a'], undone: ['c', 'b'] });
  for (let times = 0; times < 2; times += 1) await takeOver('undone', last('undone'), never);
  expect(texts()).toEqual({ done: ['a', 'b', 'c'], undone: [] });
  expect(done).toEqual(['undo c', 'undo b', 'redo b', 'redo c']);
});

it('a step that is done after one was taken back ends the way forward', async () => {
  push('a');
  await takeOver('done', last('done'), never);
  push('b');
  expect(texts()).toEqual({ done: ['b'], undone: [] });
});

it('a step is taken back once, however often and whence it is asked for', async () => {
  push('a');
  const a = last('done');
  const both = await Promise.all([takeOver('done', a, never), takeOver('done', a, never)]);
  expect(both).toEqual([{ left: 0 }, null]);
  expect(done).toEqual(['undo a']);
});

it('what is pressed while a step is under way is about that step, and waits for it', async () => {
  let answer = (): void => undefined;
  const slow =
    (said: string, back: string): TakeBack =>
    async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      done.push(said);
      return { again: slow(back, said), left: 0 };
    };
  push('files');
  pushStep({ text: 'removed', takeBack: slow('undo removed', 'redo removed') });
  const undo = takeOver('done', last('done'), never);
  expect(texts()).toEqual({ done: ['files'], undone: ['removed'] });
  const redo = takeOver('undone', last('undone'), never);
  const undoAgain = takeOver('done', last('done'), never);
  expect(texts()).toEqual({ done: ['files'], undone: ['removed'] });
  for (const one of [undo, redo, undoAgain]) {
    await Promise.resolve().then(() => undefined);
    answer();
    expect(await one).toEqual({ left: 0 });
  }
  expect(done).toEqual(['undo removed', 'redo removed', 'undo removed']);
  expect(texts()).toEqual({ done: ['files'], undone: ['removed'] });
});

it('what was pressed behind a step that fails then leads nowhere, and takes nothing else', async () => {
  push('files');
  pushStep(step('removed', () => 'changed'));
  const undo = takeOver('done', last('done'), never);
  const redo = takeOver('undone', last('undone'), never);
  await expect(undo).rejects.toBe('changed');
  expect(await redo).toBeNull();
  expect(texts()).toEqual({ done: ['files'], undone: [] });
  expect(done).toEqual([]);
});

it('a step behind one that fails to be done again is not done again either, though it was pressed already', async () => {
  let failure: unknown = null;
  push('a');
  pushStep(step('b', () => failure));
  push('c');
  for (let times = 0; times < 2; times += 1) await takeOver('done', last('done'), never);
  failure = 'changed';
  const [b, c] = [takeOver('undone', last('undone'), never), takeOver('undone', last('undone'), never)];
  await expect(b).rejects.toBe('changed');
  expect(await c).toBeNull();
  expect(texts()).toEqual({ done: ['a'], undone: [] });
  expect(done).toEqual(['undo c', 'undo b']);
});

it('what was taken back behind one that is done again by hand alone can be done again', async () => {
  push('a');
  push('b');
  pushStep({ text: 'by hand', takeBack: async () => ({ again: null, left: 0 }) });
  const both = [takeOver('done', last('done'), never), takeOver('done', last('done'), never)];
  expect(await Promise.all(both)).toEqual([{ left: 0 }, { left: 0 }]);
  expect(texts()).toEqual({ done: ['a'], undone: ['b'] });
  await takeOver('undone', last('undone'), never);
  expect(texts()).toEqual({ done: ['a', 'b'], undone: [] });
});

it('what is done while a step is taken back ends the way forward past it', async () => {
  push('a');
  const undo = takeOver('done', last('done'), never);
  push('b');
  await undo;
  expect(texts()).toEqual({ done: ['b'], undone: [] });
});

it('a step below another that has to go first stays where it was; one that can never be taken back is gone', async () => {
  let failure: unknown = 'later first';
  const early = step('a', () => failure);
  pushStep(early);
  push('b');
  const isEarly = (error: unknown) => error === 'later first';
  await expect(takeOver('done', early, isEarly)).rejects.toBe('later first');
  expect(texts().done).toEqual(['a', 'b']);
  failure = 'changed';
  await expect(takeOver('done', early, isEarly)).rejects.toBe('changed');
  expect(texts()).toEqual({ done: ['b'], undone: [] });
});

it('after a step that is done again by hand alone there is no way forward past it, and what is done next begins one', async () => {
  push('a');
  pushStep({ text: 'by hand', takeBack: async () => ({ again: null, left: 0 }) });
  push('c');
  for (let times = 0; times < 2; times += 1) await takeOver('done', last('done'), never);
  expect(texts()).toEqual({ done: ['a'], undone: [] });
  expect(stepStack.get().ended).toEqual({ text: 'by hand', why: 'byHand' });
  await takeOver('done', last('done'), never);
  await takeOver('undone', last('undone'), never);
  expect(stepStack.get().ended).toEqual({ text: 'by hand', why: 'byHand' });
  push('d');
  expect(stepStack.get().ended).toBeNull();
});

it('a step that would not come to the same any more ends the way forward with those that were done after it', async () => {
  let failure: unknown = null;
  push('a');
  pushStep(step('b', () => failure));
  push('c');
  for (let times = 0; times < 2; times += 1) await takeOver('done', last('done'), never);
  failure = 'changed';
  await expect(takeOver('undone', last('undone'), never)).rejects.toBe('changed');
  expect(texts()).toEqual({ done: ['a'], undone: [] });
  expect(stepStack.get().ended).toEqual({ text: 'b', why: 'changed' });
});

it('keeps a hundred steps', () => {
  for (let at = 0; at < 130; at += 1) push(String(at));
  expect(texts().done).toHaveLength(100);
  expect(texts().done[0]).toBe('30');
});
