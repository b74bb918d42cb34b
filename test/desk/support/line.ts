import { connect, createServer, type Server, type Socket } from 'node:net';

const TICK_MS = 20;

/** Carries what is sent to a service at a speed of its own, all connections together, and counts it. */
export class Line {
  readonly #server: Server;
  readonly #waiting: { readonly to: Socket; readonly from: Socket; readonly bytes: Buffer }[] = [];
  readonly #timer: NodeJS.Timeout;
  carriedBytes = 0;

  constructor(target: URL, bytesPerSecond: number) {
    this.#server = createServer((from) => {
      const to = connect(Number(target.port), target.hostname);
      from.on('data', (bytes) => {
        // Nothing more is read before it was carried.
        from.pause();
        // The service is spoken to by its own name.
        const text = bytes.toString('latin1').replace(/^host: .*$/im, `host: ${target.host}`);
        this.#waiting.push({ to, from, bytes: Buffer.from(text, 'latin1') });
      });
      to.pipe(from);
      for (const socket of [from, to]) socket.on('error', () => undefined);
      from.on('close', () => to.destroy());
      to.on('close', () => from.destroy());
    });
    let credit = 0;
    let lastMs = performance.now();
    this.#timer = setInterval(() => {
      const nowMs = performance.now();
      credit = Math.min(credit + ((nowMs - lastMs) * bytesPerSecond) / 1000, bytesPerSecond);
      lastMs = nowMs;
      for (let next = this.#waiting[0]; next !== undefined && credit > 0; next = this.#waiting[0]) {
        this.#waiting.shift();
        credit -= next.bytes.length;
        this.carriedBytes += next.bytes.length;
        next.to.write(next.bytes);
        next.from.resume();
      }
    }, TICK_MS);
  }

  listen(): Promise<number> {
    return new Promise((done) =>
      this.#server.listen(0, '127.0.0.1', () => done((this.#server.address() as { port: number }).port)),
    );
  }

  close(): void {
    clearInterval(this.#timer);
    this.#server.close();
  }
}
