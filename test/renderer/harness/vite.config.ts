import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = resolve(import.meta.dirname, '../../..');
const samples = join(root, 'resources/samples');

/** Serves `/files/<name of a sample PDF>` with byte ranges, as the app's own scheme does. */
const sampleFiles: Plugin = {
  name: 'sample-files',
  configureServer(server) {
    server.middlewares.use('/files/', (request, response) => {
      const asked = decodeURIComponent((request.url ?? '').replace(/^\//, '')).normalize('NFC');
      const name = readdirSync(samples).find((candidate) => candidate.normalize('NFC') === asked);
      if (name === undefined) {
        response.writeHead(404).end();
        return;
      }
      const path = join(samples, name);
      const size = statSync(path).size;
      const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
      const headers = { 'content-type': 'application/pdf', 'accept-ranges': 'bytes' };
      if (from === undefined) {
        response.writeHead(200, { ...headers, 'content-length': size });
        createReadStream(path).pipe(response);
        return;
      }
      const start = Number(from);
      const end = to === undefined || to === '' ? size - 1 : Math.min(Number(to), size - 1);
      response.writeHead(206, { ...headers, 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` });
      createReadStream(path, { start, end }).pipe(response);
    });
  },
};

/** The window with a made-up main process, to look at every screen: `npx vite --config test/renderer/harness/vite.config.ts`. */
export default defineConfig({
  root,
  cacheDir: join(root, '.cache/harness'),
  plugins: [react(), sampleFiles],
  server: { host: '127.0.0.1', port: 5199, strictPort: true, watch: null, hmr: false },
  optimizeDeps: { entries: ['test/renderer/harness/index.html'] },
});
