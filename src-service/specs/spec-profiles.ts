import type { SpecProfile } from '../../src-core/contract/specs.ts';
import type { ServiceContext } from '../context.ts';

/** GET /spec-profiles: all of them, or those of one book spec. */
export function listSpecProfiles({ specProfiles }: ServiceContext, bookSpecUid: string | undefined): SpecProfile[] {
  return [...specProfiles.values()].filter(
    (profile) => bookSpecUid === undefined || profile.bookSpecUid === bookSpecUid,
  );
}
