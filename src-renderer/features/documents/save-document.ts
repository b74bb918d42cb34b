import type { StudioDocument } from '../../../src-core/ipc/subjects/documents.ts';
import { useAction } from '../../bridge.ts';
import { showToast } from '../../ui/toast-store.ts';

export interface SaveDocument {
  readonly save: (document: StudioDocument) => void;
  readonly isSaving: boolean;
}

/** Saves what leaves the studio as a file, where the operator says; `saved` is told then. */
export function useSaveDocument(saved: string | ((document: StudioDocument) => string)): SaveDocument {
  const { mutate, isPending } = useAction('documents.save', {
    onDone: (answer, { document }) => {
      if (answer.saved) showToast({ text: typeof saved === 'string' ? saved : saved(document), tone: 'good' });
    },
  });
  return { save: (document) => mutate({ document }), isSaving: isPending };
}
