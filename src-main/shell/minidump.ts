import { constants } from 'node:os';

/** What a dump says without a word of memory: it may hold keys, addresses and names, and stays where it is. */
export interface CrashSummary {
  /** When it happened, in seconds since 1970, as the handler wrote it. */
  readonly atSeconds: number;
  /** Linux a signal, Windows a status, macOS an exception of Mach's. */
  readonly code: number;
  /** The program or library that ran and how far into it, without its folder; null when it was in none. */
  readonly place: { readonly module: string; readonly offset: number } | null;
}

// Layouts after Microsoft's minidumpapiset.h, which Crashpad writes on every system; all numbers are little-endian.
const SIGNATURE = 0x504d444d;
const MODULE_LIST = 4;
const EXCEPTION = 6;
const SYSTEM_INFO = 7;
/** Among the registers, by processor: PROCESSOR_ARCHITECTURE_AMD64 and _ARM64. */
const NEXT_INSTRUCTION: Readonly<Record<number, number>> = { 9: 248, 12: 264 };
const DIRECTORY_ENTRY_BYTES = 12;
const MODULE_BYTES = 108;
/** More than a process has; a damaged count reads no further. */
const MOST_STREAMS = 200;
const MOST_MODULES = 5_000;

/** Null: `bytes` are no dump, a damaged one, or one without an exception. */
export function readMinidump(bytes: Buffer): CrashSummary | null {
  try {
    if (bytes.readUInt32LE(0) !== SIGNATURE) return null;
    const exception = streamOf(bytes, EXCEPTION);
    if (exception === null) return null;
    // The thread's number and padding stand before the record.
    const code = bytes.readUInt32LE(exception + 8);
    return { atSeconds: bytes.readUInt32LE(20), code, place: placeOf(bytes, nextInstruction(bytes, exception)) };
  } catch {
    // Read past its end.
    return null;
  }
}

/** Where the thread was that crashed. The address in the record itself is on Linux that of the memory it asked for. */
function nextInstruction(bytes: Buffer, exception: number): bigint {
  const system = streamOf(bytes, SYSTEM_INFO);
  const at = system === null ? undefined : NEXT_INSTRUCTION[bytes.readUInt16LE(system)];
  if (at === undefined) return bytes.readBigUInt64LE(exception + 24);
  // Behind the record of 152 bytes: the size of the thread's registers, and their place.
  return bytes.readBigUInt64LE(bytes.readUInt32LE(exception + 164) + at);
}

/** Where the first stream of a type begins. */
function streamOf(bytes: Buffer, type: number): number | null {
  const count = Math.min(bytes.readUInt32LE(8), MOST_STREAMS);
  const directory = bytes.readUInt32LE(12);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + index * DIRECTORY_ENTRY_BYTES;
    if (bytes.readUInt32LE(entry) === type) return bytes.readUInt32LE(entry + 8);
  }
  return null;
}

function placeOf(bytes: Buffer, address: bigint): CrashSummary['place'] {
  const list = streamOf(bytes, MODULE_LIST);
  if (list === null) return null;
  const count = Math.min(bytes.readUInt32LE(list), MOST_MODULES);
  for (let index = 0; index < count; index += 1) {
    const module = list + 4 + index * MODULE_BYTES;
    const base = bytes.readBigUInt64LE(module);
    if (address < base || address >= base + BigInt(bytes.readUInt32LE(module + 8))) continue;
    const name = textAt(bytes, bytes.readUInt32LE(module + 20));
    return { module: name.replace(/^.*[\\/]/, ''), offset: Number(address - base) };
  }
  return null;
}

/** Its length in bytes, then UTF-16. */
function textAt(bytes: Buffer, place: number): string {
  const length = bytes.readUInt32LE(place);
  return bytes.toString('utf16le', place + 4, place + 4 + Math.min(length, 2_000));
}

const SIGNALS = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/** As a line of diagnostics; `platform` is that of the computer that crashed. */
export function crashLine({ atSeconds, code, place }: CrashSummary, platform: NodeJS.Platform): string {
  const hex = (value: number) => `0x${value.toString(16)}`;
  const what = (platform === 'linux' ? SIGNALS.get(code) : undefined) ?? hex(code);
  const where = place === null ? 'outside of any module' : `${place.module}+${hex(place.offset)}`;
  return `${new Date(atSeconds * 1_000).toISOString()} crash ${what} in ${where}`;
}
