import { PdfString, type PdfValue } from '../objects.ts';

/** PDFDocEncoding where it differs from Latin-1 (ISO 32000-1, annex D.2): 0x18 to 0x1f and 0x80 to 0xa0. */
const DOC_ENCODING: ReadonlyMap<number, string> = new Map([
  ...[...'˘ˇˆ˙˝˛˚˜'].map((character, index): [number, string] => [0x18 + index, character]),
  ...[...'•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'].map((character, index): [number, string] => [0x80 + index, character]),
  [0xa0, '€'],
]);

/** A text string: UTF-16BE or UTF-8 by its mark, else PDFDocEncoding (7.9.2.2). Null for what is no string. */
export function textOf(value: PdfValue | undefined): string | null {
  return value instanceof PdfString ? textOfBytes(value.bytes) : null;
}

export function textOfBytes(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes, 2, false);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes, 2, true);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return utf8(bytes.subarray(3));
  let text = '';
  for (const code of bytes) text += DOC_ENCODING.get(code) ?? String.fromCharCode(code);
  return text;
}

export function utf16(bytes: Uint8Array, from: number, isLittle: boolean): string {
  let text = '';
  for (let at = from; at + 1 < bytes.length; at += 2) {
    const first = bytes[at] as number;
    const second = bytes[at + 1] as number;
    text += String.fromCharCode(isLittle ? second * 256 + first : first * 256 + second);
  }
  return text;
}

/** Malformed sequences become U+FFFD. */
export function utf8(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at++] as number;
    const more = lead < 0x80 ? 0 : lead >= 0xf0 && lead < 0xf8 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc2 ? 1 : -1;
    let point = more === 0 ? lead : more > 0 ? lead & (0x3f >> more) : -1;
    for (let k = 0; k < more; k++) {
      const next = bytes[at];
      if (next === undefined || (next & 0xc0) !== 0x80) {
        point = -1;
        break;
      }
      point = point * 64 + (next & 0x3f);
      at++;
    }
    text += point < 0 || point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
  }
  return text;
}
