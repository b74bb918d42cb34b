/** `7 0 R`: a value that lives elsewhere in the file. */
export class PdfRef {
  constructor(
    readonly objectNumber: number,
    readonly generation: number,
  ) {}
}

/** A literal or hexadecimal string, decoded to its bytes (still encrypted in an encrypted file). */
export class PdfString {
  constructor(readonly bytes: Uint8Array) {}
}

/** A bare word: an operator in a content stream, `obj`, `stream`, or litter. */
export class PdfKeyword {
  constructor(readonly text: string) {}
}

export type PdfDict = Map<string, PdfValue>;

/** A stream's dictionary and where its bytes begin; the bytes stay in the file until somebody asks. */
export class PdfStream {
  constructor(
    readonly dict: PdfDict,
    readonly dataOffset: number,
    readonly objectNumber: number,
    readonly generation: number,
  ) {}
}

/** Names are plain strings without the solidus; `undefined` stands for "nothing there". */
export type PdfValue =
  | number
  | boolean
  | null
  | string
  | PdfString
  | PdfRef
  | PdfKeyword
  | PdfStream
  | PdfDict
  | PdfValue[];

export function isDict(value: PdfValue | undefined): value is PdfDict {
  return value instanceof Map;
}

/** The dictionary of a dictionary or of a stream. */
export function dictOf(value: PdfValue | undefined): PdfDict | undefined {
  if (value instanceof Map) return value;
  return value instanceof PdfStream ? value.dict : undefined;
}

/** A whole number that can be counted with: not negative, not beyond 2^53. */
export function countOf(value: PdfValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
