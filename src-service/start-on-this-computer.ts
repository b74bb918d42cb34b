import { serviceHelloSchema, type ServiceHello, type ServiceOptions, type ServiceStartStep } from '../src-core/ipc/service-host.ts';
import { THIS_COMPUTER } from './network.ts';
import type { ServiceLog } from './observability/service-log.ts';
import { shippedFiles } from './shipped-files.ts';
import { startService, type RunningService } from './start-service.ts';
import { STOP_OF_ONE_DESK } from './stopping.ts';

export interface ServiceOfOneDesk extends RunningService {
  readonly hello: ServiceHello;
}

/** The service as the app runs it: loopback alone, free ports, files in the data folder, the print house's side with it. */
export async function startOnThisComputer(options: ServiceOptions, onStep: (step: ServiceStartStep) => void, log: ServiceLog): Promise<ServiceOfOneDesk> {
  const service = await startService(
    {
      ...options,
      files: shippedFiles(),
      rateLimited: true,
      sandboxPort: 0,
      livePort: 0,
      blobs: { kind: 'disk' },
      network: THIS_COMPUTER,
      stopping: STOP_OF_ONE_DESK,
    },
    onStep,
    log,
  );
  return { ...service, hello: serviceHelloSchema.parse(service.hello) };
}
