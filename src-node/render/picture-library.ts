import { createRequire } from 'node:module';
import type Sharp from 'sharp';

let loading: Promise<typeof Sharp> | null = null;

/**
 * The picture library: native, except in Electron on Linux. There Electron's own GLib and that of the native build meet
 * in one process, which corrupts memory; the WebAssembly build has none and is about half as fast.
 */
export function pictureLibrary(): Promise<typeof Sharp> {
  loading ??= load();
  return loading;
}

async function load(): Promise<typeof Sharp> {
  if (process.platform === 'linux' && process.versions['electron'] !== undefined) standInForNative();
  const { default: sharp } = await import('sharp');
  // Pages come one at a time and are never asked for twice in a row.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Puts the WebAssembly build where the library looks for the native one. */
function standInForNative(): void {
  const require = createRequire(import.meta.url);
  const native = nativePath(createRequire(require.resolve('sharp')));
  // Where the native build is not installed, the library takes the other by itself.
  if (native === null) return;
  require('@img/sharp-wasm32/sharp.node');
  const standIn = require.cache[require.resolve('@img/sharp-wasm32/sharp.node')];
  if (standIn === undefined) throw new Error('the WebAssembly build of the picture library did not load');
  require.cache[native] = standIn;
}

function nativePath(require: NodeJS.Require): string | null {
  try {
    return require.resolve(`@img/sharp-linux-${process.arch}/sharp.node`);
  } catch {
    return null;
  }
}
