// Runs a command in a process group of its own, so that a time limit or an interrupt ends all of it and nothing else.
import { spawn } from 'node:child_process';

const running = new Set();
let passesInterruptsOn = false;

function passInterruptsOn() {
  if (passesInterruptsOn) return;
  passesInterruptsOn = true;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      for (const pid of running) endGroup(pid, 'SIGTERM');
      process.exit(130);
    });
  }
}

/**
 * Runs `command words` with its output passed through, or all at once at its end when others run beside it. Settles with
 * `{ code, timedOut, tookMs, output }` once it has ended (`output` is empty where it was passed through); whatever it left
 * behind in its group is ended too.
 */
export function runOwned(command, words, { limitMs, env = process.env, cwd, atEnd = false } = {}) {
  passInterruptsOn();
  const startedMs = performance.now();
  return new Promise((settle) => {
    const isWindows = process.platform === 'win32';
    const child = spawn(command, words, {
      cwd,
      env,
      stdio: ['ignore', atEnd ? 'pipe' : 'inherit', atEnd ? 'pipe' : 'inherit'],
      detached: !isWindows,
    });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    if (child.pid !== undefined) running.add(child.pid);
    let timedOut = false;
    const limit =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            endGroup(child.pid, 'SIGTERM');
            setTimeout(() => endGroup(child.pid, 'SIGKILL'), 5_000).unref();
          }, limitMs);
    const finish = (code) => {
      clearTimeout(limit);
      const printed = Buffer.concat(output);
      process.stdout.write(printed);
      endGroup(child.pid, 'SIGTERM');
      running.delete(child.pid);
      settle({ code, timedOut, tookMs: performance.now() - startedMs, output: printed.toString('utf8') });
    };
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      finish(127);
    });
    child.on('exit', (code, signal) => finish(code ?? (signal === null ? 1 : 128)));
  });
}

const PATIENCE_MS = 5_000;

/**
 * Starts `command words` in a group of its own: `{ child, ended, end }`. `ended` settles with the exit code, and what the
 * command left behind in its group is ended then. `end()` asks the group to end (`ask` may know a kinder way), makes it
 * after five seconds, and settles when it has. An interrupt of this process is the caller's to pass on.
 */
export function startOwned(command, words, options = {}) {
  const child = spawn(command, words, { ...options, detached: process.platform !== 'win32' });
  const ended = new Promise((settle) => {
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      settle(127);
    });
    child.on('exit', (code, signal) => settle(code ?? (signal === null ? 1 : 128)));
  }).finally(() => endGroup(child.pid, 'SIGTERM'));
  const end = async (ask = () => endGroup(child.pid, 'SIGTERM')) => {
    ask();
    const limit = setTimeout(() => endGroup(child.pid, 'SIGKILL'), PATIENCE_MS);
    await ended;
    clearTimeout(limit);
  };
  return { child, ended, end };
}

function endGroup(pid, signal) {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // The group has ended by itself.
  }
}
