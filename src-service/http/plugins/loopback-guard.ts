import fastifyPlugin from 'fastify-plugin';
import { ServiceError } from '../../service-error.ts';

/**
 * A service on the loopback address is reachable by every web page that the person opens. A page gives itself away:
 * it sends an Origin, or (DNS rebinding) a Host that is not this listener's. `publicHost` is what a proxy on this computer
 * calls the listener; null when there is none.
 */
export const loopbackGuard = fastifyPlugin<{ publicHost: string | null }>(async (app, { publicHost }) => {
  app.addHook('onRequest', async (request) => {
    const { host, origin } = request.headers;
    const { localPort } = request.socket;
    const own = [`127.0.0.1:${localPort}`, `localhost:${localPort}`, `[::1]:${localPort}`, publicHost];
    if (origin !== undefined || host === undefined || !own.includes(host)) {
      throw new ServiceError('ERR_FORBIDDEN', ['이 주소로는 호출할 수 없습니다']);
    }
  });
});
