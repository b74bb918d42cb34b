#!/usr/bin/env node
// npx studio …: installs and builds the command line when it is out of date and runs it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
// A package brings the built command line and no sources.
if (existsSync(resolve(root, 'src-cli'))) {
  const { prepareBuild } = await import('./install.mjs');
  prepareBuild();
  // The database of the built-in service is written by the service's own program.
  for (const part of process.argv[2] === 'backup' ? ['cli', 'service'] : ['cli']) {
    const build = spawnSync(process.execPath, [resolve(root, 'scripts/build.mjs'), '--only', part], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (build.status !== 0) {
      process.stderr.write(build.stdout);
      process.exit(2);
    }
  }
}
await import(resolve(root, 'dist/cli/studio.js'));
