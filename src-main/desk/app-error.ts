import { AppError } from '../../src-core/desk/app-errors.ts';
import type { DescribeDeskError } from './desk.ts';

export const describeDeskError: DescribeDeskError = (error) => (error instanceof AppError ? error.toWire() : null);
