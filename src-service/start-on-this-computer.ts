import {
  serviceHelloSchema,
  type ServiceHello,
  type ServiceOptions,
  type ServiceStartStep,
} from '../src-core/ipc/service-host.ts';
import { CONNECTION_LIMITS, THIS_COMPUTER } from './network.ts';
import type { ServiceLog } from './observability/service-log.ts';
import { shippedFiles } from './shipped-files.ts';
import { startService, type RunningService, type ServiceFiles } from './start-service.ts';
import { STOP_OF_ONE_DESK } from './stopping.ts';

export interface ServiceOfOneDesk extends RunningService {
  readonly hello: ServiceHello;
}

/** The service as the app runs it: loopback alone, free ports, files in the data folder, the print house's side with it. */
export async function startOnThisComputer(
  options: ServiceOptions,
  onStep: (step: ServiceStartStep) => void,
  log: ServiceLog,
  files: ServiceFiles = shippedFiles(),
): Promise<ServiceOfOneDesk> {
  const service = await startService(
    {
      ...options,
      files,
      rateLimited: true,
      sandboxPort: 0,
      livePort: 0,
      blobs: { kind: 'disk' },
      network: THIS_COMPUTER,
      connections: CONNECTION_LIMITS,
      stopping: STOP_OF_ONE_DESK,
      // The computer is the operator's; so is its memory.
      renderings: 1,
      hasDocs: false,
    },
    onStep,
    log,
  );
  return { ...service, hello: serviceHelloSchema.parse(service.hello) };
}
