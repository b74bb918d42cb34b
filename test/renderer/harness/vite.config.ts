import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { packedFaces } from '../../../scripts/packed-faces.ts';
import { pdfjsFiles } from '../../../scripts/pdfjs-files.ts';
import { sampleFiles } from './sample-files.ts';
import { samplePreviews } from './sample-previews.ts';

const root = resolve(import.meta.dirname, '../../..');
const PAGE = '/test/renderer/harness/index.html';

/** The harness is what the server shows at its root. */
const atRoot: Plugin = {
  name: 'harness-at-root',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(/^\/(?=$|\?)/, PAGE);
      next();
    });
  },
};

/** `npm run ui`: the window with a made-up main process, to look at every screen in an ordinary browser. */
export default defineConfig({
  root,
  appType: 'mpa',
  cacheDir: join(root, '.cache/ui'),
  plugins: [atRoot, react(), packedFaces(), sampleFiles(), samplePreviews(), pdfjsFiles()],
  assetsInclude: ['**/*.ttf.br'],
  server: { host: '127.0.0.1', port: 5199 },
  optimizeDeps: { entries: [PAGE.slice(1)] },
});
