import { get } from 'node:http';
import { app } from 'electron';
import type { Development } from '../shell/development.ts';
import { CHROMIUM_SWITCHES } from '../shell/unused-powers.ts';
import { developmentPolicy } from './policy.ts';

/** Closing a studio takes a second; one whose window asks something nobody answers is ended. */
const QUIT_LIMIT_MS = 8_000;

/**
 * A run under `npm run dev`, whose server `STUDIO_DEV_SERVER` names (`http://127.0.0.1:<port>`); `STUDIO_DEV_NONCE` is what
 * the server marks its own inline scripts and styles with. The studio follows the server's orders, and ends with it.
 * Throws when either is missing: this entry is started by scripts/dev.mjs alone.
 */
export function developmentRun(environment: Readonly<Record<string, string | undefined>>): Development {
  const { STUDIO_DEV_SERVER: server, STUDIO_DEV_NONCE: nonce } = environment;
  if (server === undefined || nonce === undefined)
    throw new Error('this is the studio of `npm run dev`, which starts it');
  const { host } = new URL(server);
  const socket = `ws://${host}`;
  let restartService: (() => Promise<void>) | null = null;
  followOrders(server, (order) => {
    if (order === 'quit') quit();
    if (order === 'restart service' && restartService !== null) void restarted(restartService);
  });
  return {
    policy: developmentPolicy(nonce, socket),
    chromiumSwitches: developmentSwitches(host),
    reaches: (address) =>
      URL.canParse(address) && new URL(address).protocol === 'ws:' && new URL(address).host === host,
    mayReload: true,
    page: (path) => fetch(new URL(path, server)),
    opened: (studio) => ({ restartService } = studio),
  };
}

/** Says how long it took: whoever has changed a rule waits for it. */
async function restarted(restartService: () => Promise<void>): Promise<void> {
  const beganMs = performance.now();
  try {
    await restartService();
    process.stdout.write(`the service runs anew after ${((performance.now() - beganMs) / 1000).toFixed(1)} s\n`);
  } catch (error) {
    process.stderr.write(`the service did not start anew: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** The way to no network but for one address of this computer. */
function developmentSwitches(host: string): Development['chromiumSwitches'] {
  const instead: Readonly<Record<string, string>> = {
    'proxy-bypass-list': `<-loopback>;${host}`,
    'host-resolver-rules': `MAP * ~NOTFOUND, EXCLUDE ${host.split(':')[0]}`,
  };
  return CHROMIUM_SWITCHES.map(([name, value]) => [name, instead[name] ?? value] as const).map(([name, value]) =>
    value === undefined ? [name] : [name, value],
  );
}

/** One line an order, for as long as the server lives. */
function followOrders(server: string, obey: (order: string) => void): void {
  const request = get(new URL('/@studio/orders', server), (response) => {
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) obey(line);
    });
    response.on('close', quit);
  });
  request.on('error', quit);
}

let isQuitting = false;

function quit(): void {
  if (isQuitting) return;
  isQuitting = true;
  app.quit();
  setTimeout(() => app.exit(1), QUIT_LIMIT_MS).unref();
}
