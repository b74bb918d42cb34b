/** Undoes the prediction that was applied before compression (ISO 32000-1, 7.4.4.4). */
export interface Prediction {
  /** 1 none, 2 TIFF, 10 and above PNG (the filter is named by each row). */
  readonly predictor: number;
  readonly columns: number;
  readonly colors: number;
  readonly bitsPerComponent: number;
}

export function undoPrediction(data: Uint8Array, prediction: Prediction): Uint8Array {
  if (prediction.predictor < 2) return data;
  const rowBytes = Math.max(1, (prediction.columns * prediction.colors * prediction.bitsPerComponent + 7) >> 3);
  const pixelBytes = Math.max(1, (prediction.colors * prediction.bitsPerComponent) >> 3);
  if (prediction.predictor >= 10) return undoPng(data, rowBytes, pixelBytes);
  // Structure streams are byte-wise; TIFF prediction of other depths belongs to pictures, which are not decoded here.
  return prediction.bitsPerComponent === 8 ? undoTiff(data, rowBytes, pixelBytes) : data;
}

function undoTiff(data: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const out = data.slice();
  for (let row = 0; row < out.length; row += rowBytes) {
    const end = Math.min(row + rowBytes, out.length);
    for (let i = row + pixelBytes; i < end; i++) out[i] = (out[i] as number) + (out[i - pixelBytes] as number);
  }
  return out;
}

function undoPng(data: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const rows = Math.ceil(data.length / (rowBytes + 1));
  const out = new Uint8Array(Math.max(0, data.length - rows));
  for (let row = 0; row < rows; row++) {
    const from = row * (rowBytes + 1) + 1;
    const to = row * rowBytes;
    const filter = data[from - 1];
    const count = Math.min(rowBytes, data.length - from);
    for (let i = 0; i < count; i++) {
      const left = i >= pixelBytes ? (out[to + i - pixelBytes] as number) : 0;
      const up = row > 0 ? (out[to + i - rowBytes] as number) : 0;
      const upLeft = row > 0 && i >= pixelBytes ? (out[to + i - rowBytes - pixelBytes] as number) : 0;
      out[to + i] = (data[from + i] as number) + predicted(filter, left, up, upLeft);
    }
  }
  return out;
}

function predicted(filter: number | undefined, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, upLeft);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toUpLeft = Math.abs(estimate - upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}
