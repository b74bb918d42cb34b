import { useAnswer } from '../../bridge.ts';

/**
 * What the service told, where it is of the connection in use. What is kept of another one stands in for nothing: its service may
 * take long to answer, or not answer at all.
 */
export function useOfConnectionInUse<Told extends { readonly connectionId: string }>(
  told: Told | null | undefined,
): Told | null | undefined {
  const inUse = useAnswer('app.status', {}).data?.connection;
  return told === null || told?.connectionId === inUse?.connectionId ? told : undefined;
}
