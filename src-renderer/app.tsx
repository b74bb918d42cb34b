import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from './bridge.ts';
import { Frame } from './frame/frame.tsx';
import { PreferencesProvider } from './frame/preferences-provider.tsx';

/** The whole window. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <PreferencesProvider>
        <Frame />
      </PreferencesProvider>
    </QueryClientProvider>
  );
}
