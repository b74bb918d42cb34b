import type { Template } from '../../src-core/contract/templates.ts';

/** Every template that the service offers, each for one book spec. */
export interface TemplateCatalogue {
  readonly all: readonly Template[];
  readonly byUid: ReadonlyMap<string, Template>;
}
