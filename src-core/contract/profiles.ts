/**
 * The points on which the specification and the public service differ: one named switch each.
 * A profile is one column. No other place may ask which profile is on; code takes a `Contract` and reads the switch.
 */
export interface Contract {
  /** How many increments a page step costs: `perPage` counts pages above pageMin, `perStep` counts page steps. */
  readonly priceRule: 'perPage' | 'perStep';
  /** Per order, in hundredths of the currency. */
  readonly shippingFeeMinor: bigint;
  /** What VAT does to the charge: exact decimals, or down to a multiple of ten. */
  readonly chargeRounding: 'exact' | 'downToTen';
  readonly hardCoverToleranceMm: { readonly width: number; readonly height: number };
  readonly specShowsPdfSizes: boolean;
  readonly idempotencyKeeps4xx: 'listed' | 'none';
  readonly failureMessages: 'httpLabel' | 'asRecorded';
  readonly webhookSignaturePrefix: 'sha256=';
  readonly templateListDefaultLimit: number;
  readonly deletedBookStatus: 'deleted' | 9;
  readonly sandboxChargeWithLiveKey: 'refused' | 'creditsSandbox';
  /** A key that is none, on a route that needs none. */
  readonly badKeyOnPublicRoute: 'refused' | 'ignored';
}

export const CONTRACTS = {
  specified: {
    priceRule: 'perPage',
    shippingFeeMinor: 300_000n,
    chargeRounding: 'exact',
    hardCoverToleranceMm: { width: 2, height: 1 },
    specShowsPdfSizes: true,
    idempotencyKeeps4xx: 'listed',
    failureMessages: 'httpLabel',
    webhookSignaturePrefix: 'sha256=',
    templateListDefaultLimit: 20,
    deletedBookStatus: 'deleted',
    sandboxChargeWithLiveKey: 'refused',
    badKeyOnPublicRoute: 'refused',
  },
  'public-2026-09': {
    priceRule: 'perStep',
    shippingFeeMinor: 272_700n,
    chargeRounding: 'downToTen',
    hardCoverToleranceMm: { width: 1, height: 1 },
    specShowsPdfSizes: false,
    idempotencyKeeps4xx: 'none',
    failureMessages: 'asRecorded',
    webhookSignaturePrefix: 'sha256=',
    templateListDefaultLimit: 50,
    deletedBookStatus: 9,
    sandboxChargeWithLiveKey: 'creditsSandbox',
    badKeyOnPublicRoute: 'ignored',
  },
} as const satisfies Record<string, Contract>;

export type ContractName = keyof typeof CONTRACTS;
export const CONTRACT_NAMES = Object.keys(CONTRACTS) as [ContractName, ...ContractName[]];
