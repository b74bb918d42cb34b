import { powerMonitor, powerSaveBlocker } from 'electron';
import type { PowerPort } from './sleep.ts';

/** Electron's own. */
export function systemPower(): PowerPort {
  return {
    onSuspend: (listener) => void powerMonitor.on('suspend', listener),
    onResume: (listener) => void powerMonitor.on('resume', listener),
    keepAwake: () => {
      const id = powerSaveBlocker.start('prevent-app-suspension');
      return () => void powerSaveBlocker.stop(id);
    },
  };
}
