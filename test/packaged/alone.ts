import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';

/** What runs behind it has a network of its own, in which there is nothing but a loopback. */
export const ALONE = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'alone'] as const;

/** Linux lets no user do it everywhere. */
export const mayBeAlone = (): boolean => {
  const [program, ...words] = ALONE;
  return spawnSync(program, [...words, 'true']).status === 0;
};

/** By what a process reaches others. */
export const networksOf = ({ pid }: ChildProcess): readonly string[] =>
  [...readFileSync(`/proc/${pid}/net/dev`, 'utf8').matchAll(/^\s*(\S+):/gm)].map(([, name = '']) => name);

/** Listens at a socket's file, which is seen from every network of a machine, and goes on to a port of this one. */
const RELAY = `
const { connect, createServer } = require('node:net');
const [file, port] = process.argv.slice(1);
createServer((one) => {
  const other = connect(Number(port), '127.0.0.1');
  for (const end of [one, other]) end.on('error', () => [one, other].forEach((each) => each.destroy()));
  one.pipe(other).pipe(one);
}).listen(file);
`;
const LISTENS_WITHIN_MS = 10_000;

/** A port of this network that leads to one of the loopback that `process` has alone. `address` as it is told in there. */
export async function wayInto(
  { pid }: ChildProcess,
  address: string,
  file: string,
): Promise<{ readonly address: string; readonly close: () => void }> {
  const url = new URL(address);
  const words = [`--net=/proc/${pid}/ns/net`, process.execPath, '-e', RELAY, file, url.port];
  const relay = spawn('nsenter', words, { stdio: 'ignore' });
  for (const endMs = performance.now() + LISTENS_WITHIN_MS; !existsSync(file); ) {
    if (performance.now() > endMs) throw new Error('nobody leads into the other network');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  chmodSync(file, 0o600);
  const server = createServer((one) => {
    const other = connect(file);
    for (const end of [one, other]) end.on('error', () => [one, other].forEach((each) => each.destroy()));
    one.pipe(other).pipe(one);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url.port = String((server.address() as AddressInfo).port);
  const close = (): void => {
    server.close();
    relay.kill();
    rmSync(file, { force: true });
  };
  return { address: url.href, close };
}
