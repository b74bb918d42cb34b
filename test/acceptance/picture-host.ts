import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A host on this computer that a partner's picture addresses lead to. Counts what it is asked for. */
export class PictureHost {
  readonly asked: string[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(answers: Readonly<Record<string, (response: ServerResponse) => void>>): Promise<PictureHost> {
    const server = createServer((request, response) => {
      const path = request.url ?? '';
      host.asked.push(path);
      const answer = answers[path];
      if (answer) answer(response);
      else response.writeHead(404).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = new PictureHost(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return host;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
