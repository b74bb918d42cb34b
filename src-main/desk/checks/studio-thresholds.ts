import { z } from 'zod';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { ThresholdView } from '../../../src-core/ipc/subjects/checks.ts';
import {
  THRESHOLDS,
  THRESHOLD_SECTIONS,
  resolveThresholds,
  type ThresholdLayers,
  type ThresholdName,
  type ThresholdValues,
} from '../../../src-core/preflight/thresholds.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';

export type SetLayer = 'studio' | 'printHouse';

const valuesSchema = z.record(z.string(), z.number().nonnegative());
const isThreshold = (name: string): name is ThresholdName => Object.hasOwn(THRESHOLDS, name);

/** The thresholds that this studio set, and those that the print house of a connection asks for. */
export class StudioThresholds {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  /** By place. Every judgement of every book asks; only `#write` changes them. */
  readonly #known = new Map<string, ThresholdValues>();
  /** Books are judged by other numbers from now on. */
  onChanged: () => void = () => undefined;

  constructor(context: DeskContext, connections: Connections) {
    this.#context = context;
    this.#connections = connections;
  }

  layers(): Omit<ThresholdLayers, 'spec'> {
    return { studio: this.#read('studio'), printHouse: this.#read('printHouse') };
  }

  views(): ThresholdView[] {
    const resolved = resolveThresholds(this.layers());
    return Object.entries(THRESHOLD_SECTIONS).flatMap(([section, definitions]) =>
      Object.entries(definitions).flatMap(([name, definition]) => {
        if (!isThreshold(name)) return [];
        const { value, unit, origin } = resolved.of(name);
        return [{ name, section, value, unit, origin, builtIn: definition.value, standard: definition.standard }];
      }),
    );
  }

  /** Throws THRESHOLD_UNKNOWN. */
  set(name: string, value: number | null, layer: SetLayer): ThresholdView[] {
    if (!isThreshold(name)) throw new AppError('THRESHOLD_UNKNOWN');
    const { [name]: _, ...others } = this.#read(layer);
    this.#write(layer, value === null ? others : { ...others, [name]: value });
    this.onChanged();
    return this.views();
  }

  #read(layer: SetLayer): ThresholdValues {
    const place = this.#place(layer);
    const known = this.#known.get(place);
    if (known !== undefined) return known;
    const parsed = valuesSchema.safeParse(readDeskValue(this.#context.db, place) ?? {});
    const values: ThresholdValues = parsed.success
      ? Object.fromEntries(Object.entries(parsed.data).filter(([name]) => isThreshold(name)))
      : {};
    this.#known.set(place, values);
    return values;
  }

  #write(layer: SetLayer, values: ThresholdValues): void {
    const name = this.#place(layer);
    this.#known.delete(name);
    writeDeskValue(this.#context.db, name, values);
  }

  #place(layer: SetLayer): string {
    return layer === 'studio' ? 'thresholds' : `thresholds.${this.#connections.active()?.connectionId ?? 'none'}`;
  }
}
