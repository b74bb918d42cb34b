import type { FastifyPluginAsync } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { ServiceContext } from '../../context.ts';
import { layoutPicture } from '../../templates/templates.ts';

const CACHE_SECONDS = 24 * 60 * 60;

const routes: FastifyPluginAsync<{ context: ServiceContext }> = async (app, { context }) => {
  // Beside /v1 and without a key, as `thumbnails.layout` of a template names it: pages show it by its address alone.
  app.get<{ Params: { templateUid: string } }>(
    '/templates_thumb/:templateUid/layout.jpg',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const jpeg = await layoutPicture(context, request.params.templateUid);
      return reply
        .header('content-type', 'image/jpeg')
        .header('cache-control', `public, max-age=${CACHE_SECONDS}`)
        .send(jpeg);
    },
  );
};

export const layoutPictureRoutes = fastifyPlugin(routes);
