/** A text cut between two characters where it would have more bytes than a file name may: one of Hangul has three. */
export function cutToBytes(text: string, mostBytes: number): string {
  let cut = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > mostBytes) break;
    cut += character;
  }
  return cut;
}
