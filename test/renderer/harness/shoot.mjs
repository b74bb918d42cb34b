// Pictures of the window: node test/renderer/harness/shoot.mjs OUT 'name|query|#/section|WxH|key,key' ...
import { chromium } from 'playwright-core';

const [out, ...shots] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--force-color-profile=srgb'] });
for (const shot of shots) {
  const [name, query = '', hash = '', size = '1280x800', actions = ''] = shot.split('|');
  const [width, height] = size.split('x').map(Number);
  const page = await browser.newPage({ viewport: { width, height } });
  page.on('console', (message) => message.type() === 'error' && console.error(`${name}: ${message.text().slice(0, 400)}`));
  page.on('pageerror', (error) => console.error(`${name}: ${String(error).slice(0, 600)}`));
  await page.goto(`http://127.0.0.1:5199/test/renderer/harness/index.html?${query}${hash}`);
  await page.waitForTimeout(1200);
  for (const action of actions === '' ? [] : actions.split(',')) {
    if (action.startsWith('click:')) await page.locator(action.slice(6)).first().click();
    else if (action.startsWith('wait:')) await page.waitForTimeout(Number(action.slice(5)));
    else await page.keyboard.press(action);
  }
  await page.waitForTimeout(900);
  await page.screenshot({ path: `${out}/${name}.png` });
  await page.close();
}
await browser.close();
