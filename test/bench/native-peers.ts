import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** Time of one piece of work. `cpuMs` counts every thread; a busy machine lengthens `wallMs` alone. */
export interface Spent {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** A native library in a process of its own that goes on: what it answers is timed inside it, without any start. */
export interface NativePeer {
  readonly name: PeerName;
  /** Rejects when the library cannot do it. */
  ask(
    work: 'pages' | 'marks' | 'draw',
    path: string,
    first?: number,
    second?: number,
  ): Promise<Spent & { count: number }>;
  close(): void;
}

const SOURCES = resolve(import.meta.dirname, '../../test/bench/peers');

const PEERS = {
  libmupdf: {
    source: 'mupdf.c',
    compiler: ['cc', '-O2'],
    // Debian ships the library without a list of what it needs.
    libraries: [
      'mupdf',
      'mupdf-third',
      'freetype',
      'harfbuzz',
      'jpeg',
      'openjp2',
      'jbig2dec',
      'mujs',
      'gumbo',
      'z',
      'm',
    ],
    packages:
      'libmupdf-dev libfreetype-dev libjpeg-dev libharfbuzz-dev libopenjp2-7-dev libjbig2dec0-dev libmujs-dev libgumbo-dev',
  },
  libpoppler: {
    source: 'poppler.cc',
    compiler: ['c++', '-O2', '-I/usr/include/poppler/cpp'],
    libraries: ['poppler-cpp'],
    packages: 'libpoppler-cpp-dev',
  },
} as const;
export type PeerName = keyof typeof PEERS;

/** Builds and starts a peer; null, with a printed reason, where it cannot be built. Close it. */
export function startPeer(name: PeerName): NativePeer | null {
  const { source, compiler, libraries, packages } = PEERS[name];
  const folder = join(import.meta.dirname, 'peers');
  mkdirSync(folder, { recursive: true });
  const program = join(folder, name);
  const [command, ...options] = compiler;
  const built = spawnSync(
    command,
    [...options, '-o', program, join(SOURCES, source), ...libraries.map((one) => `-l${one}`)],
    {
      encoding: 'utf8',
    },
  );
  if (built.status !== 0) {
    const reason = built.error?.message ?? built.stderr.split('\n').find((line) => line.includes('error')) ?? 'unknown';
    console.log(
      `Left out: ${name} in one process (${reason.trim()}). On Debian: apt-get install gcc g++ ${packages}\n`,
    );
    return null;
  }
  return new Peer(name, spawn(program, { stdio: 'pipe' }));
}

class Peer implements NativePeer {
  private readonly lines: AsyncIterator<string>;

  constructor(
    readonly name: PeerName,
    private readonly child: ChildProcessWithoutNullStreams,
  ) {
    this.lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  async ask(work: string, path: string, first = 0, second = 0): Promise<Spent & { count: number }> {
    this.child.stdin.write(`${work}\t${path}\t${first}\t${second}\n`);
    const { value, done } = await this.lines.next();
    if (done === true) throw new Error(`${this.name} ended`);
    const [cpuUs, wallUs, count] = value.split(' ').map(Number);
    if (cpuUs === undefined || wallUs === undefined || count === undefined || Number.isNaN(cpuUs))
      throw new Error(`${this.name}: ${value}`);
    return { cpuMs: cpuUs / 1000, wallMs: wallUs / 1000, count };
  }

  close(): void {
    this.child.stdin.end();
  }
}
