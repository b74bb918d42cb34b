import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';

/** A machine with other work takes its time. */
const WITHIN = { timeout: 30_000 };
let studio: Studio;

beforeAll(async () => {
  studio = await launchStudio();
  await studio.call('connections.startBuiltIn', {});
  await studio.until(({ phase }) => phase === 'ready');
});
afterAll(async () => {
  await studio.close();
  dropDataDir(studio.dataDir);
});

test('a process that crashes leaves a dump on this computer, of which the diagnostics say when, what and where, and no more', async () => {
  const crashes = join(studio.dataDir, 'crashes');
  const dumps = () =>
    existsSync(crashes)
      ? readdirSync(crashes, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.dmp'))
      : [];
  expect(dumps()).toEqual([]);
  expect(await studio.app.evaluate(({ crashReporter }) => crashReporter.getUploadToServer())).toBe(false);
  process.kill((await studio.servicePid()) ?? 0, 'SIGSEGV');
  const said = async () => (await studio.call('app.diagnostics', {})).text;
  await expect.poll(said, WITHIN).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z crash SIGSEGV in [\w.+-]+$/m);
  expect(dumps().length).toBe(1);
  // The dump has the environment of the process, and with it the folder.
  expect(await said()).not.toContain(studio.dataDir);
  // Its keeper has started it again.
  await studio.until(({ phase }) => phase === 'ready');
});
