import { createContext, useContext } from 'react';
import { createText, type Text } from './text.ts';

export const TextContext = createContext<Text>(createText('ko'));

/** Sentences and figures in the operator's language. */
export const useText = (): Text => useContext(TextContext);
