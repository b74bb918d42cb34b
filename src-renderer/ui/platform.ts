import { createContext, useContext } from 'react';
import type { AppInfo } from '../../src-core/ipc/subjects/app.ts';

export const PlatformContext = createContext<AppInfo['platform']>('linux');
export const usePlatform = (): AppInfo['platform'] => useContext(PlatformContext);
