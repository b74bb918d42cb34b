import type { WireError } from '../../src-core/ipc/contract.ts';
import type { TextRef } from '../../src-core/text-ref.ts';

/** A failure of the shell that has words for the operator. */
export class ShellError extends Error {
  readonly code: string;
  readonly text: TextRef;

  constructor(code: string, text: TextRef, options?: ErrorOptions) {
    super(code, options);
    this.name = 'ShellError';
    this.code = code;
    this.text = text;
  }

  toWire(): WireError {
    return { code: this.code, text: this.text };
  }
}
