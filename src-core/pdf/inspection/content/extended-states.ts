import type { PdfDocument } from '../../document.ts';
import { PdfStream, isDict, type PdfDict, type PdfValue } from '../../objects.ts';
import type { PaintState } from '../page-objects.ts';
import type { PaintStates } from './paint-states.ts';

/** What a graphics state parameter dictionary sets (ISO 32000-1, 8.4.5). */
export interface ExtendedState {
  readonly lineWidth: number | null;
  readonly font: { readonly value: PdfValue; readonly size: number } | null;
  /** The group of a soft mask. */
  readonly softMask: PdfStream | null;
  readonly applyTo: (before: PaintState) => PaintState;
}

/** Reads each of these dictionaries once. */
export class ExtendedStates {
  private readonly known = new Map<PdfDict, ExtendedState>();

  constructor(
    private readonly document: PdfDocument,
    private readonly states: PaintStates,
  ) {}

  of(dict: PdfDict): ExtendedState {
    let known = this.known.get(dict);
    if (known === undefined) this.known.set(dict, (known = this.read(dict)));
    return known;
  }

  private read(dict: PdfDict): ExtendedState {
    const { document, states } = this;
    const font = document.resolve(dict.get('Font'));
    const size = Array.isArray(font) ? document.number(font[1]) : undefined;
    const softMask = document.resolve(dict.get('SMask'));
    const group = isDict(softMask) ? document.resolve(softMask.get('G')) : undefined;
    const paint = this.paintOf(dict);
    const press = pressControlsOf(dict, (key) => document.resolve(dict.get(key)));
    const after = new Map<PaintState, PaintState>();
    return {
      lineWidth: document.number(dict.get('LW')) ?? null,
      font: Array.isArray(font) && font[0] !== undefined && size !== undefined ? { value: font[0], size } : null,
      softMask: group instanceof PdfStream ? group : null,
      applyTo: (before) => {
        let state = after.get(before);
        if (state === undefined) {
          const kept = before.pressControls.filter((key) => !press.named.includes(key));
          after.set(before, (state = states.with(before, { ...paint, pressControls: [...kept, ...press.set] })));
        }
        return state;
      },
    };
  }

  private paintOf(dict: PdfDict): Partial<PaintState> {
    const { document } = this;
    const get = (key: string) => document.resolve(dict.get(key));
    const fillAlpha = alphaOf(get('ca'));
    const strokeAlpha = alphaOf(get('CA'));
    const blendMode = blendModeOf(get('BM'), document);
    const softMask = get('SMask');
    const strokes = get('OP');
    // OP alone sets both (table 58).
    const fills = get('op') ?? strokes;
    const mode = get('OPM');
    return {
      ...(fillAlpha === null ? {} : { fillAlpha }),
      ...(strokeAlpha === null ? {} : { strokeAlpha }),
      ...(blendMode === null ? {} : { blendMode }),
      ...(softMask === undefined || softMask === null ? {} : { hasSoftMask: isDict(softMask) }),
      ...(typeof strokes === 'boolean' ? { overprintsStroke: strokes } : {}),
      ...(typeof fills === 'boolean' ? { overprintsFill: fills } : {}),
      ...(typeof mode === 'number' ? { overprintMode: mode === 1 ? 1 : 0 } : {}),
    };
  }
}

const alphaOf = (value: PdfValue | undefined) => (typeof value === 'number' ? Math.min(1, Math.max(0, value)) : null);

/** Of several names a reader takes the first that it knows, and all know the first. */
function blendModeOf(value: PdfValue | undefined, document: PdfDocument): string | null {
  const first = Array.isArray(value) ? document.resolve(value[0]) : value;
  if (typeof first !== 'string') return null;
  return first === 'Compatible' ? 'Normal' : first;
}

const PRESS_KEYS = [
  ['TR', 'TR2'],
  ['HT', null],
  ['BG', 'BG2'],
  ['UCR', 'UCR2'],
] as const;

/** Set when a function or a halftone is named; `Identity` and `Default` take it back. */
function pressControlsOf(
  dict: PdfDict,
  get: (key: string) => PdfValue | undefined,
): { readonly named: readonly string[]; readonly set: readonly string[] } {
  const named: string[] = [];
  const set: string[] = [];
  for (const [key, second] of PRESS_KEYS) {
    const name = second !== null && dict.has(second) ? second : key;
    if (!dict.has(name)) continue;
    const value = get(name);
    named.push(key);
    if (value !== 'Identity' && value !== 'Default' && value !== null) set.push(key);
  }
  return { named, set };
}
