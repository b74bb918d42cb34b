import { isThisComputer } from '../../src-core/desk/key-carrier.ts';
import { proxyOfEnvironment } from '../../src-node/proxies/proxy-of-environment.ts';

const PROTOCOLS: Readonly<Record<string, string>> = { PROXY: 'http', HTTPS: 'https' };

/**
 * The first way of a system's answer (`PROXY host:port; DIRECT`, as scripts for proxies give it) that can be gone: `PROXY` and `HTTPS`.
 * Where it names no proxy the environment does, or there is none. Null: straight.
 */
export function proxyNamed(
  answer: string,
  environment: Readonly<Record<string, string | undefined>>,
  url: URL,
): string | null {
  if (isThisComputer(url)) return null;
  const ways = answer.split(';').map((way) => way.trim().split(/\s+/));
  // What stands behind a straight way is for whom that one fails.
  const straightAt = ways.findIndex(([kind = '']) => kind.toUpperCase() === 'DIRECT');
  const named = ways
    .slice(0, straightAt < 0 ? ways.length : straightAt)
    .flatMap(([kind = '', place = '']) => {
      const protocol = PROTOCOLS[kind.toUpperCase()];
      return protocol === undefined || place === '' ? [] : [`${protocol}://${place}`];
    })
    .find((address) => URL.canParse(address));
  const ofEnvironment = proxyOfEnvironment(environment, url);
  if (named === undefined) return ofEnvironment;
  // Name and password stand in the environment alone.
  const isSame = ofEnvironment !== null && new URL(ofEnvironment).host === new URL(named).host;
  return isSame ? ofEnvironment : named;
}
