import fastifyPlugin from 'fastify-plugin';
import { ServiceError } from '../../service-error.ts';

/**
 * A service on the loopback address is reachable by every web page that the person opens. A page gives itself away:
 * it sends an Origin, or (DNS rebinding) a Host that is not this listener's.
 */
export const loopbackGuard = fastifyPlugin(async (app) => {
  app.addHook('onRequest', async (request) => {
    const { host, origin } = request.headers;
    const { localPort } = request.socket;
    if (origin !== undefined || (host !== `127.0.0.1:${localPort}` && host !== `localhost:${localPort}`)) {
      throw new ServiceError('ERR_FORBIDDEN', ['이 주소로는 호출할 수 없습니다']);
    }
  });
});
