// Vite's server for the window of a development run, and the line by which the studio is told what to do.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';

/** Closing a run takes a second or two; a studio that asks something nobody answers is ended after eight. */
const TAKE_OVER_MS = 30_000;

/** A port of this computer that nobody listens on. */
export function freePort() {
  return new Promise((settle, fail) => {
    const server = createTcpServer();
    server.on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => settle(port));
    });
  });
}

/** One run at a time has the working tree: an earlier one, still there, is told to end. Settles when it is gone. */
async function takeOver(mark) {
  if (!existsSync(mark)) return;
  const { address, nonce } = JSON.parse(readFileSync(mark, 'utf8'));
  const limitMs = performance.now() + TAKE_OVER_MS;
  const isThere = () =>
    fetch(`${address}/@studio/end`, { method: 'POST', headers: { nonce }, signal: AbortSignal.timeout(1_000) }).then(
      () => true,
      () => false,
    );
  while ((await isThere()) && performance.now() < limitMs) await new Promise((settle) => setTimeout(settle, 200));
}

/**
 * Vite's server on the window's sources, keeping what it makes in `home`: `{ env, order, listeners, close }`. `env` is what the
 * studio is told about it; `order(line)` tells the studios that listen, whose number is `listeners()`. `onReplaced` hears
 * that a later run wants to have the working tree.
 */
export async function serveWindow(root, home, onReplaced) {
  const { createServer } = await import('vite');
  const mark = join(home, 'server.json');
  await takeOver(mark);
  const port = await freePort();
  const nonce = randomBytes(16).toString('hex');
  const studios = new Set();
  const orders = {
    name: 'studio-orders',
    configureServer(server) {
      server.middlewares.use('/@studio/orders', (request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' });
        response.write('welcome\n');
        studios.add(response);
        response.on('close', () => studios.delete(response));
      });
      server.middlewares.use('/@studio/end', (request, response) => {
        const isTold = request.method === 'POST' && request.headers.nonce === nonce;
        response.writeHead(isTold ? 204 : 404).end();
        if (isTold) onReplaced();
      });
    },
  };
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    cacheDir: join(home, 'vite'),
    clearScreen: false,
    plugins: [orders],
    html: { cspNonce: nonce },
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      // The page's own address is app://studio, which knows no socket.
      hmr: { protocol: 'ws', host: '127.0.0.1', clientPort: port },
      // Packages may lie elsewhere than the tree; what the page asks for is nobody else's business.
      fs: { allow: [root, realpathSync(join(root, 'node_modules'))] },
      cors: false,
      // What the page will ask for first, while the rest starts.
      warmup: { clientFiles: ['./main.tsx'] },
    },
  });
  await vite.listen();
  const address = `http://127.0.0.1:${port}`;
  mkdirSync(home, { recursive: true });
  writeFileSync(mark, JSON.stringify({ address, nonce }));
  return {
    env: { STUDIO_DEV_SERVER: address, STUDIO_DEV_NONCE: nonce },
    order: (line) => studios.forEach((response) => response.write(`${line}\n`)),
    listeners: () => studios.size,
    close: async () => {
      rmSync(mark, { force: true });
      await vite.close();
    },
  };
}
