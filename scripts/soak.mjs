// `npm run soak -- --minutes N --seed S [--rounds N] [--kills N] [--only NAME,NAME]`: kills processes at random points, round after round,
// and looks whether what was promised holds. Exits with 1 when something did not. The same seed draws the same chances.
import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { onVirtualDesktop } from './virtual-desktop.mjs';

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    rounds: { type: 'string' },
    kills: { type: 'string' },
    only: { type: 'string' },
  },
});

const whole = (name, fallback) => {
  const value = values[name] === undefined ? fallback : Number(values[name]);
  if (value === Infinity || (value > 0 && (name === 'minutes' || Number.isInteger(value)))) return value;
  console.error(`--${name} wants a number above zero`);
  process.exit(2);
};
// Without any limit: ten minutes, and then everything that takes too long for every change.
const isLong = ['minutes', 'rounds', 'kills', 'only'].every((name) => values[name] === undefined);
const rounds = whole('rounds', Infinity);
const kills = whole('kills', Infinity);
const minutes = whole('minutes', rounds === Infinity && kills === Infinity ? 10 : Infinity);
const seed = whole('seed', randomInt(1, 1_000_000_000));

const build = spawnSync(process.execPath, [resolve(root, 'scripts/build.mjs')], { stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);

console.log(`seed ${seed}`);
// The studio's window and its keys want a display and a keychain; the service's rounds run without either.
const OF_THE_WINDOW = ['studio', 'layout'];
const wantsWindow = values.only === undefined || values.only.split(',').some((name) => OF_THE_WINDOW.includes(name));
const words = [
  resolve(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--config',
  resolve(root, 'test/soak/vitest.config.ts'),
];
const [command, given] = wantsWindow ? onVirtualDesktop(process.execPath, words) : [process.execPath, words];
const run = spawn(command, given, {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    SOAK_MINUTES: String(minutes),
    SOAK_SEED: String(seed),
    SOAK_ROUNDS: String(rounds),
    SOAK_KILLS: String(kills),
    SOAK_ONLY: values.only ?? '',
  },
});
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => run.kill(signal));
run.on('exit', (code, signal) => {
  const held = code ?? (signal === null ? 1 : 128);
  if (!isLong || signal !== null) process.exit(held);
  const everything = spawnSync(process.execPath, [resolve(root, 'scripts/test.mjs'), '--all'], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exit(held || (everything.status ?? 1));
});
