import type { StudioDocument } from '../../../src-core/ipc/subjects/documents.ts';
import { callStudio, wireErrorOf } from '../../bridge.ts';
import { createStore } from '../../ui/store.ts';
import { showToast } from '../../ui/toast-store.ts';

/** The window may hear of the drop after the answer that the drag is over. */
const STILL_HEARD_MS = 1_000;

/** Whether something of the studio's own is being dragged: the window does not take it in. */
export const carriedOut = createStore(false);

let ended: ReturnType<typeof setTimeout> | undefined;

/**
 * Makes the document and hands it to the system's own dragging. Of one that is let go before it was made nothing comes but a word:
 * dragged again, it is there at once.
 */
export async function carryOut(document: StudioDocument): Promise<void> {
  let isHeld = true;
  const letGo = (): void => {
    isHeld = false;
  };
  window.addEventListener('pointerup', letGo, { capture: true });
  try {
    const { dragId } = await callStudio('documents.prepare', { document });
    if (!isHeld || !(await dragOut(dragId))) showToast({ text: { key: 'ui.carry.late' } });
  } catch (error) {
    showToast({ text: wireErrorOf(error).text, tone: 'bad' });
  } finally {
    window.removeEventListener('pointerup', letGo, { capture: true });
  }
}

async function dragOut(dragId: string): Promise<boolean> {
  clearTimeout(ended);
  carriedOut.set(true);
  try {
    return (await callStudio('documents.drag', { dragId })).isDragged;
  } finally {
    ended = setTimeout(() => carriedOut.set(false), STILL_HEARD_MS);
  }
}
