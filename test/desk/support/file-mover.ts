import { writeSync, openSync, closeSync, renameSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { moveTo } from '../../../src-main/desk/hot-folders/put-away.ts';

/** Puts one file after the other away as a hot folder does, each wish on the disk before it, until it is killed or done. */
const [folder = ''] = process.argv.slice(2);
const names = (await readdir(join(folder, 'in'))).toSorted();
process.stdout.write('begun\n');
for (const name of names) {
  const wish = openSync(join(folder, 'wish.new'), 'w');
  writeSync(wish, name);
  closeSync(wish);
  renameSync(join(folder, 'wish.new'), join(folder, 'wish'));
  await moveTo(join(folder, 'in', name), join(folder, 'out', name), false);
}
