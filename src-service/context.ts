import type { Contract } from '../src-core/contract/profiles.ts';
import type { SpecProfile } from '../src-core/contract/specs.ts';
import type { Clock, Ids } from '../src-core/ports.ts';
import type { CatalogueSpec } from '../src-core/specs/catalogue.ts';
import type { Typefaces } from '../src-node/typefaces/open-typefaces.ts';
import type { Blobs } from './blobs/blobs.ts';
import type { Db } from './store/db.ts';
import type { PictureDecoding } from '../src-node/pictures/picture-decoding.ts';
import type { SubjectFinder } from '../src-node/pictures/subject-finder.ts';
import type { TemplateCatalogue } from '../src-core/templates/template-catalogue.ts';
import type { PaymentGateway, PdfJudging, TemplatePictures, WorkMeasures } from './ports.ts';

export type Environment = 'sandbox' | 'live';

/** What every subject works with. Made once in `build-app.ts`; nothing reads the environment or the clock elsewhere. */
export interface ServiceContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly contract: Contract;
  readonly specs: ReadonlyMap<string, CatalogueSpec>;
  readonly specProfiles: ReadonlyMap<string, SpecProfile>;
  readonly blobs: Blobs;
  readonly pdfJudging: PdfJudging;
  /** By name; none where a deployment has not set one up. */
  readonly paymentGateways: ReadonlyMap<string, PaymentGateway>;
  readonly pictureDecoding: PictureDecoding;
  readonly subjects: SubjectFinder;
  readonly templates: TemplateCatalogue;
  readonly layoutPictures: TemplatePictures;
  readonly typefaces: Typefaces;
  /** Told of the work beside the calls. */
  readonly measures: WorkMeasures;
  /** Names this process in leases. */
  readonly processName: string;
  /**
   * Whether the service may call this computer and private networks (webhook receivers, picture addresses). Off, unless
   * the one explicit switch is set: an address from outside must not reach what only the service can reach.
   */
  readonly mayCallLocalAddresses: boolean;
}

/** Who is calling, as the authentication plugin found out: every query is scoped by it. */
export interface Caller {
  readonly accountUid: string;
  readonly accountType: 'PERSONAL' | 'BUSINESS';
  /** From the host that was called, and equal to the key's (specification, "Authentication" 5). */
  readonly environment: Environment;
  readonly keyPrefix: string;
}
