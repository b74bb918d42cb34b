import { expect, test, vi } from 'vitest';
import type { FromService, ServiceHello, ToService } from '../../src-core/ipc/service-host.ts';
import type { ServiceChoice } from '../../src-core/ipc/subjects/connections.ts';
import type { DeskStatus } from '../desk/desk.ts';
import { ServiceHost, type ServiceHostOptions, type ServiceState } from './service-host.ts';
import type { ServiceChild } from './service-process.ts';
import { AppError } from '../../src-core/desk/app-errors.ts';
import { ShellError } from './shell-error.ts';
import { statusOf } from './shell-handlers.ts';

const hello: ServiceHello = {
  ready: true,
  contract: 'specified',
  sandboxUrl: 'http://127.0.0.1:4001/v1',
  liveUrl: 'http://127.0.0.1:4002/v1',
  keys: null,
  printHouse: { url: 'http://127.0.0.1:4003', token: 't' },
  pid: 1,
  dataDir: '/data',
};

type Behaviour = (say: (message: FromService) => void, exit: (code: number) => void, message: ToService) => void;

const good: Behaviour = (say, exit, message) => {
  if (message.type === 'stop') {
    say({ type: 'stopped' });
    exit(0);
    return;
  }
  say({ type: 'step', step: 'dataFolder' });
  say({ type: 'step', step: 'listening' });
  say({ type: 'ready', hello });
};

class Child implements ServiceChild {
  readonly pid = 1;
  readonly received: ToService[] = [];
  readonly #behaviour: Behaviour;
  #tell: (raw: unknown) => void = () => undefined;
  exit: (code: number) => void = () => undefined;

  constructor(behaviour: Behaviour) {
    this.#behaviour = behaviour;
  }

  send(message: ToService): void {
    this.received.push(message);
    queueMicrotask(() =>
      this.#behaviour(
        (one) => this.#tell(one),
        (code) => this.exit(code),
        message,
      ),
    );
  }

  onMessage(listener: (raw: unknown) => void): void {
    this.#tell = listener;
  }

  onExit(listener: (code: number) => void): void {
    this.exit = listener;
  }

  kill(): void {
    this.exit(137);
  }
}

const DESK = { connection: { kind: 'builtIn' } } as DeskStatus;
const SPECIFIED: ServiceChoice = { contract: 'specified', allowLocalAddresses: false };

function setUp(behaviours: readonly Behaviour[], more: Partial<ServiceHostOptions> = {}) {
  const children: Child[] = [];
  const states: ServiceState[] = [];
  const waits: { delayMs: number; run: () => void }[] = [];
  let nowMs = 0;
  const host = new ServiceHost({
    spawn: () => {
      const child = new Child(behaviours[children.length] ?? good);
      children.push(child);
      return child;
    },
    clock: { nowMs: () => (nowMs += 10) },
    log: { write: () => undefined },
    after: (delayMs, run) => {
      waits.push({ delayMs, run });
      return () => undefined;
    },
    optionsFor: (choice, reissueKeys) => ({
      ...choice,
      dataDir: '/data',
      databaseUrl: null,
      reissueKeys,
      startOverId: null,
      openingSandboxCredit: 0,
    }),
    connect: async () => 'connected',
    onState: (state) => states.push(state),
    dumpAtRest: async () => false,
    limits: { silenceMs: 200, stopMs: 50 },
    ...more,
  });
  return { host, children, states, waits };
}

test('a start ticks off its steps and ends running; a second start under the same profile keeps the process', async () => {
  const { host, children, states } = setUp([]);
  await host.start(SPECIFIED);
  await host.start(SPECIFIED);
  expect(children).toHaveLength(1);
  const marks = states.map((state) =>
    state.status === 'off' ? '' : state.start.steps.map((one) => one.state[0]).join(''),
  );
  expect(marks).toEqual(['rwwwwwww', 'rwwwwwww', 'dddddrww', 'ddddddrw', 'dddddddd']);
  expect(host.state).toMatchObject({ status: 'running', hello });
});

test('another profile stops the running service and starts it anew', async () => {
  const { host, children } = setUp([]);
  await host.start(SPECIFIED);
  await host.start({ ...SPECIFIED, contract: 'public-2026-09' });
  expect(
    children.map((child) =>
      child.received.map((message) => (message.type === 'start' ? message.options.contract : 'stop')),
    ),
  ).toEqual([['specified', 'stop'], ['public-2026-09']]);
});

test('the switch for local addresses reaches the service, and throwing it starts the service anew', async () => {
  const { host, children } = setUp([]);
  await host.start(SPECIFIED);
  await host.start({ ...SPECIFIED, allowLocalAddresses: true });
  await host.start({ ...SPECIFIED, allowLocalAddresses: true });
  const received = children.map((child) =>
    child.received.map((message) => (message.type === 'start' ? message.options.allowLocalAddresses : 'stop')),
  );
  expect(received).toEqual([[false, 'stop'], [true]]);
});

test('a restart is a new process under the same choice, for one that broke too; one that is off stays off', async () => {
  const broken: Behaviour = (say, exit, message) =>
    message.type === 'stop' ? exit(0) : say({ type: 'failed', step: 'database', reason: 'no' });
  const { host, children } = setUp([good, broken]);
  await host.restart();
  expect([children.length, host.state.status]).toEqual([0, 'off']);
  await host.start({ ...SPECIFIED, allowLocalAddresses: true });
  await expect(host.restart()).rejects.toBeInstanceOf(ShellError);
  expect(host.state.status).toBe('broken');
  await host.restart();
  expect(host.state.status).toBe('running');
  const received = children.map((child) =>
    child.received.map((message) => (message.type === 'start' ? message.options.allowLocalAddresses : 'stop')),
  );
  expect(received).toEqual([[true, 'stop'], [true, 'stop'], [true]]);
});

test('lost keys make it start again with new ones', async () => {
  const answers = ['keysLost', 'connected'] as const;
  let asked = 0;
  const { host, children } = setUp([], { connect: async () => answers[asked++] ?? 'connected' });
  await host.start(SPECIFIED);
  expect(children[1]?.received[0]).toMatchObject({ type: 'start', options: { reissueKeys: true } });
  expect(host.state.status).toBe('running');
});

test('what the desk says of its keychain is told as it is', async () => {
  let isLocked = true;
  const connect = () =>
    isLocked ? Promise.reject(new AppError('KEY_WITHHELD')) : Promise.resolve('connected' as const);
  const { host } = setUp([], { connect });
  await expect(host.start(SPECIFIED)).rejects.toBeInstanceOf(ShellError);
  expect(host.state).toMatchObject({ status: 'broken', problem: { key: 'errors.KEY_WITHHELD' } });
  isLocked = false;
  await host.restart();
  expect(host.state.status).toBe('running');
});

test.each<[string, Behaviour, string]>([
  [
    'reports a failure',
    (say) => say({ type: 'failed', step: 'database', reason: 'no space left on device' }),
    'no space left on device',
  ],
  ['ends', (_say, exit) => exit(3), 'the service process ended with code 3'],
  ['says nothing', () => undefined, 'no word from the service for 0.2 s'],
])('a service that %s at its start is told as broken, with the reason', async (_what, behaviour, reason) => {
  const stubborn: Behaviour = (say, exit, message) =>
    message.type === 'stop' ? undefined : behaviour(say, exit, message);
  const { host } = setUp([stubborn]);
  await expect(host.start(SPECIFIED)).rejects.toBeInstanceOf(ShellError);
  expect(host.state).toMatchObject({
    status: 'broken',
    problem: { key: 'shell.service.startFailed', params: { reason } },
  });
  await host.start(SPECIFIED);
  expect(host.state.status).toBe('running');
});

test('a service that dies is started again three times, waiting longer each time, and then is broken', async () => {
  const { host, children, waits } = setUp([]);
  await host.start(SPECIFIED);
  for (const delayMs of [500, 2_000, 8_000]) {
    children.at(-1)?.exit(9);
    await vi.waitFor(() => expect(waits.at(-1)?.delayMs).toBe(delayMs));
    expect(host.state.status).toBe('starting');
    waits.at(-1)?.run();
    await vi.waitFor(() => expect(host.state.status).toBe('running'));
  }
  children.at(-1)?.exit(9);
  await vi.waitFor(() =>
    expect(host.state).toMatchObject({
      status: 'broken',
      problem: { key: 'shell.service.diedOften', params: { code: 9 } },
    }),
  );
  expect([children.length, waits.length]).toEqual([4, 3]);
});

test('closing asks the service to stop, ends one that does not, and lets none come back', async () => {
  const polite = setUp([]);
  await polite.host.start(SPECIFIED);
  await polite.host.close();
  expect(polite.children[0]?.received.at(-1)).toEqual({ type: 'stop' });

  const deaf = setUp([(say, exit, message) => (message.type === 'stop' ? undefined : good(say, exit, message))]);
  await deaf.host.start(SPECIFIED);
  await deaf.host.close();
  expect([deaf.host.state.status, deaf.waits.length]).toEqual(['off', 0]);
});

test('closing in the middle of a start does not wait for its end', async () => {
  const { host, children } = setUp([
    (say, exit, message) => (message.type === 'stop' ? exit(0) : say({ type: 'step', step: 'database' })),
  ]);
  const starting = host.start(SPECIFIED).catch((error: unknown) => error);
  await vi.waitFor(() => expect(children[0]?.received).toHaveLength(1));
  await host.close();
  expect(await starting).toBeInstanceOf(ShellError);
  expect(children).toHaveLength(1);
});

test('a service whose database is away is not told as running until it is back, and its process is kept', async () => {
  let tell: (message: FromService) => void = () => undefined;
  const { host, children, states } = setUp([
    (say, exit, message) => {
      tell = say;
      good(say, exit, message);
    },
  ]);
  await host.start(SPECIFIED);
  tell({ type: 'answering', isWell: false });
  expect(statusOf(host.state, DESK, null)).toMatchObject({ phase: 'starting' });
  expect(host.state).toMatchObject({ status: 'recovering', hello });
  expect(
    host.state.status === 'off' ? null : host.state.start.steps.find(({ state }) => state === 'running')?.step,
  ).toBe('database');
  await host.start(SPECIFIED);
  tell({ type: 'answering', isWell: true });
  expect(statusOf(host.state, DESK, null)).toMatchObject({ phase: 'ready' });
  expect(states.slice(-2).map(({ status }) => status)).toEqual(['recovering', 'running']);
  expect(children).toHaveLength(1);
});

test('one that gives its database up ends, and is started again', async () => {
  let tell: (message: FromService) => void = () => undefined;
  const { host, children, waits } = setUp([
    (say, exit, message) => {
      tell = say;
      good(say, exit, message);
    },
  ]);
  await host.start(SPECIFIED);
  tell({ type: 'answering', isWell: false });
  children[0]?.exit(1);
  await vi.waitFor(() => expect(waits).toHaveLength(1));
  waits[0]?.run();
  await vi.waitFor(() => expect(host.state.status).toBe('running'));
  expect(children).toHaveLength(2);
});

test('a running service writes its own database, one at rest has it written, and a death amid it is told', async () => {
  const dumping: Behaviour = (say, exit, message) => {
    if (message.type !== 'dump') return good(say, exit, message);
    if (message.folder === '/dies') return exit(9);
    say({ type: 'dumped', reason: message.folder === '/full' ? 'ENOSPC' : null });
  };
  const atRest: string[] = [];
  const { host, children } = setUp([dumping], { dumpAtRest: async (folder) => atRest.push(folder) > 0 });
  expect(await host.dump('/before')).toBe(true);
  await host.start(SPECIFIED);
  expect(await host.dump('/a')).toBe(true);
  await expect(host.dump('/full')).rejects.toThrow('ENOSPC');
  expect(await host.dump('/b')).toBe(true);
  await expect(host.dump('/dies')).rejects.toThrow('ended with code 9');
  expect(atRest).toEqual(['/before']);
  expect(children[0]?.received.filter(({ type }) => type === 'dump')).toEqual(
    ['/a', '/full', '/b', '/dies'].map((folder) => ({ type: 'dump', folder })),
  );
});
