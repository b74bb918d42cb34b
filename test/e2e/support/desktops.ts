import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of each desktop what a window on it needs in its environment; none where the system has a desktop of its own. */
    desktops: readonly Readonly<Record<string, string | undefined>>[];
  }
}

interface VirtualDesktops {
  openVirtualDesktop(
    say: (line: string) => void,
    place: number,
  ): Promise<{ readonly env: Readonly<Record<string, string | undefined>>; close(): Promise<unknown> }>;
}

/**
 * A desktop for each worker, because windows that share one take the focus from each other, and the keys in its Secret
 * Service. Tests use one even where a display exists: a window that takes the focus disturbs people.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.platform !== 'linux') {
    project.provide('desktops', []);
    return async () => undefined;
  }
  const scripts = pathToFileURL(resolve(import.meta.dirname, '../../../scripts/virtual-desktop.mjs')).href;
  const { openVirtualDesktop } = (await import(scripts)) as VirtualDesktops;
  const { maxWorkers: count } = project.config;
  const opened = await Promise.allSettled(
    Array.from({ length: count }, (_, place) => openVirtualDesktop((line) => console.warn(line), place)),
  );
  const desktops = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const close = async () => void (await Promise.all(desktops.map((desktop) => desktop.close())));
  const failure = opened.find((one) => one.status === 'rejected');
  if (failure !== undefined) {
    await close();
    throw failure.reason;
  }
  project.provide(
    'desktops',
    desktops.map(({ env }) => env),
  );
  return close;
}
