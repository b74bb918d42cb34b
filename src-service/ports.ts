import type { PdfKind } from '../src-core/contract/books.ts';
import type { Minor } from '../src-core/contract/money.ts';
import type { Contract } from '../src-core/contract/profiles.ts';
import type { Template } from '../src-core/contract/templates.ts';
import type { CheckedSpec } from '../src-core/preflight/check.ts';
import type { PdfJudgement } from '../src-core/preflight/judge-pdf.ts';
import type { SpecGeometry } from '../src-core/specs/book-geometry.ts';

// What the subjects take from whoever starts the service, each below the subject that brings it.

/** An uploaded file with the order that it is for. */
export interface UploadToJudge {
  readonly path: string;
  readonly sizeBytes: number;
  /** The stream was longer than a file may be, and what lies there is its beginning. */
  readonly isCut: boolean;
  readonly kind: PdfKind;
  readonly spec: CheckedSpec;
  readonly pageCount: number;
  readonly contract: Contract;
}

/** Where uploaded PDFs are judged: beside the calls, so that what one of them costs is nobody's wait but its sender's. */
export interface PdfJudging {
  /**
   * Verdict A, as everywhere. A file on which the work was given up (too long, too much memory, a thread that broke) is
   * one that could not be checked: it is refused and told so. Accounts take turns. Throws when the service stops.
   */
  judge(upload: UploadToJudge, accountUid: string): Promise<PdfJudgement>;
  close(): Promise<void>;
}

/** A payment as the partner's page reports it, to be confirmed with the gateway. */
export interface ReportedPayment {
  readonly paymentKey: string;
  readonly orderId: string;
  readonly amountMinor: Minor;
}

/** What a gateway says of a payment. What it took, and for which order, is the gateway's word, not the caller's. */
export type PaymentOutcome =
  | { readonly state: 'paid'; readonly orderId: string; readonly amountMinor: Minor }
  | { readonly state: 'declined' }
  /** It has no payment of this key. */
  | { readonly state: 'unknown' };

/** Whoever takes the money. Only its word lets Live credit grow. */
export interface PaymentGateway {
  /** As in the path of the endpoint. */
  readonly name: string;
  /**
   * Has the payment settled, and answers what became of it. Asked again about the same payment it answers the same and
   * takes nothing twice: the service asks again when it died before it could write the answer down.
   * Rejects when the gateway cannot be reached, and with the reason of `signal`.
   */
  confirm(payment: ReportedPayment, signal: AbortSignal): Promise<PaymentOutcome>;
}

/** Small pictures of the layouts of templates, as JPEGs. */
export interface TemplatePictures {
  of(layout: { readonly template: Template; readonly spec: SpecGeometry }): Promise<Uint8Array>;
}

/** How a rendering that a process had in hand ended there. `retried`, `handedOver`: it waits for another attempt. */
export const RENDERING_ENDS = ['done', 'failed', 'retried', 'handedOver', 'lost'] as const;
export type RenderingEnd = (typeof RENDERING_ENDS)[number];
/** What became of one attempt to deliver a webhook. `exhausted`: it failed and was the last one. */
export const DELIVERY_ENDS = ['delivered', 'failed', 'exhausted'] as const;
export type DeliveryEnd = (typeof DELIVERY_ENDS)[number];
/** What a gateway said of a payment. `contradicted`: paid, but for another order or amount; `away`: it did not answer. */
export const PAYMENT_WORDS = ['paid', 'declined', 'unknown', 'contradicted', 'away'] as const;
export type PaymentWord = (typeof PAYMENT_WORDS)[number];

/** Told of the work beside the calls as it ends, for whoever watches the service. */
export interface WorkMeasures {
  /** `seconds`: from its claim, with everything that was waited for. */
  rendered(end: RenderingEnd, seconds: number): void;
  delivered(end: DeliveryEnd): void;
  paid(gateway: string, word: PaymentWord): void;
}

/** Where nobody watches. */
export const UNMEASURED: WorkMeasures = { rendered: () => {}, delivered: () => {}, paid: () => {} };
