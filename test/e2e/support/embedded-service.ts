import { serviceHelloSchema, type ServiceHello } from '../../../src-core/ipc/service-host.ts';
import type { Studio } from './studio.ts';

/**
 * Reads along what the embedded service says when it is ready: its addresses and the keys that it tells once. To be called before the
 * studio starts it on an empty data folder; the answer is to be asked for once it runs.
 */
export async function listenForHello(studio: Studio): Promise<() => Promise<ServiceHello>> {
  await studio.app.evaluate(({ utilityProcess }) => {
    const fork = utilityProcess.fork.bind(utilityProcess);
    utilityProcess.fork = (...asked: Parameters<typeof fork>) => {
      const child = fork(...asked);
      child.on('message', (message: { readonly type?: string; readonly hello?: unknown }) => {
        if (message.type === 'ready') Object.assign(globalThis, { helloOfService: message.hello });
      });
      return child;
    };
  });
  return async () =>
    serviceHelloSchema.parse(
      await studio.app.evaluate(() => (globalThis as unknown as { readonly helloOfService?: unknown }).helloOfService),
    );
}
