import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switch-'));
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('has the mutant on that the file holds now, from the next turn of the event loop on', async () => {
  const control = join(folder, 'control');
  writeFileSync(control, '0 0');
  vi.stubEnv('MUTANT_CONTROL', control);
  const { isOn } = await import('./switch.ts');
  expect([isOn(1), isOn(2)]).toEqual([false, false]);
  writeFileSync(control, '2 1');
  await turn();
  expect([isOn(1), isOn(2)]).toEqual([false, true]);
});

it('notes each mutant once that a run comes by, and all of them again under a new mark', async () => {
  const [control, reached] = [join(folder, 'control'), join(folder, 'reached')];
  writeFileSync(control, '0 0');
  vi.stubEnv('MUTANT_CONTROL', control);
  vi.stubEnv('MUTANTS_REACHED', reached);
  const { isOn } = await import('./switch.ts');
  for (const id of [5, 6, 5]) isOn(id);
  writeFileSync(control, '0 1');
  await turn();
  isOn(5);
  expect(readFileSync(reached, 'utf8')).toBe('5\n6\n5\n');
});

it('has one mutant on for good where no file says otherwise', async () => {
  vi.stubEnv('MUTANT', '7');
  const { isOn } = await import('./switch.ts');
  expect([isOn(7), isOn(1)]).toEqual([true, false]);
});
