import { z } from 'zod';

/** Where orders go: `sandbox` prints nothing and costs nothing, `live` does both. */
export const environmentSchema = z.enum(['sandbox', 'live']);
export type Environment = z.infer<typeof environmentSchema>;
