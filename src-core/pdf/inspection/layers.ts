import type { PdfDocument } from '../document.ts';
import { PdfRef, dictOf, isDict, type PdfDict, type PdfValue } from '../objects.ts';
import { readText } from './document-text.ts';
import type { LayerFacts } from './document-facts.ts';

/** The optional content of a document (ISO 32000-1, 8.11). */
export interface Layers {
  readonly all: readonly LayerFacts[];
  /** Alternate configurations beside the default one. */
  readonly hasConfigurations: boolean;
  /** What an /OC or a /Properties entry leads to: a group, or a membership dictionary told as one layer; null for neither. */
  readonly layerOf: (value: PdfValue | undefined) => LayerFacts | null;
}

const MAX_LAYERS = 10_000;
const MAX_EXPRESSION_DEPTH = 16;

type Use = 'view' | 'print';

export function readLayers(document: PdfDocument): Layers {
  const catalogue = document.resolve(document.trailer.get('Root'));
  const properties = isDict(catalogue) ? document.resolve(catalogue.get('OCProperties')) : undefined;
  return new LayerReader(document, isDict(properties) ? properties : new Map<string, PdfValue>());
}

/** Seen on one of screen and paper alone, or on neither. */
export const isHiddenSomewhere = ({ isOnInView, isOnInPrint }: LayerFacts): boolean => !isOnInView || !isOnInPrint;

/** Which layer a mark lies on for a check: the innermost one, unless one around it is why the mark is not seen. */
export function layerWithin(outer: LayerFacts | null, inner: LayerFacts): LayerFacts {
  const isPlain = inner.processingStep === null && !isHiddenSomewhere(inner);
  return outer !== null && isPlain && isHiddenSomewhere(outer) ? outer : inner;
}

class LayerReader implements Layers {
  readonly all: readonly LayerFacts[];
  readonly hasConfigurations: boolean;
  private readonly byNumber = new Map<number, LayerFacts>();
  private readonly memberships = new Map<PdfDict, LayerFacts | null>();
  private readonly isOnByDefault: (objectNumber: number) => boolean;
  /** Groups whose state follows their /Usage, by what the page is used for (8.11.4.4). */
  private readonly automatic: Readonly<Record<Use, ReadonlySet<number>>>;

  constructor(
    private readonly document: PdfDocument,
    properties: PdfDict,
  ) {
    const configurations = document.resolve(properties.get('Configs'));
    this.hasConfigurations = Array.isArray(configurations) && configurations.length > 0;
    const defaults = document.resolve(properties.get('D'));
    const configuration = isDict(defaults) ? defaults : new Map<string, PdfValue>();
    const on = this.numbersIn(configuration.get('ON'));
    const off = this.numbersIn(configuration.get('OFF'));
    const isBaseOff = document.resolve(configuration.get('BaseState')) === 'OFF';
    this.isOnByDefault = (objectNumber) => (isBaseOff ? on.has(objectNumber) : !off.has(objectNumber));
    this.automatic = {
      view: this.automaticFor(configuration, 'View'),
      print: this.automaticFor(configuration, 'Print'),
    };
    for (const objectNumber of this.numbersIn(properties.get('OCGs'))) this.group(new PdfRef(objectNumber, 0));
    this.all = [...this.byNumber.values()];
  }

  layerOf(value: PdfValue | undefined): LayerFacts | null {
    if (value instanceof PdfRef) {
      const known = this.byNumber.get(value.objectNumber);
      if (known !== undefined) return known;
    }
    const dict = dictOf(this.document.resolve(value));
    if (dict === undefined) return null;
    const type = this.document.resolve(dict.get('Type'));
    if (type === 'OCG') return value instanceof PdfRef ? this.group(value) : null;
    return type === 'OCMD' ? this.membership(dict, value) : null;
  }

  private group(ref: PdfRef): LayerFacts | null {
    const { document } = this;
    const { objectNumber } = ref;
    const known = this.byNumber.get(objectNumber);
    if (known !== undefined) return known;
    const dict = document.resolve(ref);
    if (!isDict(dict)) return null;
    const layer: LayerFacts = {
      objectNumber,
      name: readText(document, dict.get('Name'), ref) ?? '',
      isOnInView: this.isOn(objectNumber, dict, 'view'),
      isOnInPrint: this.isOn(objectNumber, dict, 'print'),
      processingStep: this.processingStep(dict),
    };
    this.byNumber.set(objectNumber, layer);
    return layer;
  }

  private isOn(objectNumber: number, dict: PdfDict, use: Use): boolean {
    const byDefault = this.isOnByDefault(objectNumber);
    if (!this.automatic[use].has(objectNumber)) return byDefault;
    const [part, state] = use === 'view' ? ['View', 'ViewState'] : ['Print', 'PrintState'];
    const usage = this.document.resolve(dict.get('Usage'));
    const own = isDict(usage) ? this.document.resolve(usage.get(part)) : undefined;
    const stated = isDict(own) ? this.document.resolve(own.get(state)) : undefined;
    return stated === 'ON' || stated === 'OFF' ? stated === 'ON' : byDefault;
  }

  /** /AS of the default configuration: the groups that follow `category` of their /Usage when the event occurs. */
  private automaticFor(configuration: PdfDict, category: 'View' | 'Print'): ReadonlySet<number> {
    const { document } = this;
    const numbers = new Set<number>();
    for (const one of this.items(configuration.get('AS'))) {
      const application = document.resolve(one);
      if (!isDict(application) || document.resolve(application.get('Event')) !== category) continue;
      if (!this.items(application.get('Category')).some((name) => document.resolve(name) === category)) continue;
      for (const objectNumber of this.numbersIn(application.get('OCGs'))) numbers.add(objectNumber);
    }
    return numbers;
  }

  /** ISO 19593-1, 5.2: the group of steps, or the step when the group is not named. */
  private processingStep(dict: PdfDict): string | null {
    const { document } = this;
    const metadata = document.resolve(dict.get('GTS_Metadata'));
    if (!isDict(metadata)) return null;
    const named =
      document.resolve(metadata.get('GTS_ProcStepsGroup')) ?? document.resolve(metadata.get('GTS_ProcStepsType'));
    return typeof named === 'string' ? named : null;
  }

  /** Content that is seen depending on several groups (8.11.2.2). */
  private membership(dict: PdfDict, value: PdfValue | undefined): LayerFacts | null {
    const known = this.memberships.get(dict);
    if (known !== undefined) return known;
    const listed = this.document.resolve(dict.get('OCGs'));
    const members = (Array.isArray(listed) ? this.items(listed) : [dict.get('OCGs')]).flatMap((member) => {
      const group = member instanceof PdfRef ? this.group(member) : null;
      return group === null ? [] : [group];
    });
    const layer: LayerFacts | null =
      members.length === 0 && !dict.has('VE')
        ? null
        : {
            // A dictionary written in place has no number; a negative one keeps it apart from all objects.
            objectNumber: value instanceof PdfRef ? value.objectNumber : -1 - this.memberships.size,
            name: members.map(({ name }) => name).join(', '),
            isOnInView: this.isSeen(dict, members, 'isOnInView'),
            isOnInPrint: this.isSeen(dict, members, 'isOnInPrint'),
            processingStep: members.find(({ processingStep }) => processingStep !== null)?.processingStep ?? null,
          };
    this.memberships.set(dict, layer);
    return layer;
  }

  private isSeen(dict: PdfDict, members: readonly LayerFacts[], state: 'isOnInView' | 'isOnInPrint'): boolean {
    const expression = this.document.resolve(dict.get('VE'));
    if (Array.isArray(expression)) return this.evaluate(expression, state, 0);
    switch (this.document.resolve(dict.get('P'))) {
      case 'AllOn':
        return members.every((member) => member[state]);
      case 'AnyOff':
        return members.some((member) => !member[state]);
      case 'AllOff':
        return members.every((member) => !member[state]);
      default:
        return members.some((member) => member[state]);
    }
  }

  /** A visibility expression: an operator and its operands, which are groups or expressions again. */
  private evaluate(expression: readonly PdfValue[], state: 'isOnInView' | 'isOnInPrint', depth: number): boolean {
    if (depth > MAX_EXPRESSION_DEPTH) return true;
    const isTrue = (operand: PdfValue): boolean => {
      const resolved = this.document.resolve(operand);
      if (Array.isArray(resolved)) return this.evaluate(resolved, state, depth + 1);
      return operand instanceof PdfRef ? (this.group(operand)?.[state] ?? true) : true;
    };
    const operands = expression.slice(1, MAX_LAYERS);
    switch (this.document.resolve(expression[0])) {
      case 'Not':
        return operands[0] === undefined || !isTrue(operands[0]);
      case 'Or':
        return operands.some(isTrue);
      default:
        return operands.every(isTrue);
    }
  }

  private items(value: PdfValue | undefined): readonly PdfValue[] {
    const items = this.document.resolve(value);
    return Array.isArray(items) ? items.slice(0, MAX_LAYERS) : [];
  }

  private numbersIn(value: PdfValue | undefined): ReadonlySet<number> {
    return new Set(this.items(value).flatMap((item) => (item instanceof PdfRef ? [item.objectNumber] : [])));
  }
}
