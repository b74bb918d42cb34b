import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  guardedRequest,
  namesThisComputer,
  OutboundFailed,
  OutboundRefused,
  type OutboundRequest,
  type ResolvedAddress,
  type Surroundings,
} from './guarded-request.ts';

const tlsFolder = resolve(import.meta.dirname, '../../test/fixtures/tls');
const certificate = readFileSync(resolve(tlsFolder, 'receiver.crt'), 'utf8');
const privateKey = readFileSync(resolve(tlsFolder, 'receiver.key'), 'utf8');

const opened: Server[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) {
    if ('closeAllConnections' in server) (server as unknown as { closeAllConnections(): void }).closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

async function listening(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  opened.push(server);
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const silentReceiver = () => listening(createTcpServer((socket) => void socket.on('error', () => {}).resume()));
const here = (listener: RequestListener) => listening(createServer(listener));

const LOCAL: OutboundRequest = {
  method: 'GET',
  timeoutMs: 5_000,
  maxBytes: 1_000,
  mayCallLocalAddresses: true,
  allowHttp: true,
};
const PUBLIC_ONLY: OutboundRequest = { ...LOCAL, mayCallLocalAddresses: false };

const names = (answers: Readonly<Record<string, readonly string[]>>): Surroundings & { readonly asked: string[] } => {
  const asked: string[] = [];
  return {
    asked,
    resolve: async (hostname) => {
      asked.push(hostname);
      return (answers[hostname] ?? []).map(
        (address): ResolvedAddress => ({ address, family: address.includes(':') ? 6 : 4 }),
      );
    },
  };
};

const failureOf = async (call: Promise<unknown>): Promise<unknown> => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof OutboundRefused || error instanceof OutboundFailed ? error.reason : error;
};

describe('what is not called', () => {
  it('names that lead into private networks or back here, even when one address of several does', async () => {
    const asked = names({
      'private.test': ['10.0.0.8'],
      'here.test': ['127.0.0.1'],
      'mixed.test': ['8.8.8.8', '192.168.0.1'],
      'six.test': ['2606:4700::1', '::ffff:127.0.0.1'],
    });
    for (const host of ['private.test', 'here.test', 'mixed.test', 'six.test']) {
      expect(await failureOf(guardedRequest(`https://${host}/`, PUBLIC_ONLY, asked)), host).toBe('addressNotPublic');
    }
  });

  it('addresses of this computer in any spelling, without a question to the resolver', async () => {
    const asked = names({});
    const spellings = [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0x7f.0.0.1',
      '127.0.0.1.',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '0',
      '①②⑦.0.0.1',
    ];
    for (const host of spellings)
      expect(await failureOf(guardedRequest(`https://${host}:8443/`, PUBLIC_ONLY, asked)), host).toBe(
        'addressNotPublic',
      );
    expect(asked.asked).toEqual([]);
  });

  it('credentials, other schemes, plain http where it is not allowed, and what is no address', async () => {
    expect(await failureOf(guardedRequest('https://user:secret@8.8.8.8/', PUBLIC_ONLY))).toBe('credentialsInUrl');
    expect(await failureOf(guardedRequest('https://example.com@127.0.0.1/', PUBLIC_ONLY))).toBe('credentialsInUrl');
    for (const url of ['ftp://8.8.8.8/', 'file:///etc/passwd', 'gopher://8.8.8.8/', 'data:text/plain,x']) {
      expect(await failureOf(guardedRequest(url, PUBLIC_ONLY)), url).toBe('unsupportedScheme');
    }
    expect(await failureOf(guardedRequest('http://8.8.8.8/', { ...PUBLIC_ONLY, allowHttp: false }))).toBe(
      'unsupportedScheme',
    );
    for (const url of ['', 'example.com/path', 'https://', 'https://[::1', 'https://256.256.256.256/']) {
      expect(await failureOf(guardedRequest(url, PUBLIC_ONLY)), url).toBe('malformedUrl');
    }
  });
});

it('calls the address that was looked at, though the name would lead elsewhere the second time', async () => {
  const reached: string[] = [];
  const first = createServer((_request, response) => (reached.push('first'), response.end()));
  const port = await listening(first, '127.0.0.2');
  await listening(
    createServer((_request, response) => (reached.push('second'), response.end())),
    '127.0.0.1',
    port,
  );
  let questions = 0;
  const rebinding: Surroundings = {
    resolve: async () => [{ address: (questions += 1) === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }],
  };
  expect((await guardedRequest(`http://rebinding.test:${port}/`, LOCAL, rebinding)).status).toBe(200);
  expect([reached, questions]).toEqual([['first'], 1]);
});

it('tries all addresses that a name has', async () => {
  const port = await here((_request, response) => response.end('reached'));
  const answer = await guardedRequest(`http://two.test:${port}/`, LOCAL, names({ 'two.test': ['::1', '127.0.0.1'] }));
  expect(answer.body.toString()).toBe('reached');
});

it('sends method, headers, path and the exact bytes of the body, and closes the connection', async () => {
  let seen: { request: IncomingMessage; body: string } | null = null;
  const port = await here(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    seen = { request, body: Buffer.concat(parts).toString() };
    response.writeHead(201, { 'x-answer': 'yes', 'set-cookie': 'a=b' }).end('created');
  });
  const body = '{"name":"김하나"}';
  const answer = await guardedRequest(`http://127.0.0.1:${port}/path?a=b%20c#part`, {
    ...LOCAL,
    method: 'POST',
    headers: { 'x-webhook-event': 'order.created' },
    body,
  });
  expect([answer.status, answer.headers['x-answer'], answer.body.toString(), answer.isCut]).toEqual([
    201,
    'yes',
    'created',
    false,
  ]);
  const { request } = seen as unknown as { request: IncomingMessage };
  expect([
    request.method,
    request.url,
    request.headers.host,
    request.headers['x-webhook-event'],
    request.headers['content-length'],
    request.headers.connection,
  ]).toEqual(['POST', '/path?a=b%20c', `127.0.0.1:${port}`, 'order.created', String(Buffer.byteLength(body)), 'close']);
  expect((seen as unknown as { body: string }).body).toBe(body);
});

it('takes a redirect for an answer and does not follow it', async () => {
  const paths: (string | undefined)[] = [];
  const port = await here((request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  const answer = await guardedRequest(`http://127.0.0.1:${port}/start`, LOCAL);
  expect([answer.status, answer.headers.location, paths]).toEqual([302, '/elsewhere', ['/start']]);
});

it('asks no proxy of the environment', async () => {
  let asked = 0;
  const proxy = await here((_request, response) => ((asked += 1), response.end()));
  const port = await here((_request, response) => response.end('direct'));
  const before = process.env['HTTP_PROXY'];
  process.env['HTTP_PROXY'] = `http://127.0.0.1:${proxy}`;
  try {
    expect((await guardedRequest(`http://127.0.0.1:${port}/`, LOCAL)).body.toString()).toBe('direct');
  } finally {
    if (before === undefined) delete process.env['HTTP_PROXY'];
    else process.env['HTTP_PROXY'] = before;
  }
  expect(asked).toBe(0);
});

it('knows a URL that names this computer', () => {
  const here = [
    'http://localhost:1',
    'http://app.localhost/',
    'http://localhost./',
    'http://127.0.0.1/',
    'http://[::1]:8080/',
    'http://2130706433/',
  ];
  const elsewhere = [
    'http://localhost.example.com/',
    'http://notlocalhost/',
    'http://10.0.0.1/',
    'http://user@example.com/',
    'localhost',
  ];
  expect([here.filter(namesThisComputer), elsewhere.filter(namesThisComputer)]).toEqual([here, []]);
});

describe('of the answer', () => {
  it('keeps as much as asked for and says that it was cut', async () => {
    const port = await here((_request, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 'x')));
        response.once('drain', more);
      };
      more();
    });
    const answer = await guardedRequest(`http://127.0.0.1:${port}/endless`, LOCAL);
    expect([answer.body.length, answer.isCut]).toEqual([1_000, true]);
  });

  it('takes exactly as much as asked for whole', async () => {
    const port = await here((_request, response) => response.end('x'.repeat(1_000)));
    const answer = await guardedRequest(`http://127.0.0.1:${port}/`, LOCAL);
    expect([answer.body.length, answer.isCut]).toEqual([1_000, false]);
  });

  it('a body that breaks off is a failure', async () => {
    const port = await here((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await failureOf(guardedRequest(`http://127.0.0.1:${port}/`, LOCAL))).toBe('connectionFailed');
  });

  it('a connection that is closed, switched or speaks something else is a failure', async () => {
    const speaking = (text: string) =>
      listening(createTcpServer((socket) => void socket.on('error', () => {}).once('data', () => socket.end(text))));
    for (const text of [
      '',
      'no http\r\n\r\n',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n',
    ]) {
      expect(await failureOf(guardedRequest(`http://127.0.0.1:${await speaking(text)}/`, LOCAL)), text).toBe(
        'connectionFailed',
      );
    }
  });
});

describe('the time limit', () => {
  const SHORT = { ...LOCAL, timeoutMs: 150 };

  it('covers the name', async () => {
    const silent: Surroundings = { resolve: () => new Promise(() => {}) };
    expect(await failureOf(guardedRequest('http://silent.test/', SHORT, silent))).toBe('timeout');
  });

  it('covers a receiver that takes the connection and says nothing, in TLS too', async () => {
    const port = await silentReceiver();
    expect(await failureOf(guardedRequest(`http://127.0.0.1:${port}/`, SHORT))).toBe('timeout');
    expect(await failureOf(guardedRequest(`https://127.0.0.1:${port}/`, SHORT))).toBe('timeout');
  });

  it('covers headers and bodies that drip, each drop in time', async () => {
    const dripping = (start: string) =>
      listening(
        createTcpServer(async (socket) => {
          socket.on('error', () => {}).write(start);
          while (!socket.destroyed) {
            socket.write('x');
            await delay(20);
          }
        }),
      );
    for (const start of ['HTTP/1.1 200 OK\r\nx-slow: ', 'HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n']) {
      expect(await failureOf(guardedRequest(`http://127.0.0.1:${await dripping(start)}/`, SHORT)), start).toBe(
        'timeout',
      );
    }
  });
});

it('gives up when it is told to', async () => {
  const port = await silentReceiver();
  const ending = new AbortController();
  const call = failureOf(guardedRequest(`http://127.0.0.1:${port}/`, { ...LOCAL, signal: ending.signal }));
  const reason = new Error('the service stops');
  ending.abort(reason);
  expect(await call).toBe(reason);
});

it('a receiver that nobody listens at, and a name that nobody knows, are failures', async () => {
  const server = createTcpServer();
  const port = await listening(server);
  await new Promise((done) => server.close(done));
  opened.length = 0;
  expect(await failureOf(guardedRequest(`http://127.0.0.1:${port}/`, LOCAL))).toBe('connectionFailed');
  expect(await failureOf(guardedRequest('http://nobody.test/', LOCAL, names({})))).toBe('nameNotResolved');
  const refusing: Surroundings = { resolve: () => Promise.reject(new Error('ENOTFOUND')) };
  expect(await failureOf(guardedRequest('http://nobody.test/', LOCAL, refusing))).toBe('nameNotResolved');
});

describe('over TLS', () => {
  const receiver = async (onName: (name: string | false) => void = () => {}) => {
    const server = createTlsServer({ key: privateKey, cert: certificate }, (request, response) => {
      onName((request.socket as unknown as { servername: string | false }).servername);
      response.end('private');
    });
    return listening(server);
  };

  it('names the host that was asked for and holds the certificate against it', async () => {
    const told: (string | false)[] = [];
    const port = await receiver((name) => told.push(name));
    const around = {
      ...names({ 'receiver.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] }),
      authorities: certificate,
    };
    expect(
      (await guardedRequest(`https://receiver.test:${port}/`, { ...LOCAL, allowHttp: false }, around)).body.toString(),
    ).toBe('private');
    expect(told).toEqual(['receiver.test']);
    expect(await failureOf(guardedRequest(`https://other.test:${port}/`, LOCAL, around))).toBe('connectionFailed');
  });

  it('trusts no certificate that nobody known has signed', async () => {
    const port = await receiver();
    expect(await failureOf(guardedRequest(`https://127.0.0.1:${port}/`, LOCAL))).toBe('connectionFailed');
  });
});
