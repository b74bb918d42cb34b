import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';
import { writeLightSamples } from './support/light-samples.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with `desk/headless-desk.js` and `service/cli.js`. */
    deskTools: string;
  }
}

const root = resolve(import.meta.dirname, '../..');

/**
 * Bundles the headless desk and the service for plain Node, once for all desk tests and from the sources as they are
 * now: what is killed and started again for minutes must not change under the test by somebody's build. Lays light samples
 * beside them.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Inside the repository, so that the bundles find its packages.
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache/desk-tests-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await fill(folder);
    const light = join(folder, 'samples');
    await writeLightSamples(join(root, 'resources/samples'), light);
    // For the tests and what they start, which may be a bundle that no test runner speaks to.
    process.env.DESK_SAMPLES = light;
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide('deskTools', folder);
  return remove;
}

interface Bundling {
  bundle(folder: string, entries: Readonly<Record<string, string>>, external: (id: string) => boolean): Promise<void>;
  tool(id: string): boolean;
}

async function fill(folder: string): Promise<void> {
  const { bundle, tool } = (await import(pathToFileURL(join(root, 'scripts/bundle.mjs')).href)) as Bundling;
  await bundle(
    join(folder, 'desk'),
    {
      'headless-desk': 'test/desk/headless-desk.ts',
      'layout-writer': 'test/desk/support/layout-writer.ts',
      'file-mover': 'test/desk/support/file-mover.ts',
      'package-carrier': 'test/desk/support/package-carrier.ts',
      'finish-restore': 'src-node/backup/finish-restore.ts',
      'preflight-worker': 'src-main/desk/preflight/worker.ts',
      'disk-worker': 'src-node/disks/disk-worker.ts',
      'picture-worker': 'src-main/desk/layouts/picture-worker.ts',
      'export-worker': 'src-main/desk/layouts/export-worker.ts',
    },
    tool,
  );
  const workers = JSON.parse(await readFile(join(root, 'src-service/threads.json'), 'utf8')) as Record<string, string>;
  await bundle(join(folder, 'service'), { cli: 'src-service/cli.ts', ...workers }, tool);
  // In one piece with what looks for files beside it: a folder of its own.
  await bundle(join(folder, 'drill'), { 'start-over-killed': 'test/desk/support/start-over-killed.ts' }, tool);
  for (const part of ['service', 'drill'])
    await cp(join(root, 'src-service/store/migrations'), join(folder, part, 'migrations'), { recursive: true });
  const samples = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--only', 'samples'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (samples.status !== 0) throw new Error(`the sample books could not be made: ${samples.stderr}`);
}
