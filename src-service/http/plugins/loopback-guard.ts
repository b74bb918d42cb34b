import fastifyPlugin from 'fastify-plugin';
import { ServiceError } from '../../service-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered whatever the Host header says, also on the loopback address. */
    anyHost?: true;
  }
}

/**
 * A service on the loopback address is reachable by every web page that the person opens. A page gives itself away:
 * it sends an Origin, or (DNS rebinding) a Host that is not this listener's. `publicHost` is what a proxy on this computer
 * calls the listener; null when there is none.
 *
 * Routes that say `anyHost` are answered under every name: probes of orchestrators and proxies know the listener by an address
 * of its pod or by a name of their own. What such a route tells is no secret, so a page that rebinds a name learns nothing by it;
 * a page that sends its Origin is refused there as well.
 */
export const loopbackGuard = fastifyPlugin<{ publicHost: string | null }>(async (app, { publicHost }) => {
  // Awaited: who refuses while the request is still being read has it answered once more where its body is broken (failure.ts).
  app.addHook('onRequest', async (request) => {
    const { host, origin } = request.headers;
    const { localPort } = request.socket;
    if (origin === undefined && request.routeOptions.config.anyHost === true) return;
    const own = [`127.0.0.1:${localPort}`, `localhost:${localPort}`, `[::1]:${localPort}`, publicHost];
    if (origin !== undefined || host === undefined || !own.includes(host)) {
      throw new ServiceError('ERR_FORBIDDEN', ['이 주소로는 호출할 수 없습니다']);
    }
  });
});
