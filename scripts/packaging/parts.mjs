// How large the parts of a packed studio are: `node scripts/packaging/parts.mjs FOLDER` prints the largest. Node built-ins only.
import { closeSync, lstatSync, openSync, readFileSync, readSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const BLOCK = 4_096;
const MIB = 1_048_576;
/** Megabytes as dpkg and du count them, with one digit. */
export const inMib = (bytes) => (bytes / MIB).toFixed(1);
/** As it lies on a disk: dpkg's Installed-Size is the sum of these. */
const onDisk = (bytes) => Math.ceil(bytes / BLOCK) * BLOCK;

/** What an asar archive lists: `{ files, read }`; `isInside` of a file is false for what lies beside it (app.asar.unpacked). */
export function openArchive(archive) {
  const { header, dataStart } = headerOf(archive);
  const files = [];
  const visit = (node, path) => {
    for (const [name, entry] of Object.entries(node.files)) {
      const place = path === '' ? name : `${path}/${name}`;
      if (entry.files !== undefined) visit(entry, place);
      else if (entry.link === undefined)
        files.push({ path: place, size: Number(entry.size), isInside: entry.unpacked !== true, offset: entry.offset });
    }
  };
  visit(header, '');
  const read = (path) => {
    const { size, isInside, offset } = files.find((file) => file.path === path);
    if (!isInside) return readFileSync(join(`${archive}.unpacked`, path));
    return readPart(archive, dataStart + Number(offset), size);
  };
  return { files, read };
}

/** Chromium's pickle: four lengths of four bytes, of which the last is the header's and the second where its data begin. */
function headerOf(archive) {
  const lengths = readPart(archive, 0, 16);
  const header = readPart(archive, 16, lengths.readUInt32LE(12)).toString('utf8');
  return { header: JSON.parse(header), dataStart: 8 + lengths.readUInt32LE(4) };
}

function readPart(file, start, length) {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(length);
    readSync(handle, bytes, 0, length, start);
    return bytes;
  } finally {
    closeSync(handle);
  }
}

/** `resources/app.asar/node_modules/pg`, `resources/fonts`, `libffmpeg.so`: what is counted as one. */
function partOf(path) {
  const packageName = /^(resources\/.*?node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  if (packageName !== undefined) return packageName.replace('app.asar.unpacked', 'app.asar');
  const depth = path.startsWith('resources/app.asar/') ? 4 : path.startsWith('resources/') ? 2 : 1;
  return path.split('/').slice(0, depth).join('/');
}

/** Every part with its bytes on disk, the largest first: `[[part, bytes]]`. `folder` is the one with the program in it. */
export function partsOf(folder) {
  const sums = new Map();
  const add = (path, bytes) => sums.set(partOf(path), (sums.get(partOf(path)) ?? 0) + bytes);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file);
    if (entry.isFile() && path !== 'resources/app.asar') add(path, onDisk(lstatSync(file).size));
  }
  for (const { path, size, isInside } of openArchive(join(folder, 'resources/app.asar')).files)
    if (isInside) add(`resources/app.asar/${path}`, size);
  return [...sums].sort(([, a], [, b]) => b - a);
}

if (process.argv[1] === import.meta.filename) {
  const parts = partsOf(process.argv[2]);
  for (const [part, bytes] of parts.slice(0, 20)) console.log(`${inMib(bytes).padStart(7)} MB  ${part}`);
  console.log(`${inMib(parts.reduce((sum, [, bytes]) => sum + bytes, 0)).padStart(7)} MB  altogether`);
}
