/**
 * Where libjpeg goes on although pixels are lost, in its own words (jerror.h: JWRN_HIT_MARKER, JWRN_HUFF_BAD_CODE, JWRN_MUST_RESYNC).
 * Its other warnings are of what nobody sees: cameras pad their files and number their scans as they like.
 */
const PIXELS_LOST = /Corrupt JPEG data: (?:premature end of data segment|bad Huffman code|found marker)/;
const TIME_IS_UP = /^timeout/;

/**
 * Decodes a picture so that none is taken for sound of which a part is lost. A JPEG with a hole in its data is decoded to its end all the
 * same, shifted, in other colours or grey from there on: its decoder only warns. Rejects for it as for what cannot be decoded.
 */
export async function decodedWholly<T>(decode: (failOn: 'warning' | 'error') => Promise<T>): Promise<T> {
  try {
    return await decode('warning');
  } catch (error) {
    const { message } = error as Error;
    if (PIXELS_LOST.test(message) || TIME_IS_UP.test(message)) throw error;
    return decode('error');
  }
}
