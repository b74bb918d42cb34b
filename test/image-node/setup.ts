import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const script = resolve(import.meta.dirname, '../../scripts/service-node.mjs');

/** Every process of the service that these tests start runs on the Node of its image, fetched from the package registry once. */
export function setup(): void {
  process.env['SERVICE_NODE'] ??= execFileSync(process.execPath, [script], { encoding: 'utf8' }).trim();
}
