import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { packedFaces } from './scripts/packed-faces.ts';
import { pdfjsFiles } from './scripts/pdfjs-files.ts';
import { shippedFonts } from './scripts/shipped-fonts.ts';

/** The window. The main process, the preload, the service and the workers are bundled by scripts/bundle.mjs. */
export default defineConfig({
  root: resolve(import.meta.dirname, 'src-renderer'),
  base: './',
  plugins: [react(), packedFaces(), pdfjsFiles(), shippedFonts()],
  assetsInclude: ['**/*.ttf.br'],
  build: {
    outDir: resolve(import.meta.dirname, 'dist/renderer'),
    emptyOutDir: true,
    // The oldest Chromium that the tests run; see docs/decisions on the runtime.
    target: 'chrome130',
    sourcemap: true,
    chunkSizeWarningLimit: 2_000,
  },
});
