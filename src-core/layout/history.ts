import { z } from 'zod';
import type { LayoutDocument } from './document.ts';

/** What has to be set so that one state becomes another: a path of keys; `to` left out: the key goes away. */
export const changeOfStateSchema = z.object({ path: z.array(z.string().max(100)).max(12), to: z.json().optional() });
export type StateChange = z.infer<typeof changeOfStateSchema>;

/** The last time that a clock can tell. */
const LAST_MS = 8.64e15;
/** More than the fields of the largest book. */
const MOST_CHANGES = 100_000;

/** One step as it is kept: replaying it needs none of the code that made it, and it carries its own inverse. */
export const stepLineSchema = z.object({
  /** What was done, as undo names it: a key of the catalogue `layout.step.*`. */
  label: z.string().max(100),
  atMs: z.number().min(0).max(LAST_MS),
  set: z.array(changeOfStateSchema).max(MOST_CHANGES),
  back: z.array(changeOfStateSchema).max(MOST_CHANGES),
  /** Undone, done again, come by itself, or many steps as one rather than done: history of a former session is found by it. */
  move: z.enum(['do', 'undo', 'redo', 'arrive', 'whole']),
  /** It goes on with the gesture of the line before it and is undone with it. */
  joins: z.literal(true).optional(),
});
export type StepLine = z.infer<typeof stepLineSchema>;

type Json = z.infer<ReturnType<typeof z.json>>;
type JsonRecord = { readonly [key: string]: Json };

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What has to be set so that `from` becomes `to`; it costs what changed, not what there is. Documents are never changed in
 * place, so that what is the same object is the same; an array that changed is written whole.
 */
export function difference(from: unknown, to: unknown): StateChange[] {
  const found: StateChange[] = [];
  collect(from, to, [], found);
  return found;
}

function collect(from: unknown, to: unknown, path: readonly string[], found: StateChange[]): void {
  if (from === to) return;
  if (isRecord(from) && isRecord(to)) {
    for (const key of Object.keys(from)) if (to[key] === undefined) found.push({ path: [...path, key] });
    for (const key of Object.keys(to)) if (from[key] !== to[key]) collect(from[key], to[key], [...path, key], found);
    return;
  }
  if (sameList(from, to)) return;
  found.push({ path: [...path], to: to as Json });
}

/** The same array made anew is no change, nor is one that came as a copy: what the window and the desk tell each other always does. */
const sameList = (from: unknown, to: unknown): boolean =>
  Array.isArray(from) &&
  Array.isArray(to) &&
  from.length === to.length &&
  from.every((item, at) => item === to[at] || difference(item, to[at]).length === 0);

/** The state with those changes made, in their order; what they do not name is shared with it. */
export function applied<State>(state: State, changes: readonly StateChange[]): State {
  return changes.reduce<unknown>((now, { path, to }) => withChange(now, path, 0, to), state) as State;
}

function withChange(state: unknown, path: readonly string[], at: number, to: unknown): unknown {
  const key = path[at];
  if (key === undefined) return to;
  const next: Record<string, unknown> = isRecord(state) ? { ...state } : {};
  if (at === path.length - 1 && to === undefined) delete next[key];
  else next[key] = withChange(next[key], path, at + 1, to);
  return next;
}

/** The file's bytes: keys in the order of the alphabet, a space of indent, a line feed at the end; the same state is the same bytes. */
export function written(state: unknown): string {
  return `${JSON.stringify(state, sortedKeys, 1)}\n`;
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, value[key]]),
  );
}

/** The document behind those lines: what the journal makes of the document that it began with. */
export function replayed(document: LayoutDocument, lines: readonly StepLine[]): LayoutDocument {
  return lines.reduce((now, { set }) => ({ ...applied(now, set), steps: now.steps + 1 }), document);
}

/** Whatever was done, as one step that nothing before it can be undone behind: each of those steps may be another one than it says. */
export const wholeStep = (from: LayoutDocument, to: LayoutDocument, atMs: number): StepLine => ({
  label: 'whole',
  atMs,
  ...changesBetween(from, to),
  move: 'whole',
});

/** What can be undone and done again behind those lines, oldest first: gestures whole, as one line each. */
export function stepsBehind(
  lines: readonly StepLine[],
  before: { readonly done: readonly StepLine[]; readonly undone: readonly StepLine[] } = { done: [], undone: [] },
): { readonly done: StepLine[]; readonly undone: StepLine[] } {
  const done = [...before.done];
  const undone = [...before.undone];
  for (const line of lines) {
    if (line.move === 'do') {
      const last = line.joins === true ? done.pop() : undefined;
      done.push(last === undefined ? line : joined(last, line));
      undone.length = 0;
      continue;
    }
    if (line.move === 'arrive') continue;
    if (line.move === 'whole') {
      done.length = 0;
      undone.length = 0;
      continue;
    }
    const [from, to] = line.move === 'undo' ? [done, undone] : [undone, done];
    const step = from.pop();
    if (step !== undefined) to.push(step);
  }
  return { done, undone };
}

const joined = (first: StepLine, then: StepLine): StepLine => ({
  ...first,
  atMs: then.atMs,
  set: [...first.set, ...then.set],
  back: [...then.back, ...first.back],
});

/** What is being done to what: a name for what is done again and again, or a sign of its own for one hand that may rest meanwhile. */
export type Gesture = string | symbol;

interface Step {
  readonly label: string;
  readonly atMs: number;
  readonly gesture: Gesture | null;
  /** The very object that was there; a step of a former session has its line instead. */
  readonly before: LayoutDocument | null;
  readonly after: LayoutDocument | null;
  readonly line: StepLine | null;
  /** So much had arrived when it was done. */
  readonly arrivals: number;
}

/** Steps of one gesture by its name within this become one. */
const JOINS_WITHIN_MS = 1_000;

/**
 * The book while it is worked on, with undo and redo without limit. Undo is the former object itself, with what arrived since:
 * nothing else is computed, nothing can drift. Every step, undone and done again too, is told as a line for the journal; the document's `steps` counts
 * those lines, and is the only thing that undo does not give back.
 */
export class History {
  #document: LayoutDocument;
  readonly #tell: (line: StepLine) => void;
  readonly #done: Step[];
  readonly #undone: Step[];
  readonly #arrivals: Arrival[] = [];

  constructor(
    document: LayoutDocument,
    tell: (line: StepLine) => void,
    former: { readonly done: readonly StepLine[]; readonly undone: readonly StepLine[] } = { done: [], undone: [] },
  ) {
    this.#document = document;
    this.#tell = tell;
    this.#done = former.done.map(formerStep);
    this.#undone = former.undone.map(formerStep);
  }

  get document(): LayoutDocument {
    return this.#document;
  }
  /** What undo would take back, as its label; null: nothing. */
  get undoes(): string | null {
    return this.#done.at(-1)?.label ?? null;
  }
  get redoes(): string | null {
    return this.#undone.at(-1)?.label ?? null;
  }

  /**
   * Takes the next document. Steps of the same `gesture` are one to undo: those of a name within a second, those of a sign
   * however long they take. Nothing happens when it is the document that is there.
   */
  take(label: string, after: LayoutDocument, atMs: number, gesture: Gesture | null = null): LayoutDocument {
    const before = this.#document;
    const changes = changesBetween(before, after);
    if (changes.set.length === 0) return before;
    const last = this.#done.at(-1);
    const joins =
      last !== undefined &&
      gesture !== null &&
      last.gesture === gesture &&
      (typeof gesture === 'symbol' || atMs - last.atMs < JOINS_WITHIN_MS) &&
      this.#undone.length === 0;
    const line: StepLine = { label, atMs, ...changes, move: 'do', ...(joins ? { joins: true } : {}) };
    this.#move(after, line);
    if (joins) this.#done[this.#done.length - 1] = { ...last, atMs, after: this.#document };
    else
      this.#done.push({
        label,
        atMs,
        gesture,
        before,
        after: this.#document,
        line: null,
        arrivals: this.#arrivals.length,
      });
    this.#undone.length = 0;
    return this.#document;
  }

  /**
   * Takes what came by itself, such as pictures that were read. It is no step of the operator's: undo does not take it back, and
   * what can be done again stays so.
   */
  arrive(label: string, arrival: Arrival, atMs: number): LayoutDocument {
    const before = this.#document;
    const after = arrival(before);
    const changes = changesBetween(before, after);
    if (changes.set.length === 0) return before;
    this.#arrivals.push(arrival);
    this.#move(after, { label, atMs, ...changes, move: 'arrive' });
    return this.#document;
  }

  /** Null: there is nothing to undo. */
  undo(atMs: number): LayoutDocument | null {
    const step = this.#done.pop();
    if (step === undefined) return null;
    const after = this.#document;
    const before = this.#since(step, step.before) ?? withEveryPicture(applied(after, step.line?.back ?? []));
    this.#undone.push({ ...step, before, after, gesture: null, arrivals: this.#arrivals.length });
    this.#move(before, { label: step.label, atMs, ...changesBetween(after, before), move: 'undo' });
    return this.#document;
  }

  /** Null: there is nothing to do again. */
  redo(atMs: number): LayoutDocument | null {
    const step = this.#undone.pop();
    if (step === undefined) return null;
    const before = this.#document;
    const after = this.#since(step, step.after) ?? withEveryPicture(applied(before, step.line?.set ?? []));
    this.#done.push({ ...step, before, after, gesture: null, arrivals: this.#arrivals.length });
    this.#move(after, { label: step.label, atMs, ...changesBetween(before, after), move: 'redo' });
    return this.#document;
  }

  /** Goes on from the document that is there, which so many steps led to: none of them can be undone any more. */
  beginAnew(steps: number): void {
    this.#document = { ...this.#document, steps };
    for (const list of [this.#done, this.#undone, this.#arrivals]) list.length = 0;
  }

  /** That state with what has arrived since the step was done. */
  #since({ arrivals }: Step, state: LayoutDocument | null): LayoutDocument | null {
    return state === null ? null : this.#arrivals.slice(arrivals).reduce((now, arrival) => arrival(now), state);
  }

  #move(to: LayoutDocument, line: StepLine): void {
    this.#document = { ...to, steps: this.#document.steps + 1 };
    this.#tell(line);
  }
}

/** What comes by itself, as it changes whatever document there is; the same document where it changes nothing. */
export type Arrival = (document: LayoutDocument) => LayoutDocument;

/** A step of a former session wrote the order of pictures whole, and pictures may have arrived behind it. */
function withEveryPicture(document: LayoutDocument): LayoutDocument {
  const { pictures, pictureOrder } = document;
  const ordered = pictureOrder.filter((key) => pictures[key] !== undefined);
  const known = new Set(ordered);
  const others = Object.keys(pictures).filter((key) => !known.has(key));
  return ordered.length === pictureOrder.length && others.length === 0
    ? document
    : { ...document, pictureOrder: [...ordered, ...others] };
}

const formerStep = (line: StepLine): Step => ({
  label: line.label,
  atMs: line.atMs,
  gesture: null,
  before: null,
  after: null,
  line,
  arrivals: 0,
});

/** How one document becomes the other, and back. Lines are counted where they are kept, so that `steps` is not among it. */
function changesBetween(from: LayoutDocument, to: LayoutDocument): Pick<StepLine, 'set' | 'back'> {
  const counted = { ...to, steps: from.steps };
  return { set: difference(from, counted), back: difference(counted, from) };
}
