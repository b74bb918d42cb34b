import type { PrintHouseView } from '../../../src-core/ipc/subjects/print-house.ts';
import { useAnswer } from '../../bridge.ts';

/** The print house's side of the service in use; null where it is a real one, and while nobody knows. */
export const usePrintHouse = (): PrintHouseView | null => useAnswer('printHouse.view', {}).data ?? null;
