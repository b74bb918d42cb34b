import { createContext, useContext } from 'react';

export const COMFORTABLE_ROW_PX = 36;
export const COMPACT_ROW_PX = 28;

/** Height of a table row in the density that the operator chose. */
export const RowHeightContext = createContext(COMFORTABLE_ROW_PX);
export const useRowHeight = (): number => useContext(RowHeightContext);
