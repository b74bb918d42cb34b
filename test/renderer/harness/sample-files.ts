import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const samples = resolve(import.meta.dirname, '../../../resources/samples');

/** Answers `/files/<name of a sample PDF>` with byte ranges, as the app's own scheme does. */
export const sampleFiles = (): Plugin => ({
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
      response.writeHead(206, {
        ...headers,
        'content-length': end - start + 1,
        'content-range': `bytes ${start}-${end}/${size}`,
      });
      createReadStream(path, { start, end }).pipe(response);
    });
  },
});
