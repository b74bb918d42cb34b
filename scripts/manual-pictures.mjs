// `npm run manual [-- NAME …]`: takes the manual's pictures anew, in both languages, from the window on made-up states
// (test/renderer/harness), in the browser of the tests. They lie in resources/manual/pictures, small enough to be packed.
import { spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { createServer } from 'vite';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'resources/manual/pictures');
const SIZE = { width: 1180, height: 740 };
const QUALITY = 72;

/** The place of each picture, and what is done there before it is taken. */
const PICTURES = [
  { name: 'library', hash: '/library', open: (page) => row(page, 3) },
  {
    name: 'finding',
    hash: '/library',
    open: async (page) => {
      await page.keyboard.press('F8');
      await page.keyboard.press(']');
    },
  },
  { name: 'layout', hash: '/library/layout/made-1', open: async () => undefined },
  { name: 'order-review', hash: '/library', open: (page) => page.locator('[data-command~="library.order"]').click() },
  { name: 'orders', hash: '/orders', open: (page) => row(page, 3) },
];
const RESTS_MS = 2_500;

const row = (page, at) => page.getByRole('grid').getByRole('row').nth(at).click();

// Their pages are those of the sample books.
const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--only', 'samples'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);

const server = await createServer({
  configFile: join(root, 'test/renderer/harness/vite.config.ts'),
  logLevel: 'warn',
  // Packages may lie elsewhere, behind a link.
  server: { port: 0, fs: { allow: [root, realpathSync(join(root, 'node_modules'))] } },
});
await server.listen();
const [address] = server.resolvedUrls?.local ?? [];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
try {
  for (const { name, hash, open } of PICTURES.filter((one) => wanted.length === 0 || wanted.includes(one.name)))
    for (const lang of ['ko', 'en']) {
      const page = await browser.newPage({ viewport: SIZE });
      await page.goto(`${address}?scenario=full&lang=${lang}&theme=light&rows=40#${hash}`);
      await page.locator('main').waitFor();
      await page.waitForTimeout(RESTS_MS);
      await open(page);
      await page.waitForTimeout(RESTS_MS);
      const picture = await sharp(await page.screenshot())
        .webp({ quality: QUALITY, effort: 6 })
        .toBuffer();
      writeFileSync(join(folder, `${name}.${lang}.webp`), picture);
      console.log(`${name}.${lang}.webp ${Math.round(picture.length / 1000)} KB`);
      await page.close();
    }
} finally {
  await browser.close();
  await server.close();
}
