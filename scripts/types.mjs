// Checks the types of every room by its own compiler settings.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const rooms = ['src-core', 'src-node', 'src-service', 'src-main', 'src-renderer', 'test'];
let failed = 0;
for (const room of rooms) {
  const run = spawnSync(process.execPath, [resolve(root, 'node_modules/typescript/bin/tsc'), '-p', room, '--noEmit'], { cwd: root, stdio: 'inherit' });
  if (run.status !== 0) {
    failed += 1;
    console.error(`types: ${room} has errors`);
  }
}
process.exit(failed === 0 ? 0 : 1);
