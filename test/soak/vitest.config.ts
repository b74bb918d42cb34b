import { defineConfig } from 'vitest/config';

// The soak's own clock ends it; its lines are shown as they come.
export default defineConfig({
  test: {
    include: ['test/soak/soak.ts'],
    environment: 'node',
    // The desk without a window, which is killed too.
    globalSetup: 'test/desk/global-setup.ts',
    testTimeout: 0,
    hookTimeout: 0,
    disableConsoleIntercept: true,
    reporters: ['dot'],
  },
});
