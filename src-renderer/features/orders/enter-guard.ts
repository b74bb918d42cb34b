/** What a key press tells about input in progress; a React or DOM keyboard event fits. */
export interface EnterPress {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing: boolean;
}

/** WebKit and Chromium report a key that an input method swallowed with this code. */
const SWALLOWED_BY_INPUT_METHOD = 229;

/** After a composition ends some engines send its Enter once more as a plain key press. */
export const LATE_ENTER_MS = 100;

/**
 * Whether an Enter belongs to a field or to a composition and must not act.
 * A sheet that spends money ignores every Enter that did not come from its own button (operator-desk 6.4).
 */
export function isCompositionEnter(press: EnterPress, sinceCompositionEndMs: number | null): boolean {
  if (press.key !== 'Enter') return false;
  if (press.isComposing || press.keyCode === SWALLOWED_BY_INPUT_METHOD) return true;
  return sinceCompositionEndMs !== null && sinceCompositionEndMs < LATE_ENTER_MS;
}
