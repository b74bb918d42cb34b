import { session } from 'electron';
import type { ProxyOf } from '../../src-node/proxies/proxy-of-environment.ts';
import { proxyNamed } from './named-proxy.ts';

/** Nothing is ever loaded in it: Chromium's own traffic stays cut off, and is told of no proxy of the system (`unused-powers.ts`). */
const ASKED = 'proxy-settings';

/** By the settings of the system, a script among them; where these name none, by the environment. To be made once Electron is ready. */
export async function proxyOfSystem(environment: NodeJS.ProcessEnv): Promise<ProxyOf> {
  const asked = session.fromPartition(ASKED, { cache: false });
  asked.webRequest.onBeforeRequest((_details, answer) => answer({ cancel: true }));
  await asked.setProxy({ mode: 'system' });
  return async (url) => proxyNamed(await asked.resolveProxy(url.href).catch(() => ''), environment, url);
}
