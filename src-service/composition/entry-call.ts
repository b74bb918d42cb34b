import type { StagedBlob } from '../blobs/blobs.ts';

/** A file of a form, taken in but not looked at yet. */
export interface AttachedFile {
  /** The name that it came under: a template variable's. */
  readonly field: string;
  readonly fileName: string;
  readonly staged: StagedBlob;
}

/** What POST cover and POST contents are sent. */
export interface EntryCall {
  readonly templateUid: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Text parts of a form besides these two, by name, in order of appearance. */
  readonly parts: ReadonlyMap<string, readonly unknown[]>;
  /** In order of appearance. */
  readonly files: readonly AttachedFile[];
}
