import { resolve } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { pdfjsFiles } from './scripts/pdfjs-files.ts';
import { packedFaces } from './scripts/packed-faces.ts';
import { sampleFiles } from './test/renderer/harness/sample-files.ts';
import { samplePreviews } from './test/renderer/harness/sample-previews.ts';

const root = import.meta.dirname;
const { TEST_SEED = '0', TEST_ALL } = process.env;

/** The window's components on the states of `npm run ui`, in Debian's Chromium. */
export default defineConfig({
  cacheDir: resolve(root, '.cache/browser'),
  plugins: [react(), packedFaces(), sampleFiles(), samplePreviews(), pdfjsFiles()],
  // Its WebAssembly lies beside it.
  optimizeDeps: { entries: ['src-renderer/main.tsx'], include: ['axe-core'], exclude: ['harfbuzzjs'] },
  test: {
    name: 'browser',
    include: ['src-renderer/**/*.browser.test.tsx'],
    // What test/fixtures/turns.ts reads where there is an environment.
    provide: { seed: Number(TEST_SEED), isEverything: TEST_ALL === '1' },
    testTimeout: 150_000,
    // A window that is drawn without a graphics card beside other tests takes its time.
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: {
          executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
          args: ['--no-sandbox', '--force-color-profile=srgb'],
        },
      }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1280, height: 800 },
      screenshotFailures: false,
    },
  },
});
