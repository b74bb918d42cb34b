import { cpSync, createReadStream, existsSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

const home = resolve(import.meta.dirname, '../node_modules/pdfjs-dist');
const FOLDERS = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];
const BELOW_ANY_PAGE = new RegExp(`/pdfjs/((?:${FOLDERS.join('|')})/[^?]+)`);

/** What pdf.js fetches beside the page, below `pdfjs/`: copied by a build, answered by a server. */
export function pdfjsFiles(): Plugin {
  let outDir = '';
  return {
    name: 'pdfjs-files',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle() {
      for (const folder of FOLDERS) {
        const from = join(home, folder);
        if (existsSync(from)) cpSync(from, join(outDir, 'pdfjs', folder), { recursive: true });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, file] = BELOW_ANY_PAGE.exec(request.url ?? '') ?? [];
        if (file === undefined) {
          next();
          return;
        }
        const path = resolve(home, decodeURIComponent(file));
        const isOurs =
          FOLDERS.some((folder) => path.startsWith(join(home, folder) + sep)) &&
          statSync(path, { throwIfNoEntry: false })?.isFile() === true;
        if (!isOurs) {
          response.writeHead(404).end();
          return;
        }
        response.writeHead(200, {
          'content-type': path.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream',
        });
        createReadStream(path).pipe(response);
      });
    },
  };
}
