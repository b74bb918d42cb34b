import { buildService } from './service-process.ts';

/** Once for all suites, so that several may start the service at once. A build that the mutation run names is its own. */
export function setup(): void {
  if (process.env['SERVICE_PROGRAM'] === undefined) buildService();
}
