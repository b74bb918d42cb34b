import type { StatusView } from '../../src-core/ipc/views.ts';
export function WelcomeRoute({ status }: { readonly status: StatusView }) {
  return <p>{status.phase}</p>;
}
