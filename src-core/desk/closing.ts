import { z } from 'zod';

/**
 * What becomes of the studio whose window is closed while it has work, where the system has a tray: asked, the first time; in
 * the tray from then on; or quit, which asks its own question. macOS keeps every program without a window.
 */
export const closingSchema = z.enum(['ask', 'tray', 'quit']);
export type Closing = z.infer<typeof closingSchema>;
export const CLOSINGS = closingSchema.options;
