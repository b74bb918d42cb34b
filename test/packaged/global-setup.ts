import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    packed: {
      /** With the program in it, as it comes to lie below /opt. */
      readonly folder: string;
      readonly deb: string;
      readonly archive: string;
      /** The tests' own, to be walked to by any user. */
      readonly work: string;
      /** Of the runtime inside. */
      readonly electron: string;
    };
  }
}

interface Electron {
  readonly dist: string;
  readonly version: string;
}
interface Packing {
  readonly COMPRESSION: { readonly quick: object };
  pack(wanted: {
    readonly electron: Electron;
    readonly out: string;
    readonly kinds: readonly string[];
    readonly compression: object;
  }): Promise<{ readonly folder: string; readonly files: readonly string[] }>;
}

const scripts = resolve(import.meta.dirname, '../../scripts');
const load = (name: string): Promise<unknown> => import(pathToFileURL(join(scripts, name)).href);

/** Packs what was built, quickly, for all files of this stage. */
export async function setup(project: TestProject): Promise<() => void> {
  const { COMPRESSION, pack } = (await load('packaging/pack.mjs')) as Packing;
  const { findElectron } = (await load('electron-runtime.mjs')) as { findElectron(): Promise<Electron> };
  const work = mkdtempSync(join(tmpdir(), 'packed-'));
  chmodSync(work, 0o755);
  const drop = (): void => rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  try {
    const electron = await findElectron();
    const { folder, files } = await pack({
      electron,
      out: join(work, 'release'),
      kinds: ['deb', 'tar.gz'],
      compression: COMPRESSION.quick,
    });
    const of = (ending: string): string => {
      const file = files.find((one) => one.endsWith(ending));
      if (file === undefined) throw new Error(`no ${ending} was made`);
      return file;
    };
    project.provide('packed', { folder, deb: of('.deb'), archive: of('.tar.gz'), work, electron: electron.version });
    return drop;
  } catch (error) {
    drop();
    throw error;
  }
}
