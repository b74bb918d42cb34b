import ipaddr from 'ipaddr.js';

/** All that IANA has given out as global unicast; the transition prefixes around it hide IPv4 addresses of any kind. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address, as a resolver or a URL's host writes it, leads to the public internet. Everything special is not
 * public: private, loopback, link-local, unique-local, carrier-grade NAT, multicast, broadcast, unspecified,
 * documentation, benchmarking, 6to4, Teredo, NAT64, and IPv4 addresses written into IPv6 ones.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST_V6);
}

/**
 * Who an address stands for where callers are counted: of an IPv6 address its first 64 bits, which is what one line is
 * given; an IPv4-mapped address is what it maps. What is no address stands for itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : parsed.parts.slice(0, 4).join(':');
}

/** The one spelling for all that an address can be written in; an IPv4-mapped address is what it maps. What is no address stays as it is. */
export const spelledOnce = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;

/** Whether an address is this computer itself. An IPv4-mapped address is what it maps. */
export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
