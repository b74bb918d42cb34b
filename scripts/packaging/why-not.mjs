// Whether this computer can make and try packages. Node built-ins only: the tests ask before anything is installed.
import { existsSync } from 'node:fs';
import { isReachable } from '../electron-runtime.mjs';

/** Null when a package can be made and installed for a test here, else what is missing, as the end of a sentence. */
export function whyNotPackaged() {
  if (process.platform !== 'linux')
    return `packages are installed for tests on Linux alone, this is ${process.platform}`;
  return existsSync('/usr/bin/dpkg-deb') ? null : 'dpkg-deb makes the package';
}

/** Null when this computer makes packages of a `kind` of its own target, else why it does not. */
export async function whyNotMade(kind) {
  if (kind !== 'AppImage' || process.env.APPIMAGE_TOOLS_PATH) return null;
  const tools = 'https://github.com/electron-userland/electron-builder-binaries';
  return (await isReachable(tools)) ? null : 'the tools for it come from github.com, which cannot be reached';
}
