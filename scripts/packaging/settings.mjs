// What electron-builder is told: electron-builder.yml, and what is known elsewhere.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { keptOut, shippedPackages } from './shipped-packages.mjs';
import { packageName } from './targets.mjs';

const root = resolve(import.meta.dirname, '../..');

/** Files beside the app's folder, as fpm takes them; pack.mjs writes those of the shells. */
const BESIDE_THE_APP = [
  ['resources/bin/studio-below-opt', '/usr/bin/studio'],
  // By it the installed studio knows that a newer .deb can take its place.
  ['resources/bin/package-type', '/opt/book-print-studio/resources/package-type'],
  ['dist/shell/studio.1.gz', '/usr/share/man/man1/studio.1.gz'],
  ['dist/shell/studio.bash', '/usr/share/bash-completion/completions/studio'],
  ['dist/shell/_studio', '/usr/share/zsh/vendor-completions/_studio'],
  ['dist/shell/studio.fish', '/usr/share/fish/vendor_completions.d/studio.fish'],
];

/** Where the launcher leads, as the jump list of Windows does (src-main/shell/launcher.ts); links that lead to a screen and do nothing. */
const LAUNCHER_SCREENS = ['library', 'queue', 'orders'];

/** Of the .desktop file: names in both languages, as the menu has them. */
function desktopActions(name) {
  const words = (language) => JSON.parse(readFileSync(join(root, `resources/locales/${language}/ui.json`), 'utf8'));
  const [en, ko] = [words('en'), words('ko')];
  return Object.fromEntries(
    LAUNCHER_SCREENS.map((screen) => [
      screen,
      {
        Name: en[`command.go.${screen}`],
        'Name[ko]': ko[`command.go.${screen}`],
        Exec: `/opt/${name}/${name} bookprint://${screen}`,
      },
    ]),
  );
}

/** electron-builder's settings for the packages of this computer. */
export function settings() {
  const { appId, author, name, productName, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const computer = { platform: process.platform, arch: process.env.PACKAGE_ARCH ?? process.arch };
  const fileName = (kind) => packageName(kind, computer, { name, version });
  const written = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8'));
  // The command line: a program of the shell's that starts the app without a window (src-main/shell/command-line.ts).
  const command = process.platform === 'win32' ? [] : [{ from: 'resources/bin/studio', to: 'bin/studio' }];
  return {
    ...written,
    appId,
    // On Linux the folder below /opt has this name, and Chromium cannot start its sandbox's helper from a path with a space
    // (where users may not make namespaces: the studio would not start). What people see is `desktop.entry.Name`.
    productName: process.platform === 'linux' ? name : productName,
    files: [...written.files, ...keptOut(shippedPackages(computer))],
    extraResources: [...written.extraResources, ...command],
    protocols: [{ name: productName, schemes: ['bookprint'] }],
    linux: {
      ...written.linux,
      maintainer: `${author.name} <${author.email}>`,
      executableName: name,
      desktop: { entry: { Name: productName } },
    },
    appImage: { artifactName: fileName('AppImage') },
    deb: {
      ...written.deb,
      // The others lie wherever they were put.
      desktop: {
        entry: { Name: productName, Actions: `${LAUNCHER_SCREENS.join(';')};` },
        desktopActions: desktopActions(name),
      },
      artifactName: fileName('deb'),
      fpm: BESIDE_THE_APP.map(([from, to]) => `${join(root, from)}=${to}`),
    },
    mac: { ...written.mac, artifactName: fileName('${ext}') },
    nsis: { ...written.nsis, artifactName: fileName('nsis'), uninstallDisplayName: productName },
  };
}
