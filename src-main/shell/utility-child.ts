import { utilityProcess } from 'electron';
import type { ServiceChild } from './service-process.ts';

/** Starts a built script as a utility process; what it prints goes to the log. */
export function spawnUtility(script: string, name: string, onOutput: (text: string) => void): ServiceChild {
  const child = utilityProcess.fork(script, [], { serviceName: name, stdio: 'pipe' });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => onOutput(chunk.toString('utf8')));
  return {
    get pid() {
      return child.pid;
    },
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.on('exit', listener),
    kill: () => void child.kill(),
  };
}
