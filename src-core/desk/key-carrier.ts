/** The parts of a parsed address (WHATWG URL) that tell where a request goes. */
export interface AddressParts {
  /** With its colon: `https:`. */
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
}

/** 127.0.0.0/8 in the form that every spelling of it takes in a parsed address. */
const LOOPBACK_IPV4 = /^127(?:\.\d{1,3}){3}$/;

/**
 * Whether an API key may be sent to this address: over TLS, or to this computer itself. Anything else shows the key to
 * every network in between. An address that carries a name and a password of its own is refused too.
 */
export function mayCarryKey({ protocol, hostname, username, password }: AddressParts): boolean {
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isThisComputer({ hostname }));
}

/** Whether it leads to this computer itself: no network lies in between, and no proxy. */
export const isThisComputer = ({ hostname }: Pick<AddressParts, 'hostname'>): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || LOOPBACK_IPV4.test(hostname);
