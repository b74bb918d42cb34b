import type { SendPhase } from './send-limit.ts';

const SPEED_HALF_LIFE_MS = 5_000;
/** A line that becomes half as fast is known to within 15 % after 2.7 of these. */
const PACE_HALF_LIFE_MS = 15_000;
const MINUTE_MS = 60_000;
const BYTES_A_UNIT = 1_000_000;
/**
 * What a megabyte and a file cost where little was seen that says so, in milliseconds, and how much seeing outweighs it, in
 * squared megabytes and files of two seconds: a few covers of some kilobytes must not tell of a book of a hundred megabytes.
 */
const BEFORE_SEEING = { unitMs: 100, unitWeight: 1, fileMs: 50, fileWeight: 0.2 };

export interface Speed {
  readonly bytesPerSecond: number;
  readonly atMs: number;
}

/** Exponential moving average: a sample counts half as much after five seconds. */
export function nextSpeed(
  previous: Speed | null,
  sample: { readonly bytes: number; readonly tookMs: number; readonly atMs: number },
): Speed {
  const tookMs = Math.max(1, sample.tookMs);
  const now = (sample.bytes * 1000) / tookMs;
  if (previous === null) return { bytesPerSecond: now, atMs: sample.atMs };
  const weight = 0.5 ** (tookMs / SPEED_HALF_LIFE_MS);
  return { bytesPerSecond: previous.bytesPerSecond * weight + now * (1 - weight), atMs: sample.atMs };
}

/** What was seen of the queue in a time in which it sent and waited for no lane. Files: those that were acknowledged. */
export interface PaceWindow {
  readonly tookMs: number;
  readonly bytes: number;
  readonly files: number;
}

/** Weighted sums over windows of the time (t), the megabytes (b) and the files (f) of each; what lies back counts less. */
export interface Pace {
  readonly t: number;
  readonly b: number;
  readonly f: number;
  readonly bb: number;
  readonly bf: number;
  readonly ff: number;
  readonly tb: number;
  readonly tf: number;
}

const NO_PACE: Pace = { t: 0, b: 0, f: 0, bb: 0, bf: 0, ff: 0, tb: 0, tf: 0 };

export function nextPace(pace: Pace | null, { tookMs, bytes, files }: PaceWindow): Pace {
  const weight = 0.5 ** (tookMs / PACE_HALF_LIFE_MS);
  const b = bytes / BYTES_A_UNIT;
  const seen: Pace = {
    t: tookMs,
    b,
    f: files,
    bb: b * b,
    bf: b * files,
    ff: files * files,
    tb: tookMs * b,
    tf: tookMs * files,
  };
  const names = Object.keys(NO_PACE) as (keyof Pace)[];
  const before = pace ?? NO_PACE;
  return Object.fromEntries(names.map((name) => [name, before[name] * weight + seen[name]])) as unknown as Pace;
}

/**
 * How long so much takes to send without any lane: so long a byte and so long a file, by least squares, so that small
 * files that were sent say something of large ones that are left. Scaled so that what was seen would have taken as long
 * as it did. Null while nothing was seen.
 */
function sendingMs(pace: Pace | null, left: { readonly bytes: number; readonly files: number }): number | null {
  if (left.bytes === 0 && left.files === 0) return 0;
  if (pace === null) return null;
  const { t, b, f, bf } = pace;
  const { unitMs, unitWeight, fileMs, fileWeight } = BEFORE_SEEING;
  const bb = pace.bb + unitWeight;
  const ff = pace.ff + fileWeight;
  const tb = pace.tb + unitWeight * unitMs;
  const tf = pace.tf + fileWeight * fileMs;
  const determinant = bb * ff - bf * bf;
  let aUnit = (tb * ff - tf * bf) / determinant;
  let aFile = (tf * bb - tb * bf) / determinant;
  // Nothing costs less than nothing: then the other explains all of it.
  if (aFile < 0) [aUnit, aFile] = [tb / bb, 0];
  if (aUnit < 0) [aUnit, aFile] = [0, tf / ff];
  const explained = aUnit * b + aFile * f;
  const ms = (left.bytes / BYTES_A_UNIT) * aUnit + left.files * aFile;
  return explained > 0 ? (ms * t) / explained : null;
}

/** The limits to come, and what was seen of the queue under the one in force; null while nothing was. */
export interface UnderLimit {
  readonly phases: readonly SendPhase[];
  readonly paceAtLimit: Pace | null;
}

const UNLIMITED: UnderLimit = { phases: [{ bytesPerSecond: null, forMs: Infinity }], paceAtLimit: null };

type Amount = { readonly bytes: number; readonly files: number };

/** How long so much takes in one phase after the other, and whether a limit is what it takes so long for. Null: not known. */
function pacedMs(
  pace: Pace | null,
  { phases, paceAtLimit }: UnderLimit,
  left: Amount,
): { readonly ms: number; readonly isLimited: boolean } | null {
  let { bytes, files } = left;
  let ms = 0;
  let isLimited = false;
  for (const { bytesPerSecond, forMs } of phases) {
    const seenMs = sendingMs(bytesPerSecond === null ? (pace ?? paceAtLimit) : (paceAtLimit ?? pace), { bytes, files });
    const limitMs = bytesPerSecond === null ? null : (bytes * 1000) / bytesPerSecond;
    if (seenMs === null && limitMs === null) return null;
    const takesMs = Math.max(seenMs ?? 0, limitMs ?? 0);
    // What was seen under a limit is a little slower than the limit itself.
    if (limitMs !== null && limitMs >= takesMs * 0.8 && takesMs > 0) isLimited = true;
    if (takesMs <= forMs) return { ms: ms + takesMs, isLimited };
    ms += forMs;
    const share = 1 - forMs / takesMs;
    bytes *= share;
    files *= share;
  }
  return { ms, isLimited };
}

/** How much of its minute a policy class of a key has used. */
export interface LaneUse {
  /** In any minute. */
  readonly atMost: number;
  /** How long ago the requests of the last minute went, the oldest first. */
  readonly sentAgoMs: readonly number[];
  /** The service asked to wait for so long yet. */
  readonly heldForMs: number;
}

/** When the last one of `count` requests, each `everyMs` after the one before, has been dealt with. */
function laneMs({ atMost, sentAgoMs, heldForMs }: LaneUse, count: number, everyMs: number): number {
  if (count <= 0) return 0;
  const wentAtMs = sentAgoMs.map((agoMs) => -agoMs);
  let atMs = heldForMs - everyMs;
  for (let sent = 0; sent < count; sent++) {
    const aMinuteBefore = wentAtMs[wentAtMs.length - atMost];
    atMs = Math.max(atMs + everyMs, heldForMs, aMinuteBefore === undefined ? -Infinity : aMinuteBefore + MINUTE_MS);
    wentAtMs.push(atMs);
  }
  return atMs + everyMs;
}

export interface LeftToSend {
  /** Not sent, those of files that are on their way among them. */
  readonly bytes: number;
  /** Not acknowledged. */
  readonly files: number;
  /** Requests that have not entered their lane. */
  readonly uploads: number;
  readonly generalCalls: number;
}

export interface Eta {
  readonly etaMs: number;
  readonly bound: 'bandwidth' | 'rate' | 'limit';
}

/**
 * How long what is left will take: at the pace that was seen, or as its requests are let through, whichever is longer
 * (operator-desk 0, row 9). A minute's requests may go at once and the others wait for the next minute, so that a share
 * of the limit would be wrong by up to a minute. Null while no pace is known.
 */
export function uploadEta(
  left: LeftToSend,
  pace: Pace | null,
  lanes: { readonly upload: LaneUse; readonly general: LaneUse } | null,
  limit: UnderLimit = UNLIMITED,
): Eta | null {
  // A lane that was filled before any pace was seen bounds by itself.
  const isFull = lanes !== null && lanes.upload.sentAgoMs.length >= lanes.upload.atMost;
  const byPace = pacedMs(pace, limit, left) ?? (isFull ? { ms: 0, isLimited: false } : null);
  if (byPace === null) return null;
  const { ms: byPaceMs } = byPace;
  const bound = byPace.isLimited ? 'limit' : 'bandwidth';
  if (lanes === null) return { etaMs: byPaceMs, bound };
  const byUploadsMs = laneMs(lanes.upload, left.uploads, left.uploads > 0 ? byPaceMs / left.uploads : 0);
  const untilThenMs = Math.max(byPaceMs, byUploadsMs);
  const byCallsMs = laneMs(
    lanes.general,
    left.generalCalls,
    left.generalCalls > 0 ? untilThenMs / left.generalCalls : 0,
  );
  const etaMs = Math.max(untilThenMs, byCallsMs);
  // Half a second more is how the last request lies beside the last byte, no limit that anybody waits for.
  return { etaMs, bound: etaMs > byPaceMs + 500 ? 'rate' : bound };
}
