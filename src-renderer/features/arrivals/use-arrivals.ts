import { useEffect, useRef } from 'react';
import type { Opened } from '../../../src-core/desk/job-package.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { goTo, openLayout } from '../../route.ts';
import { linkedOrder } from '../orders/linked-order.tsx';

/** Shows what was opened outside of the window, each once. `tellPackage` says what came of a job package. */
export function useArrivals(tellPackage: (opened: Opened) => void): void {
  const { data: waiting } = useAnswer('arrivals.waiting', {});
  const taken = useRef(new Set<string>());
  const { mutate: take } = useAction('arrivals.take', {
    onDone: (arrival) => {
      if (arrival === null) return;
      if (arrival.kind === 'package') tellPackage(arrival.opened);
      else if (arrival.kind === 'layout') openLayout(arrival.bookId);
      else {
        const { section, order } = arrival.place;
        if (order !== null) linkedOrder.set(order);
        goTo(section);
      }
    },
  });
  useEffect(() => {
    for (const arrivalId of waiting ?? []) {
      if (taken.current.has(arrivalId)) continue;
      taken.current.add(arrivalId);
      take({ arrivalId });
    }
  }, [waiting, take]);
}
