/**
 * How a file that is sent is named where it is saved (RFC 6266): in letters that every client takes, and in full for
 * those that read UTF-8 (RFC 8187). Nothing that a person may call a file ends the header or begins another one.
 */
export function contentDisposition(fileName: string): string {
  const wellFormed = fileName.replace(/\p{Surrogate}/gu, '\ufffd').replace(/\p{Cc}/gu, '');
  const plain = wellFormed.replace(/[^\x20-\x7e]|["\\/%]/g, '_');
  const full = encodeURIComponent(wellFormed).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `inline; filename="${plain}"${plain === wellFormed ? '' : `; filename*=UTF-8''${full}`}`;
}
