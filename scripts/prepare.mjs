// What every start of the studio needs of this machine, from a fresh clone on. Node built-ins only.
import { checkNode, ensureInstalled, ensureKeytar } from './install.mjs';
import { PACKAGES, ensurePackages } from './system-packages.mjs';
import { hasDisplay } from './virtual-desktop.mjs';

/** Installs what is missing. Throws when that fails; without a keychain's bridge it says so and goes on. */
export function prepareStudio(say) {
  checkNode();
  // Said when they are missing, and gone on without: the window says itself that keys live for this session only.
  const { window, virtualDesktop, compiler, unpacking } = PACKAGES;
  ensurePackages([...window, ...compiler, ...unpacking, ...(hasDisplay() ? [] : virtualDesktop)], say);
  ensureInstalled(say);
  if (!ensureKeytar(say))
    say('no bridge to the OS keychain: keys will be kept for this session only. See the messages above');
}
