import type { Call } from '../../src-core/ipc/contract.ts';
import type { StatusView } from '../../src-core/ipc/subjects/app.ts';
import { queryClient } from '../bridge.ts';

/** Another connection is in use from now on, and the window was told so. The service does not answer what begins with `unanswered`. */
export async function switchConnection({ unanswered }: { readonly unanswered?: string } = {}): Promise<void> {
  const { call } = window.studio;
  const callThere: Call = async (channel, input) => {
    if (unanswered !== undefined && channel.startsWith(unanswered))
      throw Object.assign(new Error(channel), { code: 'INTERNAL', text: { key: 'ui.error.unexpected' } });
    const answer = await call(channel, input);
    if (channel !== 'app.status') return answer;
    const status = answer as StatusView;
    const connection = status.connection && { ...status.connection, connectionId: 'another' };
    return { ...status, connection } as typeof answer;
  };
  Object.assign(window.studio, { call: callThere });
  await queryClient.invalidateQueries();
}
