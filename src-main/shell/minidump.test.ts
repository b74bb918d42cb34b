import { describe, expect, it } from 'vitest';
import { crashLine, readMinidump } from './minidump.ts';

const MODULES = [
  { base: 0x5500_0000_0000n, size: 0x1000, name: '/home/kim/북/book-print-studio' },
  { base: 0x7f00_0000_0000n, size: 0x2000, name: String.raw`C:\Users\kim\libpq.dll` },
];

/** As Crashpad writes one: header, directory, exception, modules, their names, and memory behind. */
function dump({
  address = 0x7f00_0000_1234n,
  code = 11,
  modules = MODULES,
  hasException = true,
  processor = null as { readonly architecture: number; readonly at: number } | null,
} = {}): Buffer {
  const names = modules.map(({ name }) => {
    const text = Buffer.from(name, 'utf16le');
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    return Buffer.concat([length, text, Buffer.alloc(2)]);
  });
  const exceptionAt = 32 + 36;
  const registersAt = exceptionAt + 168;
  const systemAt = registersAt + 300;
  const modulesAt = systemAt + 56;
  let nameAt = modulesAt + 4 + modules.length * 108;
  const head = Buffer.alloc(nameAt);
  head.write('MDMP', 'latin1');
  head.writeUInt32LE(3, 8);
  head.writeUInt32LE(32, 12);
  head.writeUInt32LE(1_764_116_400, 20);
  const entry = (index: number, type: number, at: number) => {
    head.writeUInt32LE(type, 32 + index * 12);
    head.writeUInt32LE(at, 32 + index * 12 + 8);
  };
  entry(0, hasException ? 6 : 7, exceptionAt);
  entry(1, 4, modulesAt);
  head.writeUInt32LE(code, exceptionAt + 8);
  if (processor === null) head.writeBigUInt64LE(address, exceptionAt + 24);
  else {
    // What the thread asked for lies in no program.
    head.writeBigUInt64LE(8n, exceptionAt + 24);
    entry(2, 7, systemAt);
    head.writeUInt16LE(processor.architecture, systemAt);
    head.writeUInt32LE(registersAt, exceptionAt + 164);
    head.writeBigUInt64LE(address, registersAt + processor.at);
  }
  head.writeUInt32LE(modules.length, modulesAt);
  modules.forEach(({ base, size }, index) => {
    const at = modulesAt + 4 + index * 108;
    head.writeBigUInt64LE(base, at);
    head.writeUInt32LE(size, at + 8);
    head.writeUInt32LE(nameAt, at + 20);
    nameAt += names[index]?.length ?? 0;
  });
  return Buffer.concat([head, ...names, Buffer.from('SBa1a1a1a1a1.Zz09_-xY kim@studio.example')]);
}

describe('a dump of a crash', () => {
  it('says when, what and in which program, by name without its folder', () => {
    const summary = readMinidump(dump());
    expect(summary).toEqual({
      atSeconds: 1_764_116_400,
      code: 11,
      place: { module: 'libpq.dll', offset: 0x1234 },
    });
    if (summary === null) return;
    expect(crashLine(summary, 'linux')).toBe('2025-11-26T00:20:00.000Z crash SIGSEGV in libpq.dll+0x1234');
    expect(crashLine({ ...summary, code: 0xc0000005 }, 'win32')).toContain('crash 0xc0000005 in');
  });

  it.each([
    ['x64', { architecture: 9, at: 248 }],
    ['arm64', { architecture: 12, at: 264 }],
  ])('says of %s where the thread was, not what it asked for', (_name, processor) => {
    expect(readMinidump(dump({ processor }))?.place).toEqual({ module: 'libpq.dll', offset: 0x1234 });
  });

  it('knows the first and the last byte of a program, and what lies beside all', () => {
    const placeAt = (address: bigint) => readMinidump(dump({ address }))?.place;
    expect(placeAt(0x5500_0000_0000n)).toEqual({ module: 'book-print-studio', offset: 0 });
    expect(placeAt(0x5500_0000_0fffn)).toEqual({ module: 'book-print-studio', offset: 0xfff });
    expect(placeAt(0x5500_0000_1000n)).toBeNull();
    expect(placeAt(0n)).toBeNull();
    expect(crashLine({ atSeconds: 0, code: 99, place: null }, 'linux')).toMatch(/crash 0x63 in outside of any module$/);
  });

  it('that is none, has no exception or was cut off anywhere says nothing, and is no fault', () => {
    expect(readMinidump(Buffer.from('no dump at all, but long enough'))).toBeNull();
    expect(readMinidump(dump({ hasException: false }))).toBeNull();
    const whole = dump();
    for (let length = 0; length < 300; length += 1) expect(() => readMinidump(whole.subarray(0, length))).not.toThrow();
    expect(readMinidump(whole.subarray(0, 80))).toBeNull();
  });

  it('with a count that never ends is read no further than it goes', () => {
    const endless = dump();
    endless.writeUInt32LE(0xffff_ffff, 8);
    endless.writeUInt32LE(99, 32);
    expect(readMinidump(endless)).toBeNull();
  });
});
