import { newBook } from '../features/layout/new-book.ts';
import { awaitedFiles } from '../features/inspector/awaited-files.ts';
import { NO_FILTER } from '../features/library/library-filter.ts';
import { openManifest } from '../features/library/open-manifest.ts';
import { libraryFilter, librarySelection, librarySorting, pairingOf } from '../features/library/library-state.ts';
import { orderFilter } from '../features/orders/order-filter.ts';
import { linkedOrder } from '../features/orders/linked-order.tsx';
import { orderReviewBooks, shownOrderRun } from '../features/orders/order-review-store.ts';
import { NO_ORDER_FILTER } from '../features/orders/order-rows.ts';
import { orderSorting } from '../features/orders/order-sorting.ts';
import { printQuestion } from '../features/print-gate/print-gate.ts';
import { queueSelection, queueSorting } from '../features/queue/queue-state.ts';
import { recipientSorting } from '../features/recipients/address-book.tsx';
import { NO_SELECTION } from '../ui/table-selection.ts';

/** What is asked, chosen and filtered outlives a screen; a window that is shown anew begins without any of it. */
export function forget(): void {
  for (const asked of [printQuestion, pairingOf, newBook, openManifest, orderReviewBooks, shownOrderRun, linkedOrder])
    asked.set(null);
  for (const selection of [librarySelection, queueSelection]) selection.set(NO_SELECTION);
  for (const sorting of [librarySorting, orderSorting, queueSorting, recipientSorting]) sorting.set(null);
  awaitedFiles.set(new Map());
  libraryFilter.set(NO_FILTER);
  orderFilter.set(NO_ORDER_FILTER);
}
