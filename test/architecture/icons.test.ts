import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './source-files.ts';

describe('the icons', () => {
  /** Width and height that the PNG at `at` says. */
  const sizeOf = (bytes: Buffer, at = 0) => {
    expect(bytes.toString('latin1', at + 1, at + 4)).toBe('PNG');
    return [bytes.readUInt32BE(at + 16), bytes.readUInt32BE(at + 20)];
  };
  const icons = join(ROOT, 'resources/icons');

  it('of Linux are as large as they are called', () => {
    const names = readdirSync(join(icons, 'linux'));
    expect(names).toContain('512x512.png');
    for (const name of names)
      expect(sizeOf(readFileSync(join(icons, 'linux', name))).join('x')).toBe(name.replace('.png', ''));
  });

  it('of Windows are in one file, 16 to 256 pixels wide', () => {
    const bytes = readFileSync(join(icons, 'icon.ico'));
    const entries = Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => 6 + 16 * index);
    const widths = entries.map((at) => sizeOf(bytes, bytes.readUInt32LE(at + 12)));
    expect(widths.map(([width]) => width)).toEqual([16, 20, 24, 32, 40, 48, 64, 256]);
    expect(entries.map((at) => bytes.readUInt8(at) || 256)).toEqual(widths.map(([width]) => width));
  });

  it('of macOS are in one file, up to 512 points on dense displays', () => {
    const bytes = readFileSync(join(icons, 'icon.icns'));
    expect([bytes.toString('latin1', 0, 4), bytes.readUInt32BE(4)]).toEqual(['icns', bytes.length]);
    const widths: Record<string, number> = {};
    for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at + 4))
      widths[bytes.toString('latin1', at, at + 4)] = sizeOf(bytes, at + 8)[0] ?? 0;
    // https://en.wikipedia.org/wiki/Apple_Icon_Image_format
    expect(widths).toEqual({ ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 });
  });
});
