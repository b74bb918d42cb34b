import type { Plugin } from 'vite';
import { isPortrait } from '../data/layout.ts';

/** Answers `/previews/<hash>/<px>` with a landscape that follows from the hash: no two are alike, and each is known again. */
export const samplePreviews = (): Plugin => ({
  name: 'sample-previews',
  configureServer(server) {
    server.middlewares.use('/previews/', (request, response) => {
      const [, hash, px] = /^\/([0-9a-f]{64})\/(\d+)$/.exec(request.url ?? '') ?? [];
      if (hash === undefined || px === undefined) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' });
      response.end(landscape(hash, Number(px)));
    });
  },
});

function landscape(hash: string, longSidePx: number): string {
  const byte = (at: number) => Number.parseInt(hash.slice(at * 2, at * 2 + 2), 16);
  const [width, height] = isPortrait(hash) ? [400, 600] : [600, 400];
  const scale = longSidePx / 600;
  const hue = (byte(1) * 360) / 255;
  const horizon = height * (0.45 + byte(2) / 1_000);
  const ridge = (top: number, at: number, light: number) => {
    const peaks = Array.from({ length: 7 }, (_, index) => {
      const y = top - (byte(at + index) / 255) * height * 0.16;
      return `${(width / 6) * index} ${y}`;
    });
    return `<path d="M0 ${height}L${peaks.join('L')}L${width} ${height}z" fill="hsl(${(hue + 150) % 360} 24% ${light}%)"/>`;
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">
<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue} 46% 44%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 62% 84%)"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="url(#sky)"/>
<circle cx="${width * (0.2 + (byte(3) / 255) * 0.6)}" cy="${horizon * 0.55}" r="${height * 0.07}" fill="hsl(${(hue + 50) % 360} 90% 92%)"/>
${ridge(horizon, 4, 52)}${ridge(horizon + height * 0.14, 12, 36)}${ridge(horizon + height * 0.3, 20, 20)}</svg>`;
}
