import { isThisComputer } from '../../src-core/desk/key-carrier.ts';

/** The proxy that leads to an address, as its own address (`http://name:password@host:port`); null: straight. */
export type ProxyOf = (url: URL) => Promise<string | null> | string | null;

type Environment = Readonly<Record<string, string | undefined>>;

/** In either case, the small ones first, as curl reads them; an empty one says that there is none. */
const said = (environment: Environment, name: string): string | undefined =>
  environment[name.toLowerCase()] ?? environment[name];

/**
 * By `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`: names with what lies below them (`example.com`, `.example.com`), with a port or
 * without, addresses, or `*`. What leads to this computer is nobody else's.
 */
export function proxyOfEnvironment(environment: Environment, url: URL): string | null {
  if (isThisComputer(url) || isExcepted(said(environment, 'NO_PROXY') ?? '', url)) return null;
  const proxy = said(environment, url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY')?.trim() ?? '';
  return proxy === '' ? null : addressOf(proxy);
}

/** Many write it without its protocol. Null for what is no address. */
function addressOf(proxy: string): string | null {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
  return /^https?:/i.test(address) && URL.canParse(address) ? address : null;
}

function isExcepted(exceptions: string, { hostname, port, protocol }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  const portOf = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return exceptions
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .some((one) => {
      if (one === '*') return true;
      // The colons of an IPv6 address without its brackets lead to no port.
      const isBareIpv6 = (one.match(/:/g)?.length ?? 0) > 1 && !one.startsWith('[');
      const [, named = '', ofPort] = isBareIpv6 ? [one, one] : (/^\[?(.*?)\]?(?::(\d+))?$/.exec(one) ?? []);
      const name = named.replace(/^\*?\./, '').toLowerCase();
      if (ofPort !== undefined && ofPort !== portOf) return false;
      return host === name || host.endsWith(`.${name}`);
    });
}
