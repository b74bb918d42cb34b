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
  return async (url) => proxyNamed(await inTime(asked.resolveProxy(url.href)), environment, url);
}

/** A script of the system's may never answer: no call waits for it longer than this. */
const ANSWER_LIMIT_MS = 5_000;

async function inTime(answer: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => (timer = setTimeout(() => resolve(''), ANSWER_LIMIT_MS)));
  return Promise.race([answer.catch(() => ''), late]).finally(() => clearTimeout(timer));
}
