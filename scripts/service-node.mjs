// The Node of the service's image, as the npm registry ships it, for tests on a machine that has another one.
// `node scripts/service-node.mjs` prints the path of the executable, for SERVICE_NODE. Node built-ins only.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The version of the image in Dockerfile; a test holds them together. */
export const SERVICE_NODE_VERSION = '24.21.0';
const INTEGRITY = {
  x64: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  arm64: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
};

/** The folder that holds `bin/node`. Fetched once; throws an Error that names what is missing. */
export function serviceNodeFolder() {
  const { platform, arch } = process;
  if (platform !== 'linux' || !(arch in INTEGRITY))
    throw new Error(
      `the registry's Node for ${platform} ${arch} is not known here: set SERVICE_NODE to a Node ${SERVICE_NODE_VERSION}`,
    );
  const home = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'book-print-studio');
  const folder = join(home, `node-${SERVICE_NODE_VERSION}`);
  if (existsSync(join(folder, 'bin/node'))) return folder;
  mkdirSync(home, { recursive: true });
  const work = mkdtempSync(join(home, 'making-'));
  try {
    const wanted = `node-${platform}-${arch}@${SERVICE_NODE_VERSION}`;
    const packed = execute('npm', ['pack', wanted, '--pack-destination', work, '--json', '--ignore-scripts'], work);
    const tarball = join(work, JSON.parse(packed)[0].filename);
    const hash = createHash('sha512').update(readFileSync(tarball)).digest('base64');
    if (`sha512-${hash}` !== INTEGRITY[arch])
      throw new Error(`${wanted} is not the package that was reviewed: its checksum differs`);
    execute('tar', ['-xzf', tarball, '-C', work], work);
    try {
      renameSync(join(work, 'package'), folder);
    } catch (error) {
      // Another process has made it meanwhile.
      if (!existsSync(join(folder, 'bin/node'))) throw error;
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}

function execute(command, words, cwd) {
  const run = spawnSync(command, words, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (run.status === 0) return run.stdout;
  throw new Error(`${command} ${words[0]} failed: ${(run.error?.message ?? run.stderr).trim()}`);
}

if (process.argv[1] === import.meta.filename) console.log(join(serviceNodeFolder(), 'bin/node'));
