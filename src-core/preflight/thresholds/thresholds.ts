import type { SpecGeometry } from '../../specs/book-geometry.ts';
import type { ThresholdOrigin, Quantity } from '../finding.ts';
import { ANATOMY_THRESHOLDS } from './anatomy.ts';
import { COLOUR_THRESHOLDS } from './colour.ts';
import { GEOMETRY_THRESHOLDS } from './geometry.ts';
import { IMAGE_THRESHOLDS } from './images.ts';
import { OBJECT_THRESHOLDS } from './objects.ts';
import { ORDER_THRESHOLDS } from './order.ts';
import { STRUCTURE_THRESHOLDS } from './structure.ts';
import { TEXT_THRESHOLDS } from './text.ts';
import type { ThresholdDefinition } from './threshold-definition.ts';

/** By the section of the checks that they belong to. */
export const THRESHOLD_SECTIONS: Readonly<Record<string, Readonly<Record<string, ThresholdDefinition>>>> = {
  structure: STRUCTURE_THRESHOLDS,
  geometry: GEOMETRY_THRESHOLDS,
  anatomy: ANATOMY_THRESHOLDS,
  images: IMAGE_THRESHOLDS,
  text: TEXT_THRESHOLDS,
  colour: COLOUR_THRESHOLDS,
  objects: OBJECT_THRESHOLDS,
  order: ORDER_THRESHOLDS,
};

/** Every number that a studio or a print house may set, with its built-in value and where that comes from. */
export const THRESHOLDS = {
  ...STRUCTURE_THRESHOLDS,
  ...GEOMETRY_THRESHOLDS,
  ...ANATOMY_THRESHOLDS,
  ...IMAGE_THRESHOLDS,
  ...TEXT_THRESHOLDS,
  ...COLOUR_THRESHOLDS,
  ...OBJECT_THRESHOLDS,
  ...ORDER_THRESHOLDS,
} as const satisfies Record<string, ThresholdDefinition>;

export type ThresholdName = keyof typeof THRESHOLDS;
export type ThresholdValues = Readonly<Partial<Record<ThresholdName, number>>>;

export interface Threshold {
  readonly name: ThresholdName;
  readonly value: number;
  readonly unit: Quantity['unit'];
  readonly origin: ThresholdOrigin;
  /** The standard or the practice behind the built-in value; null where somebody else set it. */
  readonly standard: string | null;
}

/** What was set where. The built-in values hold for the rest. */
export interface ThresholdLayers {
  readonly spec?: ThresholdValues;
  readonly printHouse?: ThresholdValues;
  readonly studio?: ThresholdValues;
}

/** Thresholds resolved: book spec, then print house, then studio, then built-in. */
export interface Thresholds {
  readonly of: (name: ThresholdName) => Threshold;
}

const LAYER_ORDER = ['spec', 'printHouse', 'studio'] as const;

export function resolveThresholds(layers: ThresholdLayers = {}): Thresholds {
  return {
    of(name) {
      const definition: ThresholdDefinition = THRESHOLDS[name];
      for (const origin of LAYER_ORDER) {
        const value = layers[origin]?.[name];
        if (value !== undefined) return { name, value, unit: definition.unit, origin, standard: null };
      }
      return { name, value: definition.value, unit: definition.unit, origin: 'builtIn', standard: definition.standard };
    },
  };
}

/** What a book spec itself sets: the bleed that its sizes are computed with. */
export function thresholdsOfSpec(spec: Pick<SpecGeometry, 'bleedMm'>): ThresholdValues {
  return { bleedMm: spec.bleedMm };
}
