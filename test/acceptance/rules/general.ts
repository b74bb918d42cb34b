import { section } from './rule.ts';

/** What holds for every endpoint: environments, envelope, pagination, authentication, isolation. */
export const GENERAL_RULES = [
  section('Base rules', 'BASE', [
    [
      'Every path is relative to a base address that ends in /v1',
      'access > the envelope > has every path under /v1, and none beside it',
      'access > the envelope > has every path under /v1, and none beside it → the same paths beside /v1 are 404',
    ],
    [
      'The environment follows from the host that was called, and from no parameter; each environment has its own keys',
      [
        'access > environments and partners > picks the environment by host*',
        'access > authentication > refuses a Sandbox key on the Live host*',
      ],
      'access > environments and partners > picks it by nothing else*',
    ],
    [
      'Sandbox orders are not produced: they stop where they were created',
      [
        'production > production > does not happen in Sandbox*',
        'creation-types > *of a TEMPLATE book becomes PDF_READY after rendering in Live, and stays PAID in Sandbox',
      ],
      'production > production > walks a Live order from PDF_READY to DELIVERED*',
    ],
    [
      'Sandbox credit is separate from Live credit',
      'credits > GET /credits > keeps Sandbox and Live credit apart, and accounts',
      'credits > GET /credits > keeps Sandbox and Live credit apart, and accounts → the Sandbox balance does not move',
    ],
    [
      'Webhooks are sent in Sandbox too, marked isTest',
      'order-events > events > come in Sandbox too*',
      'webhooks > a delivery > of Live carries isTest false*',
    ],
    [
      'A Personal account that calls the Live host receives 403',
      'access > authentication > refuses a Personal account on the Live host*',
      'access > authentication > refuses a Personal account on the Live host* → 200 in Sandbox',
    ],
    [
      'The flow is create, add, finalize, order (which charges), follow',
      [
        'partner-client > a partner’s existing client works unchanged in Sandbox > PDF_UPLOAD:*',
        'partner-client > a partner’s existing client works unchanged in Live > TEMPLATE:*',
        'orders > POST /orders > takes the credit at once*',
      ],
      [
        'orders > POST /orders > refuses a unfinalized book*',
        'pdf-and-finalization > finalization > names every missing file in fieldErrors',
      ],
    ],
  ]),
  section('Response envelope', 'ENV', [
    [
      'A success has success, message and data, and no errors',
      'access > the envelope > of a success that is no list is*',
      'access > the envelope > answers an unknown path with 404 in six fields',
    ],
    [
      'A paginated list has data as an array and pagination with total, limit, offset and hasNext beside it',
      ['access > the envelope > leaves *', 'credits > GET /credits/transactions > pages'],
      'access > the envelope > leaves * → hasNext is false on the last page',
    ],
    [
      'An endpoint that does not paginate omits pagination',
      [
        'specs-and-books > book specs > are read without a key* → no pagination',
        'templates > template categories > are the eight*',
      ],
      'access > the envelope > leaves *',
    ],
    [
      'Timestamps are ISO 8601',
      'specs-and-books > POST /books > makes a draft and answers its page meta → createdAt and updatedAt',
      'odd-requests > numbers at the end of their range > a list with ?createdTo=2026-02-30 is refused with 400',
    ],
  ]),
  section('Pagination parameters', 'PAGE', [
    [
      'limit is 20 unless told, 1 to 100; offset 0 or more',
      'access > the envelope > of a list has 20 from the first on*',
      [
        'access > the envelope > answers ?limit=0 with 400*',
        'access > the envelope > answers ?limit=101 with 400*',
        'access > the envelope > answers ?offset=-1 with 400*',
      ],
    ],
    [
      'A value outside gives 400 with field and message in fieldErrors',
      ['access > the envelope > answers ?limit=101 with 400*', 'access > the envelope > answers ?offset=-1 with 400*'],
      'access > the envelope > of a list has 20 from the first on* → 1 and 100 are taken',
    ],
    [
      'The photo list’s default limit is 100',
      'photos > GET photos > lists photos without isDuplicate, 100 by default*',
      'access > the envelope > of a list has 20 from the first on*',
    ],
  ]),
  section('Authentication', 'AUTH', [
    [
      'A missing header, a missing Bearer prefix and an invalid or revoked key give 401 ERR_UNAUTHORIZED',
      [
        'access > authentication > answers 401 with no header',
        'access > authentication > answers 401 without the Bearer prefix',
        'access > authentication > answers 401 with an unknown key',
        'access > authentication > answers 401 with a malformed key',
        'access > authentication > answers 401 when the identifier is right*',
        'keys > stops a revoked key at once',
      ],
      'keys > stops a revoked key at once → 200 before, and for another key afterwards',
    ],
    [
      'A key is two letters, an identifier, a dot and a secret; the secret is shown once and kept as a hash',
      ['access > authentication > gives keys of two letters*', 'keys > shows a new key whole once, and never again'],
      [
        'keys > shows a new key whole once, and never again → the list does not hold the secret',
        'keys > keeps of a secret nothing but a hash',
      ],
    ],
    [
      'Keys are valid until revoked; their number is not limited',
      'keys > gives as many keys as are asked for*',
      'keys > stops a revoked key at once',
    ],
    [
      'A key works on its own environment’s host alone',
      'keys > shows a new key whole once* → works on its host',
      [
        'access > authentication > refuses a Sandbox key on the Live host*',
        'keys > keeps environments and partners apart',
      ],
    ],
    [
      'allowIps has at most 10 entries; with none every address may call; a call from another address gives 403',
      [
        'keys > lets only allowed addresses call → 200 with its address, and with none set',
        'keys > takes at most ten addresses* → ten are taken',
      ],
      [
        'keys > lets only allowed addresses call → 403 from another address',
        'keys > takes at most ten addresses* → eleven are not',
      ],
    ],
    [
      'A Sandbox key on the Live host, or the reverse, gives 403 ERR_ENV_MISMATCH',
      'access > authentication > refuses a Sandbox key on the Live host*',
      'keys > shows a new key whole once* → 200 on its own host',
    ],
    [
      'The 401 body has ERR_UNAUTHORIZED, Unauthorized, data null, one text and no fieldErrors',
      'access > authentication > answers 401 with no header',
      'access > the envelope > answers ?limit=0 with 400* → another failure has fieldErrors',
    ],
    [
      'Keys are used server side: what a web page sends is refused',
      'access > a web page in the person’s browser > is refused*',
      'access > authentication > refuses a Personal account on the Live host* → 200 for a server',
    ],
  ]),
  section('Environment isolation classes', 'ISO', [
    [
      'A: keys, books, orders and credits are separated by environment',
      [
        'access > environments and partners > picks the environment by host*',
        'keys > keeps environments and partners apart',
        'credits > GET /credits/transactions > shows each environment and each account its own',
      ],
      [
        'orders > GET /orders > shows nobody else’s orders*',
        'access > environments and partners > picks the environment by host* → the other host lists nothing',
      ],
    ],
    [
      'A: the host’s environment must match the book’s, else 403 ERR_ENV_MISMATCH',
      'access > environments and partners > picks the environment by host*',
      'access > environments and partners > picks the environment by host* → 200 on the book’s own host',
    ],
    [
      'B: accounts and their settings are one pool for both hosts',
      [
        'accounts > your own account > is read on both hosts*',
        'accounts > settings kept with an account > begin with POST*',
      ],
      'accounts > settings kept with an account > belong to their account alone',
    ],
    [
      'B: templates, categories, spec profiles and book specs are one pool',
      [
        'templates > class B: one data pool for both hosts > GET /book-specs',
        'templates > class B: one data pool for both hosts > GET /templates?limit=100',
        'templates > class B: one data pool for both hosts > GET /template-categories',
        'templates > class B: one data pool for both hosts > GET /spec-profiles',
      ],
      'access > environments and partners > picks the environment by host* → books are not',
    ],
    [
      'B: notification settings and the list are one pool',
      [
        'notifications > channels are closed and opened for both hosts*',
        'notifications > a notification that was sent is listed*',
      ],
      'notifications > the list is paginated and an account sees its own alone',
    ],
    [
      'B: webhooks are one pool, and a test call really calls',
      [
        'webhooks > the webhook configuration > is one for both hosts*',
        'webhooks > a test call > sends a sample event*',
      ],
      'webhooks > the webhook configuration > is one for both hosts* → another account has none',
    ],
    [
      'C: a notification sent from Sandbox reaches nobody',
      'notifications > a notification that was sent is listed* → TEST, isTest',
      'notifications > a notification that was sent is listed* → SENT in Live',
    ],
    [
      'D: a payment confirmation in Sandbox gives 501 ERR_SANDBOX_UNSUPPORTED and nothing runs; in Live it works',
      'payments > in Sandbox a confirmation gives 501*',
      ['payments > in Sandbox a confirmation gives 501* → the balance stays', 'payments > in Live it credits*'],
    ],
  ]),
  section('Errors', 'ERR', [
    [
      'A failure has exactly six fields: success, message, data, errorCode, errors, fieldErrors',
      'access > the envelope > answers an unknown path with 404 in six fields',
      'idempotency-lock > a request with the key of one that is still running* → the one exception has two',
    ],
    [
      'message is the English label of the HTTP status',
      'access > the envelope > says in * what the HTTP status is called in English',
      'profile > failure messages > are "PDF 검증 실패" for a refused PDF* → only under the other contract',
    ],
    [
      'data is null, except on 402 where it carries required, balance and currency',
      'orders > POST /orders > answers 402 with required, balance and currency*',
      [
        'access > authentication > answers 401 with no header → data null',
        'pdf-and-finalization > uploading a PDF > lists every violation at once* → data null',
      ],
    ],
    [
      'fieldErrors carry field, message and, where known, currentValue, requiredValue and constraint',
      ['specs-and-books > POST /books > refuses 25 pages', 'specs-and-books > POST /books > refuses 132 pages'],
      'pdf-and-finalization > finalization > names every missing file in fieldErrors → no currentValue where there is none',
    ],
    [
      'A malformed request gives 400 ERR_MALFORMED_REQUEST',
      'access > the envelope > answers broken JSON with ERR_MALFORMED_REQUEST',
      'specs-and-books > POST /books > refuses no title → what can be read and is wrong is ERR_VALIDATION_FAILED',
    ],
    [
      'A resource of another partner gives 403 ERR_FORBIDDEN',
      [
        'access > environments and partners > refuses another partner’s book with ERR_FORBIDDEN*',
        'orders > GET /orders/{orderUid} > answers 404 when missing*',
      ],
      'access > environments and partners > refuses another partner’s book* → nothing of it is listed',
    ],
    [
      'A request with the key of one still running gives 409 with success and message alone',
      'idempotency-lock > a request with the key of one that is still running*',
      'pdf-and-finalization > *of a cover refuses a second POST with 409* → any other 409 has six fields',
    ],
    [
      '429 carries Retry-After in seconds',
      'limits > rate limits > let 300 requests a minute and key through*',
      'rendering > a TEMPLATE book > answers a download by the state* → ERR_PDF_PENDING has none',
    ],
    [
      '500 ERR_INTERNAL_ERROR answers an unhandled fault, and nothing of it leaks',
      [
        'print-house > faults > fail: 500 so many times*',
        'replicas > a PostgreSQL that goes away under load > fails calls meanwhile*',
      ],
      [
        'print-house > faults > fail: 500 so many times* → no path, no stack, no name of the fault',
        'replicas > a PostgreSQL that goes away under load > * → no address, no query',
      ],
    ],
    [
      'field is dotted for nesting',
      [
        'orders > POST /orders > requires shipping.recipientName',
        'orders > POST /orders > refuses quantity 0 → items.0.quantity',
      ],
      'specs-and-books > POST /books > refuses no title → title at the top',
    ],
    [
      'constraint is required, min, max, increment, enum or pattern',
      [
        'specs-and-books > POST /books > refuses no title → required',
        'specs-and-books > POST /books > refuses 22 pages → min',
        'specs-and-books > POST /books > refuses a title of 256 characters → max',
        'specs-and-books > POST /books > refuses 25 pages → increment',
        'specs-and-books > POST /books > refuses an unknown creationType → enum',
        'photos > DELETE a photo > refuses a malformed bookUid or fileName* → pattern',
      ],
      { none: 'the OpenAPI document lists the six, and every answer of every test is held against it' },
    ],
  ]),
  section('Limits', 'LIM', [
    [
      '300 requests a minute and key in general',
      [
        'limits > rate limits > let 300 requests a minute and key through*',
        'replicas > what one process is told > is counted by all together*',
      ],
      [
        'limits > rate limits > let 300 requests a minute* → the next is 429',
        'limits > rate limits > do not touch another key of the same minute',
      ],
    ],
    [
      '200 uploads a minute and key, counted apart',
      'limits > rate limits > count uploads apart, 200 of them',
      [
        'limits > rate limits > count uploads apart, 200 of them → the next is 429',
        'limits > rate limits > count a download as a read, not as an upload',
      ],
    ],
    [
      'Retry-After on 429 is 60',
      'limits > rate limits > let 300 requests a minute and key through*',
      'rendering > a TEMPLATE book > answers a download by the state* → a 409 has none',
    ],
    [
      'A title has 1 to 255 characters, an externalRef at most 100',
      [
        'specs-and-books > POST /books > takes a title of 1 and of 255*',
        'orders > POST /orders > takes externalRef and externalUserId of 100 characters and no more',
      ],
      [
        'specs-and-books > POST /books > refuses an empty title',
        'specs-and-books > POST /books > refuses a title of 256 characters',
        'specs-and-books > POST /books > refuses an externalRef of 101 characters',
      ],
    ],
    [
      'An image has at most 50 MB, a book at most 200 photos',
      [
        'large-photos > the limit of 50 MB > is the last byte*',
        'photos > at most 200 photos per book > also under 20 uploads at once* → 200 are taken',
      ],
      [
        'large-photos > the limit of 50 MB > is the last byte* → one byte more is 400',
        'photos > at most 200 photos per book > * → the next thirty are 400',
        'composition > *a file of more than 50 MB: 400',
      ],
    ],
    [
      'A picture address has 10 seconds',
      'composition > the three ways of pictures > an address that has not answered in full after 10 seconds: 400',
      'composition > the three ways of pictures > a redirect is followed → one that answers is taken',
    ],
    [
      'A PDF has at most 500 MB',
      'large-uploads > the limit of 500 MB > is the last byte that is taken',
      'large-uploads > the limit of 500 MB > is kept: one byte more*',
    ],
    [
      'Fees: shipping 3000, packaging 0; the charge is the order amount plus 10 percent VAT',
      [
        'orders > POST /orders/estimate > prices product, shipping, packaging and VAT*',
        'orders > POST /orders > takes the credit at once*',
      ],
      [
        'orders > POST /orders/estimate > charges shipping once an order*',
        'profile > price and charge > are those recorded for a square hard cover* → other fees under the other contract',
      ],
    ],
    [
      'cancelReason is required and has at most 500 characters',
      [
        'orders > POST /orders/{orderUid}/cancel > requires cancelReason* → 500 are taken',
        'orders > POST /orders/{orderUid}/items/{itemUid}/cancel > requires cancelReason* → 500 are taken',
      ],
      [
        'orders > POST /orders/{orderUid}/cancel > requires cancelReason* → none, empty and 501 are 400',
        'orders > POST /orders/{orderUid}/items/{itemUid}/cancel > requires cancelReason* → none, empty and 501 are 400',
      ],
    ],
  ]),
  section('Idempotency rules', 'IDEM', [
    [
      'The first answer is kept for 24 hours per account, endpoint and key',
      'idempotency > forgets after 24 hours → a minute before it is still there',
      [
        'idempotency > forgets after 24 hours',
        'idempotency > keeps keys apart by endpoint, by account and by environment: each gets its own answer again',
      ],
    ],
    [
      'Same key and body: the stored answer again, with X-Idempotent-Replayed and X-Idempotent-Key',
      'idempotency > gives the stored answer again, marked as replayed',
      'idempotency > gives the stored answer again* → the first is not marked',
    ],
    [
      'Same key and another body: 422 ERR_IDEMPOTENCY_KEY_MISMATCH',
      'idempotency > refuses the same key with another body',
      'idempotency > refuses the same key with another body → the first body still has its answer',
    ],
    [
      'Without the header there is no idempotency',
      'idempotency > does nothing of the kind without the header',
      'idempotency > gives the stored answer again, marked as replayed',
    ],
    [
      'Kept for POST /books: disallowed creationType, unknown bookSpecUid or specProfileUid, PDF type without pageCount',
      [
        'idempotency > of failures > keeps a disallowed creationType',
        'idempotency > of failures > keeps an unknown bookSpecUid',
        'idempotency > of failures > keeps an unknown specProfileUid',
        'idempotency > of failures > keeps a PDF type without pageCount',
      ],
      [
        'idempotency > of failures > does not keep a missing title*',
        'idempotency > of failures > does not keep a broken page rule*',
      ],
    ],
    [
      'Kept for cover and contents: missing, deleted or finalized book, template or image errors, cover already present, no cover, unknown template',
      [
        'composition > an Idempotency-Key of a form > keeps the refusal of a missing book',
        'composition > an Idempotency-Key of a form > keeps the refusal of a deleted book',
        'composition > an Idempotency-Key of a form > keeps the refusal of a finalized book',
        'composition > an Idempotency-Key of a form > keeps the refusal of an unknown template',
        'composition > an Idempotency-Key of a form > keeps the refusal of a missing image',
        'composition > an Idempotency-Key of a form > keeps the refusal of an address that gives no picture',
        'composition > an Idempotency-Key of a form > keeps the refusal of contents before the cover',
        'composition > an Idempotency-Key of a form > keeps the refusal of a second cover',
        'composition > an Idempotency-Key of a form > keeps the refusal of a cover: an unknown template',
        'composition > an Idempotency-Key of a form > keeps the refusal of a cover: a missing picture',
      ],
      [
        'composition > an Idempotency-Key of a form > does not keep a missing templateUid*',
        'composition > an Idempotency-Key of a form > does not keep broken JSON*',
      ],
    ],
    [
      'Kept for POST /orders: missing, deleted, unfinalized or other-environment book',
      [
        'order-idempotency > the stored 400s of orders > an order of a missing book*',
        'order-idempotency > the stored 400s of orders > an order of a deleted book*',
        'order-idempotency > the stored 400s of orders > an order of an unfinalized book*',
        'order-idempotency > the stored 400s of orders > an order of a book of the other environment*',
        'idempotency > of failures > keeps a refused order of a draft book',
      ],
      'order-idempotency > what is not stored* > request-format 400s of an order',
    ],
    [
      'Kept for cancels: missing order, non-cancellable state, item not in the order',
      [
        'order-idempotency > the stored 400s of orders > a cancel of a missing order*',
        'order-idempotency > the stored 400s of orders > a cancel in a state that is not cancellable*',
        'order-idempotency > the stored 400s of orders > a cancel of a cancelled order*',
        'order-idempotency > the stored 400s of orders > an item cancel of an item that is not in the order*',
        'order-idempotency > the stored 400s of orders > an item cancel of a missing order*',
        'order-idempotency > the stored 400s of orders > an item cancel of a cancelled item*',
      ],
      'order-idempotency > what is not stored* > request-format 400s of a cancel and an item cancel',
    ],
    [
      'Not kept: format errors, page rules, finalization 400s and 404, 403 ERR_ENV_MISMATCH, 401, 402, 422, 429, 5xx',
      [
        'idempotency > of failures > does not keep a missing title*',
        'idempotency > of failures > does not keep a broken page rule*',
        'idempotency > of failures > does not keep a finalization that lacks its files',
        'composition > an Idempotency-Key of a form > does not keep that the book is full, nor a finalization*',
        'order-idempotency > what is not stored* > 403 ERR_ENV_MISMATCH',
        'order-idempotency > what is not stored* > 401, and 5xx*',
        'idempotency > of failures > does not keep 402*',
        'idempotency > refuses the same key with another body → 422',
        'limits > rate limits > let 300 requests a minute* → 429',
      ],
      'idempotency > of failures > keeps a disallowed creationType → what is kept stays',
    ],
    [
      'A different key with the same body is a new request',
      'order-idempotency > a key > is one request’s: a different key with the same body*',
      'idempotency > gives the stored answer again, marked as replayed',
    ],
    [
      'PDF uploads and sandbox charge ignore the header',
      [
        'pdf-and-finalization > uploading a PDF > ignores an Idempotency-Key',
        'credits > POST /credits/sandbox/charge and /deduct > ignore an Idempotency-Key',
      ],
      'idempotency > gives the stored answer again, marked as replayed → POST /books does not',
    ],
    [
      'Parallel requests with one key have one effect',
      [
        'idempotency > charges once for a hundred parallel orders with one key',
        'composition > an Idempotency-Key of a form > adds once for ten at once',
      ],
      'orders > POST /orders > spends credit for exactly twenty orders* → without a common key each is charged',
    ],
    [
      'Seven endpoints honour the key: POST /books, cover, contents, finalization, /orders, cancel and item cancel; others ignore it',
      [
        'idempotency > gives the stored answer again, marked as replayed → POST /books',
        'composition > an Idempotency-Key of a form > gives the stored cover again*',
        'composition > an Idempotency-Key of a form > gives the stored answer again* → contents',
        'idempotency > of failures > does not keep a finalization that lacks its files → the 201 is replayed',
        'idempotency > charges once for a hundred parallel orders with one key → orders',
        'idempotency > of failures > keeps a cancel that came too late, and replays one that was done',
        'orders > POST /orders/{orderUid}/items/{itemUid}/cancel > is done once under one key',
      ],
      'order-idempotency > a key > is not looked at by the endpoints that do not honour it',
    ],
  ]),
  section('errorCode catalog', 'CODE', [
    [
      '400 ERR_VALIDATION_FAILED: general validation failure, PDF violations all in errors',
      [
        'pdf-and-finalization > uploading a PDF > lists every violation at once and stores nothing',
        'specs-and-books > POST /books > refuses no title',
      ],
      'pdf-and-finalization > uploading a PDF > answers what was measured* → messages empty',
    ],
    [
      '400 ERR_MALFORMED_REQUEST: malformed request, wrong kind of PDF path',
      [
        'access > the envelope > answers broken JSON with ERR_MALFORMED_REQUEST',
        'pdf-and-finalization > downloading a PDF > answers by the state of the book → pdf-spine',
      ],
      'pdf-and-finalization > downloading a PDF > answers by the state of the book → pdf-cover is 404',
    ],
    [
      '400 ERR_INSUFFICIENT_PAGES with constraint min',
      [
        'specs-and-books > POST /books > refuses 22 pages',
        'composition > finalization of a template book > refuses too few pages*',
      ],
      'specs-and-books > POST /books > takes 24 pages*',
    ],
    [
      '400 ERR_PAGECOUNT_INVALID with constraint max or increment',
      ['specs-and-books > POST /books > refuses 132 pages', 'specs-and-books > POST /books > refuses 25 pages'],
      ['specs-and-books > POST /books > takes 130 pages*', 'specs-and-books > POST /books > takes 26 pages*'],
    ],
    [
      '400 ERR_FINALIZE_PREREQ_UNMET: prerequisites unmet',
      [
        'pdf-and-finalization > finalization > names every missing file in fieldErrors',
        'creation-types > finalization > of an empty MIX_COVER_TEMPLATE book lacks*',
      ],
      'pdf-and-finalization > finalization > is created once, then updated with the same moment',
    ],
    [
      '400 ERR_CREATION_TYPE_UNSUPPORTED: the creation type does not fit the endpoint',
      [
        'creation-types > each endpoint with each type > POST /cover of a PDF_UPLOAD book: 400*',
        'creation-types > each endpoint with each type > POST /pdf-cover of a MIX_COVER_TEMPLATE book: 400*',
        'creation-types > each endpoint with each type > POST /pdf-contents of a TEMPLATE book: 400*',
      ],
      [
        'creation-types > each endpoint with each type > POST /cover of a TEMPLATE book: 201',
        'creation-types > each endpoint with each type > POST /pdf-cover of a PDF_UPLOAD book: 201',
      ],
    ],
    [
      '401 ERR_UNAUTHORIZED',
      'access > authentication > answers 401 with an unknown key',
      'keys > stops a revoked key at once → 200 with a sound one',
    ],
    [
      '402 ERR_INSUFFICIENT_CREDIT with required, balance and currency',
      ['orders > POST /orders > answers 402*', 'production > a restored order > needs the credit for it*'],
      'orders > POST /orders > answers 402* → a hundredth more is 201',
    ],
    [
      '403 ERR_FORBIDDEN: resource of another partner',
      [
        'access > environments and partners > refuses another partner’s book*',
        'photos > all four endpoints > refuse a book of another partner with 403*',
      ],
      'access > environments and partners > picks the environment by host* → 200 for the owner',
    ],
    [
      '403 ERR_ENV_MISMATCH: host and resource or key differ',
      [
        'access > authentication > refuses a Sandbox key on the Live host*',
        'photos > all four endpoints > refuse a book of another partner with 403*',
      ],
      'access > environments and partners > picks the environment by host* → 200 on its own host',
    ],
    [
      '404 ERR_NOT_FOUND',
      [
        'specs-and-books > reading books > answers 404*',
        'templates > GET /templates/{templateUid} > answers 404 for tpl_x',
      ],
      'templates > GET /templates/{templateUid} > adds parameters, layout*',
    ],
    [
      '404 ERR_PDF_NOT_UPLOADED: group A without a file',
      [
        'creation-types > each endpoint with each type > GET /pdf-cover of a PDF_UPLOAD book: 404*',
        'creation-types > each endpoint with each type > GET /pdf-contents of a MIX_COVER_TEMPLATE book: 404*',
      ],
      'pdf-and-finalization > downloading a PDF > streams the very bytes that were sent',
    ],
    [
      '409 ERR_CONFLICT: there already, or a photo of a finalized book',
      [
        'pdf-and-finalization > *of a cover refuses a second POST with 409*',
        'pdf-and-finalization > *of a contents refuses a second POST with 409*',
        'photos > a book that is no draft > takes no photo (400) and gives none away (409)*',
      ],
      [
        'pdf-and-finalization > *of a cover refuses a second POST with 409* → PUT replaces',
        'photos > DELETE a photo > answers 204 without a body, then 404',
      ],
    ],
    [
      '409 ERR_PDF_NOT_GENERATED, ERR_PDF_PENDING, 422 ERR_PDF_GENERATION_FAILED: group B by its state',
      'rendering > a TEMPLATE book > answers a download by the state of its rendering*',
      'rendering > a TEMPLATE book > answers a download by the state of its rendering* → 200 when it is done',
    ],
    [
      '422 ERR_IDEMPOTENCY_KEY_MISMATCH',
      [
        'idempotency > refuses the same key with another body',
        'composition > an Idempotency-Key of a form > refuses another file*',
      ],
      'composition > an Idempotency-Key of a form > gives the stored answer again* → a form that is only written differently is the same',
    ],
    [
      '429 ERR_TOO_MANY_REQUESTS with Retry-After',
      'limits > rate limits > let 300 requests a minute and key through*',
      'limits > rate limits > do not touch another key of the same minute',
    ],
    [
      '500 ERR_INTERNAL_ERROR',
      'print-house > faults > fail: 500 so many times*',
      'print-house > faults > fail: 500 so many times* → 201 afterwards',
    ],
    [
      '500 ERR_PDF_FILE_MISSING: completed, file gone',
      'rendering > a TEMPLATE book > answers 500 ERR_PDF_FILE_MISSING*',
      'rendering > a TEMPLATE book > answers 500 ERR_PDF_FILE_MISSING* → 200 before',
    ],
    [
      '501 ERR_SANDBOX_UNSUPPORTED',
      'payments > in Sandbox a confirmation gives 501*',
      'payments > in Live it credits*',
    ],
  ]),
];
