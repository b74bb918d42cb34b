import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { utilityProcess } from 'electron';
import type { Clock, Log } from '../../src-core/ports.ts';
import type { Desk } from '../desk/desk.ts';
import { LogFile } from './log-file.ts';
import type { Places } from './places.ts';
import { ServiceHost } from './service-host.ts';
import type { ServiceChild } from './service-process.ts';

/** Enough for the sample books several times over, small enough that an operator can see it run out. */
const OPENING_SANDBOX_CREDIT = 1_000_000;

export interface EmbeddedServiceDeps {
  readonly places: Places;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly desk: Desk;
  readonly changed: () => void;
}

/** The Book Print Service of this computer as a process of its own; its log lies beside the studio's. */
export function embeddedService({ places, dataDir, clock, log, desk, changed }: EmbeddedServiceDeps): ServiceHost {
  const serviceLog = new LogFile(join(dataDir, 'logs/service.log'), clock);
  return new ServiceHost({
    spawn: () => spawnUtility(places.service, 'Book Print Service', (text) => serviceLog.append(text)),
    clock,
    log,
    after: (delayMs, run) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    optionsFor: ({ contract, allowLocalAddresses }, reissueKeys) => ({
      dataDir: join(dataDir, 'service'),
      contract,
      databaseUrl: null,
      reissueKeys,
      openingSandboxCredit: OPENING_SANDBOX_CREDIT,
      allowLocalAddresses,
      startOverId: desk.startOver.ofService(),
    }),
    connect: (hello) => desk.connectBuiltIn(hello),
    onState: changed,
    dumpAtRest: async (folder) => {
      // The service's own end of it: this room knows no database.
      const { dumpOfService } = (await import(pathToFileURL(places.portable).href)) as {
        readonly dumpOfService: (serviceDir: string, folder: string) => Promise<boolean>;
      };
      return dumpOfService(join(dataDir, 'service'), folder);
    },
  });
}

/** Starts a built script as a utility process; what it prints goes to the log. */
function spawnUtility(script: string, name: string, onOutput: (text: string) => void): ServiceChild {
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
