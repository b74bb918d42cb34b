import { once } from 'node:events';
import { connect } from 'node:net';
import type { Host } from './service.ts';

export interface RawAnswer {
  readonly status: number;
  readonly head: Buffer;
  readonly text: string;
}

/** Where raw calls go: a host is called in turn when it stands for several processes, and a call names its address twice. */
export type Address = Pick<Host, 'url' | 'key'>;
export const oneAddressOf = ({ url, key }: Host): Address => ({ url, key });

/** Sends bytes as they are and reads until the connection ends: what no HTTP client would send or show. */
export async function rawCall(address: Address, head: readonly string[], body = ''): Promise<RawAnswer> {
  const { hostname, port } = new URL(address.url);
  const socket = connect(Number(port), hostname);
  const parts: Buffer[] = [];
  socket.on('data', (part) => parts.push(part));
  socket.write(Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1'));
  await once(socket, 'close');
  const answer = Buffer.concat(parts);
  const end = answer.indexOf('\r\n\r\n');
  return {
    status: Number(answer.subarray(9, 12).toString()),
    head: answer.subarray(0, end),
    text: answer.subarray(end + 4).toString('utf8'),
  };
}

/** The lines of a call that is sound but for what a test puts in. */
export const lines = (address: Address, method: string, path: string, ...more: string[]): string[] => {
  const { host: name, pathname } = new URL(address.url);
  return [
    `${method} ${pathname}${path} HTTP/1.1`,
    `Host: ${name}`,
    `Authorization: Bearer ${address.key}`,
    'Connection: close',
    ...more,
  ];
};
