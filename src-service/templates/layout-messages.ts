import type { LayoutToDraw } from './draw-layout.ts';

export interface LayoutWorkerData {
  readonly fontsFolder: string;
  readonly graphicsFolder: string;
}

export type ToLayoutWorker = ({ readonly type: 'draw' } & LayoutToDraw) | { readonly type: 'end' };

export type DrawnLayout =
  | { readonly ok: true; readonly templateUid: string; readonly jpeg: Uint8Array }
  | { readonly ok: false; readonly templateUid: string; readonly reason: string };
