// `npm run package [-- --out DIR] [--kinds deb,tar.gz] [--quick]`: builds the studio and packs it for this computer into release/.
// `--kinds none` makes the folder alone; `--quick` compresses badly, within seconds.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findElectron } from './electron-runtime.mjs';
import { COMPRESSION, pack } from './packaging/pack.mjs';
import { inMib, partsOf } from './packaging/parts.mjs';

const root = resolve(import.meta.dirname, '..');
const KINDS = { linux: 'deb,tar.gz', darwin: 'dmg,zip', win32: 'nsis' };

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'release') },
    kinds: { type: 'string', default: KINDS[process.platform] },
    quick: { type: 'boolean', default: false },
  },
});
const build = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' });
if (build.status !== 0) process.exit(1);
const electron = await findElectron();
if (!electron.isProducts) console.log('for trying out alone: users get what the product’s own Electron is packed with');
const { folder, files } = await pack({
  electron,
  out: resolve(values.out),
  kinds: values.kinds === 'none' ? [] : values.kinds.split(','),
  compression: values.quick ? COMPRESSION.quick : COMPRESSION.full,
});
if (process.platform === 'linux') {
  const bytes = partsOf(folder).reduce((sum, [, size]) => sum + size, 0);
  console.log(`${inMib(bytes)} MB installed (node scripts/packaging/parts.mjs ${folder})`);
}
for (const file of files) console.log(file);
