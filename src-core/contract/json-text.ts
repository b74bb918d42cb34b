import { LIMITS } from './limits.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Whether JSON is as deep and as full as the contract's own bodies can be, seen by going once through its text. Parsing
 * costs no more than its length only where it is: a megabyte of brackets holds the event loop up for a fifth of a second,
 * one of unknown names for a tenth. Says nothing of whether it is JSON at all. `valuesMax` is for what is no request.
 */
export function isWithinBounds(text: string, valuesMax: number = LIMITS.jsonValuesMax): boolean {
  let depth = 0;
  // What stands before the first comma of all is a value too.
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        if (depth > LIMITS.jsonDepthMax || values > valuesMax) return false;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        if (values > valuesMax) return false;
        break;
    }
  }
  return true;
}

/** Of the text that begins at a quote; the last character where it has no end. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
