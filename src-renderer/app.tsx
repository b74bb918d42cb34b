import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from './bridge.ts';
import { Frame } from './frame/frame.tsx';
import { PreferencesProvider } from './frame/preferences-provider.tsx';
import { guardCompositions } from './ui/key-events.ts';

/** The whole window. */
export function App() {
  useEffect(() => guardCompositions(document), []);
  return (
    <QueryClientProvider client={queryClient}>
      <PreferencesProvider>
        <Frame />
      </PreferencesProvider>
    </QueryClientProvider>
  );
}
