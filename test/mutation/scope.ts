/**
 * The modules whose rules are mutated, and the tests that have to notice: pure ones beside their unit tests, the others in
 * the built service, held by the acceptance suites that `test/acceptance/rules` names for their subject. Suites that draw
 * their calls by chance (`ledger`) are not among them: what they notice would be another thing each time.
 */
export interface Scope {
  readonly modules: readonly string[];
  /** Test files, from the root. */
  readonly tests: readonly string[];
}

const beside = (...modules: string[]): Scope => ({
  modules,
  tests: modules.map((module) => module.replace(/\.ts$/, '.test.ts')),
});

export const UNIT_SCOPES: readonly Scope[] = [
  beside('src-core/contract/money.ts'),
  beside('src-core/specs/page-rules.ts'),
  beside('src-core/specs/price.ts'),
  beside('src-core/specs/book-geometry.ts'),
  {
    modules: ['src-core/orders/order-machine.ts'],
    tests: ['src-core/orders/order-machine.prop.test.ts', 'test/architecture/order-moves.test.ts'],
  },
  { modules: ['src-core/orders/order-price.ts'], tests: ['src-core/orders/order-price.prop.test.ts'] },
  beside('src-core/composition/bind-values.ts'),
  beside('src-core/templates/list-templates.ts'),
  beside('src-service/webhooks/delivery-states.ts'),
  beside('src-service/photos/photo-file-name.ts'),
  beside('src-service/accounts/guessed-keys.ts'),
  beside('src-service/accounts/leased-keys.ts'),
  // What the contract says stands in the recorded document; that the service does as the document says is for its own suites
  // to show (test/acceptance/wrong-types sends every field's last value and the first beyond it).
  {
    modules: [
      'amounts',
      'books',
      'composition',
      'credits',
      'envelope',
      'keys',
      'limits',
      'orders',
      'payments',
      'photos',
      'specs',
      'webhooks',
    ].map((name) => `src-core/contract/${name}.ts`),
    tests: ['test/architecture/openapi-document.test.ts'],
  },
  // What a document cannot say.
  ...['amounts', 'books', 'envelope', 'limits', 'orders', 'webhooks'].map((name) =>
    beside(`src-core/contract/${name}.ts`),
  ),
];

const suites = (...names: string[]): readonly string[] => names.map((name) => `test/acceptance/${name}.accept.test.ts`);

export const SERVICE_SCOPES: readonly Scope[] = [
  {
    modules: ['src-service/books/books.ts', 'src-service/books/find-book.ts', 'src-service/books/page-rule-error.ts'],
    tests: suites(
      'specs-and-books',
      'access',
      'creation-types',
      'pdf-and-finalization',
      'idempotency',
      'odd-requests',
      'templates',
      'pdf-state',
    ),
  },
  {
    modules: [
      'src-service/books/finalize-book.ts',
      'src-service/books/upload-pdf.ts',
      'src-service/books/download-pdf.ts',
      'src-service/books/pdf-state.ts',
    ],
    tests: suites(
      'pdf-and-finalization',
      'pdf-state',
      'creation-types',
      'odd-requests',
      'composition',
      'rendering',
      'simultaneous',
      'specs-and-books',
      'idempotency',
      'damaged-files',
    ),
  },
  { modules: ['src-service/books/upload-pdf.ts'], tests: suites('large-uploads') },
  { modules: ['src-service/books/finalize-book.ts', 'src-service/books/upload-pdf.ts'], tests: suites('earlier-rows') },
  { modules: ['src-service/books/find-book.ts'], tests: suites('composition') },
  {
    modules: [
      'src-service/books/find-book.ts',
      'src-service/books/upload-pdf.ts',
      'src-service/books/download-pdf.ts',
      'src-service/photos/photos.ts',
      'src-service/orders/find-order.ts',
    ],
    tests: suites('reads'),
  },
  {
    modules: [
      ...[
        'src-service/orders/place-order.ts',
        'src-service/orders/price-lines.ts',
        'src-service/orders/cancel-order.ts',
        'src-service/orders/change-order.ts',
      ],
      ...[
        'src-service/orders/find-order.ts',
        'src-service/orders/move-order.ts',
        'src-service/orders/begin-again.ts',
        'src-service/orders/order-view.ts',
        'src-service/orders/order-events.ts',
      ],
    ],
    tests: suites(
      'orders',
      'production',
      'order-idempotency',
      'order-events',
      'access',
      'template-orders',
      'simultaneous',
      'damaged-files',
      'earlier-rows',
    ),
  },
  {
    modules: ['src-service/orders/promote-orders.ts'],
    tests: suites('orders', 'creation-types', 'template-orders', 'rendering', 'simultaneous', 'promotions'),
  },
  {
    modules: ['src-service/credits/ledger.ts'],
    tests: suites('credits', 'orders', 'odd-requests', 'simultaneous'),
  },
  { modules: ['src-service/credits/payments.ts'], tests: suites('payments') },
  {
    modules: ['src-service/http/idempotent.ts'],
    tests: suites(
      'idempotency',
      'order-idempotency',
      'odd-requests',
      'composition',
      'profile',
      'idempotency-lock',
      'earlier-rows',
      'early-refusals',
    ),
  },
  { modules: ['src-service/accounts/keys.ts'], tests: suites('keys', 'access', 'accounts', 'limits', 'reissued-keys') },
  { modules: ['src-service/photos/photos.ts'], tests: suites('photos', 'simultaneous', 'earlier-rows') },
  {
    modules: [
      'src-service/webhooks/webhook-config.ts',
      'src-service/webhooks/claim-deliveries.ts',
      'src-service/webhooks/conclude-attempt.ts',
      'src-service/webhooks/deliveries.ts',
      'src-service/webhooks/emit-event.ts',
      'src-service/webhooks/test-call.ts',
    ],
    tests: suites('webhooks', 'order-events', 'simultaneous', 'webhook-leases'),
  },
  {
    modules: ['src-service/composition/add-contents.ts', 'src-service/composition/add-cover.ts'],
    tests: suites('composition', 'creation-types', 'simultaneous', 'rendering'),
  },
  { modules: ['src-service/templates/templates.ts'], tests: suites('templates', 'specs-and-books') },
];
