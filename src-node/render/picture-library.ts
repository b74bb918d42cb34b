import Module from 'node:module';
import type Sharp from 'sharp';
import type { OutputInfo, Sharp as Picture } from 'sharp';

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

/**
 * What the library wrote, as bytes of their own. Its WebAssembly build hands out its own memory, which its threads share: it is written
 * over once the `Buffer` that stands for it is let go, and Electron's Node (20.18) ends with the whole process where it searches a
 * `Buffer` of such memory often enough to compile that (`indexOf`).
 */
export async function bytesOf(picture: Picture): Promise<Buffer<ArrayBuffer>> {
  return (await bytesAndInfoOf(picture)).bytes;
}

/** As `bytesOf`, with what the library tells of the picture that it wrote. */
export async function bytesAndInfoOf(
  picture: Picture,
): Promise<{ readonly bytes: Buffer<ArrayBuffer>; readonly info: OutputInfo }> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { bytes: Buffer.from(new Uint8Array(data).buffer), info };
}

/**
 * A picture (from a file or its bytes) in sRGB, by its own profile. Left to itself the library passes over the profile of a picture with
 * 16 bits a sample, whose colours then come out dull or shifted.
 */
export async function inSrgb(picture: Picture): Promise<Picture> {
  const { space, icc } = await picture.metadata();
  return space === 'rgb16' && icc !== undefined
    ? picture.withIccProfile('srgb', { attach: false })
    : picture.toColourspace('srgb');
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
