import { describe, expect, it } from 'vitest';
import { uploadEta, type Eta, type LaneUse } from '../../../src-core/desk/upload-pace.ts';
import { SendingProgress } from './sending-progress.ts';

const MB = 1_000_000;
/** 100 Mbit/s. */
const LINE = 12.5 * MB;
const TICK_MS = 20;
/** The service reads and judges what it was sent; a call goes there and back. */
const JUDGED_IN_MS = 150;
const CALL_MS = 40;
/** What the computer takes from the desk before it is on the line. */
const BUFFER_BYTES = 1.5 * MB;
/** Of the limits, as the lanes take them. */
const UPLOADS = 190;
const CALLS = 285;

/** A lane on the clock of the simulation, by the rule of `RateLane`. */
class Lane {
  waits = 0;
  waiting = 0;
  readonly sentAtMs: number[] = [];
  constructor(
    readonly atMost: number,
    readonly now: () => number,
  ) {}

  get isWaitedFor(): boolean {
    return this.waiting > 0;
  }

  mayEnter(): boolean {
    if (this.sentAtMs.filter((atMs) => atMs > this.now() - 60_000).length >= this.atMost) return false;
    this.sentAtMs.push(this.now());
    return true;
  }

  use(): LaneUse {
    const nowMs = this.now();
    const sentAgoMs = this.sentAtMs.filter((atMs) => atMs > nowMs - 60_000).map((atMs) => nowMs - atMs);
    return { atMost: this.atMost, sentAgoMs, heldForMs: 0 };
  }
}

type Step = { readonly kind: 'call' } | { readonly kind: 'cover' | 'contents'; readonly bytes: number };

interface Worker {
  jobId: string;
  steps: Step[];
  /** Of the step in hand; null while it waits for its lane. */
  leftOnLine: number | null;
  handedOver: number;
  endsAtMs: number | null;
  isWaiting: boolean;
}

interface Album {
  readonly cover: number;
  readonly contents: number;
}

interface Told {
  readonly atMs: number;
  readonly eta: Eta | null;
}

interface Course {
  readonly bytesPerSecond?: (atMs: number) => number;
  /** Nothing is sent from `fromMs` on for `forMs`. */
  readonly pause?: { readonly fromMs: number; readonly forMs: number };
}

/** Two books at once through both lanes and one line, as the queue sends them; what it would have said each second. */
function simulate(albums: readonly Album[], { bytesPerSecond = () => LINE, pause }: Course = {}) {
  let nowMs = 1_000_000;
  const startedMs = nowMs;
  const now = () => nowMs;
  const lanes = { upload: new Lane(UPLOADS, now), general: new Lane(CALLS, now) };
  const progress = new SendingProgress({ nowMs: now }, () => [lanes.upload, lanes.general]);
  const queue = albums.map(({ cover, contents }, at) => ({
    jobId: String(at),
    steps: [
      { kind: 'call' },
      { kind: 'cover', bytes: cover },
      { kind: 'contents', bytes: contents },
      { kind: 'call' },
    ] as Step[],
  }));
  const left = {
    bytes: albums.reduce((sum, { cover, contents }) => sum + cover + contents, 0),
    files: 2 * albums.length,
    generalCalls: 2 * albums.length,
  };
  let workers: Worker[] = [];
  const told: Told[] = [];
  const start = (worker: Worker): void => {
    const [step] = worker.steps;
    if (step === undefined || worker.leftOnLine !== null) return;
    const lane = step.kind === 'call' ? lanes.general : lanes.upload;
    const mayEnter = lane.mayEnter();
    if (!mayEnter && !worker.isWaiting) lane.waits += 1;
    if (mayEnter === worker.isWaiting) lane.waiting += mayEnter ? -1 : 1;
    worker.isWaiting = !mayEnter;
    if (!mayEnter) return;
    worker.leftOnLine = step.kind === 'call' ? 0 : step.bytes;
    worker.handedOver = 0;
    worker.endsAtMs = step.kind === 'call' ? nowMs + CALL_MS : null;
  };
  const done = (worker: Worker): void => {
    const step = worker.steps.shift();
    worker.leftOnLine = null;
    worker.endsAtMs = null;
    if (step?.kind === 'call') left.generalCalls -= 1;
    else if (step !== undefined) {
      left.files -= 1;
      left.bytes -= step.bytes;
    }
    if (worker.steps.length > 0) {
      progress.acknowledged(worker.jobId);
      return;
    }
    progress.end(worker.jobId);
    workers = workers.filter((other) => other !== worker);
  };
  let pausedMs = 0;
  while (queue.length + workers.length > 0) {
    if (pause !== undefined && pausedMs === 0 && nowMs - startedMs >= pause.fromMs) {
      // "Stop now": what is under way goes back to its place and is sent again from its first byte.
      for (const { jobId, steps, isWaiting } of workers.toReversed()) {
        progress.end(jobId);
        queue.unshift({ jobId, steps });
        if (isWaiting) (steps[0]?.kind === 'call' ? lanes.general : lanes.upload).waiting -= 1;
      }
      workers = [];
      pausedMs = pause.forMs;
      nowMs += pausedMs;
    }
    while (workers.length < 2 && queue.length > 0) {
      const job = queue.shift();
      if (job === undefined) break;
      progress.begin(job.jobId);
      workers.push({ ...job, leftOnLine: null, handedOver: 0, endsAtMs: null, isWaiting: false });
    }
    nowMs += TICK_MS;
    for (const worker of workers) start(worker);
    const onLine = workers.filter(({ leftOnLine, endsAtMs }) => leftOnLine !== null && endsAtMs === null);
    for (const worker of onLine) {
      const step = worker.steps[0];
      if (step === undefined || step.kind === 'call') continue;
      const carried = ((bytesPerSecond(nowMs - startedMs) / onLine.length) * TICK_MS) / 1000;
      worker.leftOnLine = Math.max(0, (worker.leftOnLine ?? 0) - carried);
      const handedOver = Math.min(step.bytes, step.bytes - worker.leftOnLine + BUFFER_BYTES);
      progress.add(worker.jobId, step.kind, handedOver - worker.handedOver);
      worker.handedOver = handedOver;
      if (worker.leftOnLine === 0) worker.endsAtMs = nowMs + JUDGED_IN_MS;
    }
    for (const worker of workers) if (worker.endsAtMs !== null && worker.endsAtMs <= nowMs) done(worker);
    if ((nowMs - startedMs) % 1_000 < TICK_MS)
      told.push({
        atMs: nowMs - startedMs,
        eta: uploadEta(
          {
            bytes: Math.max(0, left.bytes - progress.bytesOnTheirWay),
            files: left.files,
            uploads: Math.max(0, left.files - progress.filesOnTheirWay),
            generalCalls: left.generalCalls,
          },
          progress.pace,
          { upload: lanes.upload.use(), general: lanes.general.use() },
        ),
      });
  }
  const tookMs = nowMs - startedMs;
  /** Of what was told, how far off it was, where there are at least five seconds to tell of; a pause to come is nobody's to know. */
  const off = (fromMs: number, toMs = Infinity): readonly { readonly atMs: number; readonly share: number }[] =>
    told
      .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
      .map(({ atMs, eta }) => {
        const toCome = pause !== undefined && atMs <= pause.fromMs ? pause.forMs : 0;
        const leftMs = tookMs - toCome - atMs;
        return { atMs, share: leftMs < 5_000 ? 0 : ((eta?.etaMs ?? Infinity) - leftMs) / leftMs };
      });
  const worst = (fromMs: number, toMs?: number) =>
    off(fromMs, toMs).reduce((most, each) => (Math.abs(each.share) > Math.abs(most.share) ? each : most), {
      atMs: 0,
      share: 0,
    });
  return { tookMs, told, worst };
}

const alike = (count: number, contents: number, cover = contents / 20): Album[] =>
  Array.from({ length: count }, () => ({ cover, contents }));
/** Of the same sizes in every run. */
const mixed = (count: number): Album[] =>
  Array.from({ length: count }, (_, at) => {
    const share = ((at * 7919) % 101) / 101;
    return { cover: (1 + 9 * share) * MB, contents: (2 + 163 * share ** 2) * MB };
  });
const WITHIN = 0.15;
/** After the line became another one, so long passes until the estimate is right again: it tells what is measured. */
const LEARNED_IN_MS = 45_000;

describe('the estimate stays within 15 % of what is left from the first tenth on', () => {
  const cases: readonly [string, readonly Album[], Course, 'bandwidth' | 'rate'][] = [
    ['200 albums of 165 MB', alike(200, 157 * MB, 8 * MB), {}, 'bandwidth'],
    ['200 proofs of 2 MB', alike(200, 1.5 * MB, 0.5 * MB), {}, 'rate'],
    ['200 proofs of 100 KB', alike(200, 80_000, 20_000), {}, 'rate'],
    ['2,000 proofs of 2 MB', alike(2_000, 1.5 * MB, 0.5 * MB), {}, 'rate'],
    ['as many as the lines let through', alike(90, 1 * MB), {}, 'bandwidth'],
    ['300 books of 3 to 175 MB', mixed(300), {}, 'bandwidth'],
    ['100 proofs before 60 albums', [...alike(100, 2 * MB), ...alike(60, 150 * MB)], {}, 'bandwidth'],
    [
      'a pause of an hour in the middle of 200 albums',
      alike(200, 157 * MB, 8 * MB),
      { pause: { fromMs: 1_200_000, forMs: 3_600_000 } },
      'bandwidth',
    ],
    [
      'a line that wavers by a third every few seconds',
      alike(120, 100 * MB),
      { bytesPerSecond: (atMs) => LINE * (1 + 0.33 * Math.sin(atMs / 1_300)) },
      'bandwidth',
    ],
  ];
  it.each(cases)('%s', (_, albums, course, bound) => {
    const { tookMs, told, worst } = simulate(albums, course);
    const sendingMs = tookMs - (course.pause?.forMs ?? 0);
    expect(Math.abs(worst(sendingMs / 10).share), JSON.stringify(worst(sendingMs / 10))).toBeLessThanOrEqual(WITHIN);
    expect(told.find(({ atMs }) => atMs >= sendingMs / 10)?.eta?.bound).toBe(bound);
  });
});

it('of a line that becomes half as fast the estimate is right again after 45 seconds, and of one twice as fast', () => {
  for (const [before, after] of [
    [LINE, LINE / 2],
    [LINE / 2, LINE],
  ] as const) {
    const { tookMs, worst } = simulate(alike(100, 157 * MB, 8 * MB), {
      bytesPerSecond: (atMs) => (atMs < 600_000 ? before : after),
    });
    expect(tookMs).toBeGreaterThan(900_000);
    // Nobody knew before; this would find an estimate that looks at what comes.
    expect(Math.abs(worst(590_000, 600_000).share)).toBeGreaterThan(0.3);
    expect(Math.abs(worst(600_000 + LEARNED_IN_MS).share)).toBeLessThanOrEqual(WITHIN);
  }
});

it('large books before so many small ones that these fill a minute: short by that minute at most', () => {
  const { told, tookMs } = simulate([...alike(60, 150 * MB), ...alike(100, 2 * MB)]);
  for (const { atMs, eta } of told.filter(({ atMs: at }) => at > tookMs / 10))
    expect(tookMs - atMs - (eta?.etaMs ?? 0), `at ${atMs}`).toBeLessThanOrEqual(60_000 + WITHIN * (tookMs - atMs));
});

it('counts down smoothly: no second changes it by more than a tenth while nothing else changes', () => {
  const { told, tookMs } = simulate(mixed(300));
  for (const [at, { atMs, eta }] of told.entries()) {
    const before = told[at - 1]?.eta;
    if (before === undefined || before === null || eta === null || atMs < tookMs / 10 || eta.etaMs < 20_000) continue;
    expect(Math.abs(eta.etaMs - before.etaMs) / before.etaMs, `at ${atMs}`).toBeLessThan(0.1);
  }
});

it('is not guessed before a pace is known', () => {
  expect(simulate(alike(20, 50 * MB)).told[0]?.eta).toBeNull();
});

it('after a pause of ten minutes in the middle of 200 proofs it knows that a new minute has begun', () => {
  const pause = { fromMs: 40_000, forMs: 600_000 };
  const { tookMs, worst } = simulate(alike(200, 1.5 * MB, 0.5 * MB), { pause });
  expect(tookMs - pause.fromMs - pause.forMs).toBeLessThan(70_000);
  expect(Math.abs(worst(pause.fromMs + pause.forMs + 1).share)).toBeLessThanOrEqual(WITHIN);
});

it('a rest, a night asleep and a wait for a lane are no part of the pace', () => {
  let nowMs = 1_000_000;
  const lane = { waits: 0, isWaitedFor: false };
  const progress = new SendingProgress({ nowMs: () => nowMs }, () => [lane]);
  const send = (seconds: number) => {
    for (let at = 0; at < seconds * 10; at++) {
      nowMs += 100;
      progress.add('j', 'contents', LINE / 10);
    }
  };
  const etaMs = () =>
    uploadEta({ bytes: LINE * 100, files: 0, uploads: 0, generalCalls: 0 }, progress.pace, null)?.etaMs;
  progress.begin('j');
  send(30);
  expect(etaMs()).toBeCloseTo(100_000, -3);
  progress.end('j');
  nowMs += 30_000;
  progress.begin('j');
  send(10);
  expect(etaMs()).toBeCloseTo(100_000, -3);
  nowMs += 8 * 3_600_000;
  send(10);
  expect(etaMs()).toBeCloseTo(100_000, -3);
  lane.isWaitedFor = true;
  lane.waits += 1;
  nowMs += 10_000;
  send(0.1);
  nowMs += 40_000;
  send(0.1);
  lane.isWaitedFor = false;
  send(10);
  expect(etaMs()).toBeCloseTo(100_000, -3);
  progress.forgetPace();
  expect(progress.pace).toBeNull();
});
