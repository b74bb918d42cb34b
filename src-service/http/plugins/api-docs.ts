import swagger from '@fastify/swagger';
import type { FastifyPluginAsync } from 'fastify';

/** The page takes everything from its own host and is shown in nobody's frame; the library writes styles into elements. */
const CONTENT_SECURITY_POLICY = {
  'default-src': "'self'",
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'object-src': "'none'",
  'base-uri': "'self'",
  'frame-ancestors': "'none'",
};

/** Nothing on the page asks for a key: nobody should paste one. */
const STYLES = '.swagger-ui .auth-wrapper, .swagger-ui .authorization__btn { display: none }';

/**
 * The OpenAPI document as pages that people read, at `/docs`: public, without a key. Calls are made from the partner's own
 * code, not from the page: a key has no business in a browser, and the loopback guard refuses a page's calls.
 */
export const apiDocs: FastifyPluginAsync = async (app) => {
  // Only here: what it depends on cannot be loaded by the app's older runtime.
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'public' };
  });
  // Only hands the pages their document: what the library itself makes of routes is OpenAPI 3.0 (docs/decisions/0015).
  await app.register(swagger, {
    openapi: { openapi: '3.1.0' },
    transform: () => ({ schema: { hide: true }, url: '' }),
    // Its types know less of JSON Schema than OpenAPI 3.1 allows.
    transformObject: () => app.apiDocument() as never,
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: CONTENT_SECURITY_POLICY,
    theme: { title: 'Book Print Service', css: [{ filename: 'own.css', content: STYLES }] },
    uiConfig: {
      layout: 'BaseLayout',
      supportedSubmitMethods: [],
      docExpansion: 'none',
      defaultModelsExpandDepth: -1,
      tryItOutEnabled: false,
    },
  });
};
