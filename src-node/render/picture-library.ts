import Module from 'node:module';
import type Sharp from 'sharp';

let loading: Promise<typeof Sharp> | null = null;

/**
 * The picture library: native, except in Electron on Linux. There Electron's own GLib and that of the native build meet
 * in one process, which corrupts memory; the WebAssembly build has none and is about half as fast. Rejects rather than
 * hand out the native build there.
 */
export function pictureLibrary(): Promise<typeof Sharp> {
  loading ??= load();
  return loading;
}

async function load(): Promise<typeof Sharp> {
  const isUnsafe = process.platform === 'linux' && process.versions['electron'] !== undefined;
  if (isUnsafe) askForWebAssembly();
  const { default: sharp } = await import('sharp');
  if (isUnsafe && !('emscripten' in sharp.versions))
    throw new Error('the picture library loaded its native build, which is not safe here');
  // Pages come one at a time and are never asked for twice in a row.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** What Node calls for every `require` of this thread; no public hook of Node 20 sees those of other modules. */
type LoadModule = (this: unknown, request: string, ...rest: unknown[]) => unknown;

/** Whoever asks for the native build gets the other one. */
function askForWebAssembly(): void {
  const loader = Module as unknown as { _load: LoadModule };
  const load = loader._load;
  const native = `@img/sharp-linux-${process.arch}/sharp.node`;
  loader._load = function (request, ...rest) {
    return load.call(this, request === native ? '@img/sharp-wasm32/sharp.node' : request, ...rest);
  };
}
