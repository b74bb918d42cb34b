// npm run service -- --data DIR …: installs and builds the service when needed and runs it.
import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { prepareBuild } from './install.mjs';

const root = resolve(import.meta.dirname, '..');
prepareBuild();
const build = spawnSync(process.execPath, [resolve(root, 'scripts/build.mjs'), '--only', 'service'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (build.status !== 0) {
  process.stderr.write(build.stdout);
  process.exit(build.status ?? 1);
}
// Nothing but the service's one line goes to standard output.
const service = spawn(
  process.execPath,
  ['--enable-source-maps', resolve(root, 'dist/service/cli.js'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => service.kill(signal));
service.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
