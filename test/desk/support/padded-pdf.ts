/** Grows a file by an update that changes nothing: the last table stands where it stood, the end says so once more. */
export function padded(bytesOfPdf: Uint8Array, own: Buffer, bytes: number): Buffer {
  const pdf = Buffer.from(bytesOfPdf);
  const text = pdf.toString('latin1');
  const end = text.slice(text.lastIndexOf('startxref'));
  const space = Buffer.alloc(Math.max(0, Math.round(bytes) - pdf.length - own.length - end.length), '%');
  return Buffer.concat([pdf, own, space, Buffer.from(`\n${end}`, 'latin1')]);
}
