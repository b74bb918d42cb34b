import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

const PACKED_FACE = /\/resources\/fonts\/([\w-]+\.ttf\.br)$/;
const fonts = resolve(import.meta.dirname, '../resources/fonts');

/** Unpacks, for a window that is served, the faces that lie packed (src-core/composition/typefaces.ts): built, its own scheme does. */
export const packedFaces = (): Plugin => ({
  name: 'packed-faces',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const [, file] = PACKED_FACE.exec(request.url ?? '') ?? [];
      if (file === undefined) next();
      else
        response
          .writeHead(200, { 'content-type': 'font/ttf' })
          .end(brotliDecompressSync(readFileSync(join(fonts, file))));
    });
  },
});
