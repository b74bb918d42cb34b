import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Debian's, wherever its release puts it. */
const ENGINE = ['/usr/libexec/ibus-engine-hangul', '/usr/lib/ibus/ibus-engine-hangul'].find((file) => existsSync(file));
const LIMIT_MS = 20_000;

export interface HangulKeyboard {
  /** What a window needs in its environment to be typed in by it. */
  readonly env: Readonly<Record<string, string>>;
  /** Physical keys of the window in front, by their names in X11, one after the other. */
  press(...keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** A Korean input method on this worker's desktop: ibus with its Hangul engine, and X11's own keys. */
export async function openHangulKeyboard(): Promise<HangulKeyboard> {
  if (ENGINE === undefined) throw new Error('ibus-hangul is not installed');
  const home = mkdtempSync(join(tmpdir(), 'ibus-'));
  const address = `unix:path=${join(home, 'bus')}`;
  const env = { GTK_IM_MODULE: 'ibus', IBUS_ADDRESS: address, GSETTINGS_BACKEND: 'memory', XDG_CONFIG_HOME: home };
  const processes: ChildProcess[] = [];
  const start = (command: string, words: readonly string[]): void => {
    processes.push(spawn(command, words, { env: { ...process.env, ...env }, stdio: 'ignore' }));
  };
  const ibus = (...words: readonly string[]): string =>
    execFileSync('ibus', words, {
      env: { ...process.env, ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const close = async (): Promise<void> => {
    for (const one of processes.reverse()) {
      if (one.exitCode !== null || one.signalCode !== null) continue;
      const ended = new Promise((settle) => one.once('exit', settle));
      one.kill();
      await ended;
    }
    rmSync(home, { recursive: true, force: true });
  };
  start('ibus-daemon', ['--replace', '--panel=disable', `--address=${address}`]);
  await until(() => existsSync(join(home, 'bus')));
  start(ENGINE, ['--ibus']);
  await until(() => {
    ibus('engine', 'hangul');
    return ibus('engine').trim() === 'hangul';
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    env: { GTK_IM_MODULE: env.GTK_IM_MODULE, IBUS_ADDRESS: address },
    press: async (...keys) => {
      for (const key of keys) {
        execFileSync('xdotool', ['key', key]);
        await delay(120);
      }
    },
    close,
  };
}

async function until(isSo: () => boolean): Promise<void> {
  const endMs = performance.now() + LIMIT_MS;
  for (;;) {
    try {
      if (isSo()) return;
    } catch (error) {
      if (performance.now() > endMs) throw error;
    }
    if (performance.now() > endMs) throw new Error('the Korean input method did not start');
    await delay(200);
  }
}
