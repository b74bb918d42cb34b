import type { ByteSource } from '../ports.ts';
import { indexOfBytes } from './bytes.ts';

/** A piece of the file: `bytes` begin at file offset `start`. */
export interface Window {
  readonly start: number;
  readonly bytes: Uint8Array;
}

interface Slot {
  start: number;
  end: number;
  readonly buffer: Uint8Array;
  bytes: Uint8Array;
}

/** The source itself failed: the disk, the network drive, a file taken away meanwhile. */
export class ReadFailed extends Error {
  constructor(
    readonly atByte: number,
    cause: unknown,
  ) {
    super('readFailed', { cause });
    this.name = 'ReadFailed';
  }
}

const SLOT_BYTES = 4096;
const SLOT_COUNT = 8;
/** Windows start a little early: small objects that precede the one asked for are often wanted next. */
const START_ALIGNMENT = 512;
/** What is searched for is often near; when it is not, larger reads are cheaper. */
const FIRST_SEARCH_CHUNK_BYTES = 4096;
const LAST_SEARCH_CHUNK_BYTES = 1024 * 1024;

/**
 * Positional reads with a small memory. A few recycled slots serve the scattered small reads of a page walk
 * without an allocation a page; one larger window at a time serves the tail and the tables.
 */
export class WindowReader {
  bytesRead = 0;
  reads = 0;
  readonly size: number;
  private readonly slots: Slot[] = [];
  private nextSlot = 0;
  private large: Window | undefined;

  constructor(
    private readonly source: ByteSource,
    /** Told of every read before its bytes are used. */
    private readonly onRead: (bytes: number, atByte: number) => void = () => {},
  ) {
    this.size = source.size;
  }

  /**
   * A window that holds `[offset, offset + length)` as far as the file reaches.
   * Its bytes stay as they are only until a few other windows have been asked for: parse, then let go.
   */
  window(offset: number, length: number): Window {
    const end = Math.min(offset + length, this.size);
    const slot = this.slotOf(offset, end);
    if (slot !== undefined) return slot;
    const { large } = this;
    if (large !== undefined && large.start <= offset && large.start + large.bytes.length >= end) return large;
    const start = offset - (offset % START_ALIGNMENT);
    return end - start <= SLOT_BYTES ? this.fillSlot(start) : this.fillLarge(offset, end);
  }

  /** As `window`, for little, and with nothing of what stands before `offset`: for the last bytes of a picture. */
  onward(offset: number, length: number): Window {
    return this.slotOf(offset, Math.min(offset + length, this.size)) ?? this.fillSlot(offset);
  }

  /** The bytes of a window that is at hand, else exactly these bytes, read and not kept: valid until the next read of any kind. */
  glance(offset: number, length: number): Uint8Array {
    const end = Math.min(offset + length, this.size);
    const slot = this.slotOf(offset, end);
    return slot === undefined
      ? this.readOnce(offset, length)
      : slot.bytes.subarray(offset - slot.start, end - slot.start);
  }

  /** As `glance`, the bytes with all that stands around them at hand. */
  surroundings(offset: number, length: number): Window {
    return (
      this.slotOf(offset, Math.min(offset + length, this.size)) ?? {
        start: offset,
        bytes: this.readOnce(offset, length),
      }
    );
  }

  /** Bytes that are read once and not kept: valid until the next read of any kind. */
  readOnce(offset: number, length: number): Uint8Array {
    const within = Math.max(0, Math.min(length, this.size - offset));
    if (within === 0) return NOTHING;
    const bytes = this.readSource(offset, within);
    this.reads++;
    this.bytesRead += bytes.length;
    this.onRead(bytes.length, offset);
    return bytes;
  }

  /** File offset of the first `needle` at or after `from`, or -1. Reads the file on from there; `onChunk` is told of each piece. */
  search(needle: Uint8Array, from: number, onChunk: (atByte: number, bytes: number) => void): number {
    let at = from;
    let chunkBytes = FIRST_SEARCH_CHUNK_BYTES;
    while (at < this.size) {
      const bytes = this.readOnce(at, chunkBytes);
      onChunk(at, bytes.length);
      const found = indexOfBytes(bytes, needle);
      if (found >= 0) return at + found;
      if (bytes.length < chunkBytes) return -1;
      at += bytes.length - (needle.length - 1);
      chunkBytes = Math.min(chunkBytes * 4, LAST_SEARCH_CHUNK_BYTES);
    }
    return -1;
  }

  private slotOf(offset: number, end: number): Slot | undefined {
    for (const slot of this.slots) if (slot.start <= offset && slot.end >= end) return slot;
    return undefined;
  }

  private readSource(offset: number, length: number): Uint8Array {
    try {
      return this.source.read(offset, length);
    } catch (cause) {
      throw new ReadFailed(offset, cause);
    }
  }

  private fillSlot(start: number): Window {
    let slot = this.slots[this.nextSlot];
    if (slot === undefined) {
      slot = { start: 0, end: 0, buffer: new Uint8Array(SLOT_BYTES), bytes: NOTHING };
      this.slots.push(slot);
    }
    this.nextSlot = (this.nextSlot + 1) % SLOT_COUNT;
    const bytes = this.readOnce(start, SLOT_BYTES);
    slot.buffer.set(bytes);
    slot.bytes = bytes.length === SLOT_BYTES ? slot.buffer : slot.buffer.subarray(0, bytes.length);
    slot.start = start;
    slot.end = start + bytes.length;
    return slot;
  }

  private fillLarge(start: number, end: number): Window {
    this.large = { start, bytes: this.readOnce(start, end - start).slice() };
    return this.large;
  }
}

const NOTHING = new Uint8Array(0);
