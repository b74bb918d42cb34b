/** Sizes come out of chains of matrices: 5 pt may be 4.9999. */
export const roundedPt = (sizePt: number): number => Math.round(sizePt * 100) / 100;
