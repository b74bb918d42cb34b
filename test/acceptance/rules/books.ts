import { section } from './rule.ts';

/** Books: creation, reading, PDFs, photos, templates, finalization. */
export const BOOK_RULES = [
  section('Creation types', 'TYPE', [
    [
      'PDF_UPLOAD takes PDFs for cover and contents and rejects the template endpoints with 400',
      [
        'creation-types > each endpoint with each type > POST /pdf-cover of a PDF_UPLOAD book: 201',
        'creation-types > each endpoint with each type > POST /pdf-contents of a PDF_UPLOAD book: 201',
      ],
      [
        'creation-types > each endpoint with each type > POST /cover of a PDF_UPLOAD book: 400*',
        'creation-types > each endpoint with each type > POST /contents of a PDF_UPLOAD book: 400*',
      ],
    ],
    [
      'MIX_COVER_TEMPLATE takes a template cover and a contents PDF; its PDF cover and template contents give 400',
      [
        'creation-types > each endpoint with each type > POST /cover of a MIX_COVER_TEMPLATE book: 201',
        'creation-types > each endpoint with each type > POST /pdf-contents of a MIX_COVER_TEMPLATE book: 201',
      ],
      [
        'creation-types > each endpoint with each type > POST /pdf-cover of a MIX_COVER_TEMPLATE book: 400*',
        'creation-types > each endpoint with each type > PUT /pdf-cover of a MIX_COVER_TEMPLATE book: 400*',
        'creation-types > each endpoint with each type > POST /contents of a MIX_COVER_TEMPLATE book: 400*',
      ],
    ],
    [
      'TEMPLATE takes templates and rejects PDF uploads',
      [
        'creation-types > each endpoint with each type > POST /cover of a TEMPLATE book: 201',
        'creation-types > each endpoint with each type > POST /contents of a TEMPLATE book: 201',
      ],
      [
        'creation-types > each endpoint with each type > POST /pdf-cover of a TEMPLATE book: 400*',
        'creation-types > each endpoint with each type > PUT /pdf-cover of a TEMPLATE book: 400*',
        'creation-types > each endpoint with each type > POST /pdf-contents of a TEMPLATE book: 400*',
        'creation-types > each endpoint with each type > PUT /pdf-contents of a TEMPLATE book: 400*',
      ],
    ],
    [
      'Photos are unsupported (400) for PDF_UPLOAD and supported for the others',
      [
        'creation-types > each endpoint with each type > POST /photos of a TEMPLATE book: 201',
        'creation-types > each endpoint with each type > POST /photos of a MIX_COVER_TEMPLATE book: 201',
        'creation-types > each endpoint with each type > GET /photos of a MIX_COVER_TEMPLATE book: 200',
      ],
      'photos > all four endpoints > refuse a PDF_UPLOAD book with 400*',
    ],
    [
      'An order is PDF_READY at once for PDF_UPLOAD, PAID for the others',
      [
        'creation-types > the order right after its creation > of a PDF_UPLOAD book is PDF_READY*',
        'creation-types > the order right after its creation > of a TEMPLATE book is PAID*',
        'creation-types > the order right after its creation > of a MIX_COVER_TEMPLATE book is PAID*',
      ],
      'rendering > an order of a TEMPLATE book > placed after the rendering is PAID at first*',
    ],
    [
      'A book has exactly one cover: a second fails',
      'composition > POST cover > puts the cover, which is not counted as a page',
      [
        'composition > POST cover > refuses a second cover with 400',
        'composition > POST cover > puts one cover of five at once',
        'pdf-and-finalization > *of a cover refuses a second POST with 409*',
      ],
    ],
  ]),
  section('pageMeta', 'META', [
    [
      'pageMeta has the current count, the spec’s rule and whether the count keeps it',
      'specs-and-books > POST /books > makes a draft and answers its page meta',
      'specs-and-books > POST /books > stores 0 pages for a TEMPLATE book* → isValid false',
    ],
    [
      'A count is valid from pageMin to pageMax in steps of pageIncrement',
      [
        'specs-and-books > POST /books > takes 24 pages*',
        'specs-and-books > POST /books > takes 26 pages*',
        'specs-and-books > POST /books > takes 130 pages*',
      ],
      [
        'specs-and-books > POST /books > refuses 22 pages',
        'specs-and-books > POST /books > refuses 25 pages',
        'specs-and-books > POST /books > refuses 132 pages',
      ],
    ],
    [
      'isValid judges the page count alone, not what was uploaded',
      'specs-and-books > POST /books > makes a draft and answers its page meta → true without any file',
      'pdf-and-finalization > finalization > names every missing file in fieldErrors',
    ],
  ]),
  section('Book specs', 'SPEC', [
    [
      'A caller who is not signed in gets prices as null',
      'specs-and-books > book specs > are read without a key*',
      'specs-and-books > book specs > are read without a key* → with a key they are figures',
    ],
    [
      'Price = base + (pages - pageMin) x per increment',
      'orders > POST /orders/estimate > prices pages above the minimum*',
      [
        'orders > POST /orders/estimate > prices product, shipping* → the minimum costs the base',
        'profile > price and charge > count a page step, not a page → only under the other contract',
      ],
    ],
    [
      'A hard cover’s size is an array of page ranges, a soft cover’s one size',
      'specs-and-books > book specs > give a hard cover ranges and a soft cover one size',
      'specs-and-books > book specs > give a hard cover ranges* → the soft cover is no array',
    ],
    [
      'calculated-size gives cover, inner and spine sizes for a page count',
      [
        'specs-and-books > book specs > calculate the sizes of SQUAREBOOK_HC with 24 pages',
        'specs-and-books > book specs > calculate the sizes of SQUAREBOOK_HC with 66 pages',
        'specs-and-books > book specs > calculate the sizes of PHOTOBOOK_A4_SC with 24 pages',
      ],
      [
        'specs-and-books > book specs > refuse to calculate for 22 pages',
        'specs-and-books > book specs > refuse to calculate for 25 pages',
        'specs-and-books > book specs > refuse to calculate for 132 pages',
      ],
    ],
    [
      'LAYFLAT contents are spreads: half as many PDF pages',
      'pdf-and-finalization > uploading a PDF > counts LAYFLAT contents as spreads',
      'pdf-and-finalization > uploading a PDF > counts LAYFLAT contents as spreads → as many as book pages is 400, with both counts in book pages',
    ],
    [
      'A spec that is not there gives 404',
      'specs-and-books > book specs > answer 404 for a spec that is not there',
      'specs-and-books > book specs > are read without a key*',
    ],
    [
      'Sandbox price values equal the standard Live prices',
      'specs-and-books > book specs > are read without a key* → of every spec',
      {
        none: 'an equality has no neighbour; that each figure is used in its environment is the unit test src-core/specs/price.test.ts',
      },
    ],
    [
      'A book spec has the fields that the specification names',
      'specs-and-books > book specs > have the fields that the specification names',
      'specs-and-books > book specs > have the fields* → measures of a hard cover are not a soft cover’s',
    ],
  ]),
  section('POST /books', 'NEW', [
    [
      '201 with bookUid and pageMeta',
      'specs-and-books > POST /books > makes a draft and answers its page meta',
      'specs-and-books > POST /books > makes no book of what it refuses',
    ],
    [
      'title, bookSpecUid and creationType are required',
      'specs-and-books > POST /books > makes a draft and answers its page meta',
      [
        'specs-and-books > POST /books > refuses no title',
        'specs-and-books > POST /books > refuses no bookSpecUid',
        'specs-and-books > POST /books > refuses no creationType',
      ],
    ],
    [
      'An unknown creationType, spec or specProfileUid gives 400',
      'creation-types > creation > of a MIX_COVER_TEMPLATE book counts*',
      [
        'specs-and-books > POST /books > refuses an unknown creationType',
        'specs-and-books > POST /books > refuses an unknown spec',
        'specs-and-books > POST /books > refuses an invalid specProfileUid',
      ],
    ],
    [
      'A valid specProfileUid is taken',
      'templates > spec profiles > may be named by a new book*',
      'templates > spec profiles > of another book spec are refused*',
    ],
    [
      'PDF_UPLOAD and MIX need a pageCount; TEMPLATE’s is ignored and stored as 0',
      [
        'specs-and-books > POST /books > stores 0 pages for a TEMPLATE book*',
        'creation-types > creation > of a PDF_UPLOAD book counts*',
      ],
      [
        'specs-and-books > POST /books > refuses a PDF type without pageCount',
        'specs-and-books > POST /books > refuses MIX without pageCount',
      ],
    ],
    [
      'A count below the minimum gives ERR_INSUFFICIENT_PAGES, another breach ERR_PAGECOUNT_INVALID',
      [
        'specs-and-books > POST /books > refuses 22 pages',
        'specs-and-books > POST /books > refuses 132 pages',
        'specs-and-books > POST /books > refuses 25 pages',
      ],
      ['specs-and-books > POST /books > takes 24 pages*', 'specs-and-books > POST /books > takes 130 pages*'],
    ],
  ]),
  section('GET /books and GET /books/{bookUid}', 'READ', [
    [
      'The list filters by bookUid, status, pdfStatus, specProfileUid, createdFrom and createdTo',
      [
        'specs-and-books > reading books > finds by each filter what it asks for*',
        'templates > spec profiles > may be named by a new book*',
      ],
      [
        'specs-and-books > reading books > finds by each filter what it asks for* → and leaves the other book out',
        'templates > spec profiles > may be named by a new book* → another profile finds none',
      ],
    ],
    [
      'status deleted is always empty',
      'specs-and-books > reading books > with status deleted is empty*',
      'specs-and-books > reading books > finds by each filter* → status=draft is not',
    ],
    [
      'A missing book is an empty list, and 404 in the single read',
      'specs-and-books > reading books > answers 404 for a book that is not there*',
      'specs-and-books > reading books > finds by each filter* → bookUid of one that is',
    ],
    [
      'status is a number in the single read and a word in the list',
      'specs-and-books > reading books > answers the fields of a single book and of one in the list*',
      'specs-and-books > reading books > answers the fields* → the same book is 1 and draft',
    ],
    [
      'Another partner’s book gives 403 ERR_FORBIDDEN, one of the other environment 403 ERR_ENV_MISMATCH',
      [
        'access > environments and partners > refuses another partner’s book*',
        'access > environments and partners > picks the environment by host*',
      ],
      'access > environments and partners > picks the environment by host* → the owner reads it on its host',
    ],
    [
      'A bookUid of another partner or environment gives an empty list',
      [
        'access > environments and partners > refuses another partner’s book* → the list',
        'access > environments and partners > picks the environment by host* → the list',
      ],
      'specs-and-books > reading books > finds by each filter* → the owner finds it',
    ],
  ]),
  section('Book status and DELETE /books/{bookUid}', 'STATE', [
    [
      'Deleting is soft, in any state, and blocks every further write',
      [
        'specs-and-books > DELETE /books/{bookUid} > is soft*',
        'specs-and-books > DELETE /books/{bookUid} > works on a draft too',
        'odd-requests > a deleted book > may be deleted again*',
      ],
      [
        'specs-and-books > DELETE /books/{bookUid} > is soft* → PUT of both PDFs, finalization and order are 400',
        'composition > what both endpoints refuse > a finalized and a deleted book: 400',
        'photos > a book that is no draft > takes and gives away none (400) once it is deleted',
      ],
    ],
    [
      'A deleted book keeps its uploaded PDFs',
      'odd-requests > a deleted book > keeps its uploaded PDFs',
      'specs-and-books > DELETE /books/{bookUid} > is soft* → lists leave it out',
    ],
    [
      'Editing is possible in draft only',
      [
        'pdf-and-finalization > *of a cover refuses a second POST with 409* → PUT in draft',
        'pdf-and-finalization > *of a contents refuses a second POST with 409* → PUT in draft',
        'composition > POST contents > gives each whole page*',
      ],
      [
        'pdf-and-finalization > uploading a PDF > refuses changes to a finalized book → POST and PUT of both PDFs, whose bytes stay',
        'composition > what both endpoints refuse > a finalized and a deleted book: 400 → cover, contents, DELETE contents',
        'photos > a book that is no draft > takes no photo (400)*',
      ],
    ],
    [
      'Photo deletion on a finalized book gives 409',
      'photos > a book that is no draft > takes no photo (400) and gives none away (409)*',
      'photos > DELETE a photo > answers 204 without a body, then 404',
    ],
    [
      'PDF types have pdfStatus 2 at once after finalization',
      'creation-types > finalization > of a PDF_UPLOAD book completes its PDFs at once',
      [
        'specs-and-books > reading books > finds by each filter* → null before',
        'rendering > a TEMPLATE book > is rendered after finalization* → a TEMPLATE book has 1',
      ],
    ],
    [
      'TEMPLATE has pdfStatus 1 after finalization and 2 when rendered',
      'rendering > a TEMPLATE book > is rendered after finalization*',
      'rendering > a TEMPLATE book > is rendered after finalization* → pdfCreatedAt is null while it is 1',
    ],
    [
      'A failed rendering leaves 9 and the book can be finalized again',
      'rendering > a TEMPLATE book > whose rendering failed can be finalized again',
      'composition > finalization of a template book > is done once of five at once → one that did not fail is not asked for anew',
    ],
  ]),
  section('POST and PUT pdf-cover and pdf-contents', 'PDF', [
    [
      '201 with what was measured, in millimetres',
      'pdf-and-finalization > uploading a PDF > answers what was measured*',
      'pdf-and-finalization > uploading a PDF > lists every violation* → measured and allowed values of one that does not fit',
    ],
    [
      'POST when there is one gives 409 ERR_CONFLICT, PUT when there is none 404 ERR_NOT_FOUND',
      [
        'pdf-and-finalization > *of a cover refuses a second POST with 409*',
        'pdf-and-finalization > *of a contents refuses a second POST with 409*',
      ],
      [
        'pdf-and-finalization > *of a cover refuses* → the other way round 201 and 200, byte for byte',
        'pdf-and-finalization > *of a contents refuses* → the other way round 201 and 200, byte for byte',
      ],
    ],
    [
      'A failed validation gives 400 with all violations and stores nothing',
      'pdf-and-finalization > uploading a PDF > lists every violation at once and stores nothing',
      [
        'pdf-and-finalization > uploading a PDF > lists every violation* → nothing is there',
        'pdf-and-finalization > *of a contents refuses* → a refused PUT leaves the old bytes',
      ],
    ],
    [
      'A contents PDF has the book’s page count, which never changes',
      'pdf-and-finalization > uploading a PDF > answers what was measured* → 24 of 24',
      'pdf-and-finalization > uploading a PDF > holds the contents to the book’s page count → 26 of 24 is 400 and the book stays 24',
    ],
    [
      'PUT is refused once the book is final',
      'pdf-and-finalization > uploading a PDF > refuses changes to a finalized book',
      'pdf-and-finalization > *of a cover refuses* → PUT in draft is 200',
    ],
    [
      'The file starts with %PDF- and is parseable',
      'pdf-and-finalization > uploading a PDF > answers what was measured*',
      [
        'pdf-and-finalization > uploading a PDF > refuses no PDF',
        'pdf-and-finalization > uploading a PDF > refuses bytes before the signature',
        'pdf-and-finalization > uploading a PDF > refuses only the first half',
        'pdf-and-finalization > uploading a PDF > refuses an empty file',
      ],
    ],
    [
      'Sizes hold within the tolerance: a hard cover ±2 mm by ±1 mm, a soft cover and contents ±1 mm both ways',
      [
        'pdf-and-finalization > *: width +2 mm',
        'pdf-and-finalization > *: width −2 mm',
        'pdf-and-finalization > *: height +1 mm',
        'pdf-and-finalization > *: height −1 mm',
        'pdf-and-finalization > *judges a soft cover of +1 mm both ways',
        'pdf-and-finalization > *judges contents of ±1 mm',
        'equivalence > under specified the app and the service > agree on sizes drawn by lot',
      ],
      [
        'pdf-and-finalization > *: width +2.1 mm',
        'pdf-and-finalization > *: width −2.1 mm',
        'pdf-and-finalization > *: height +1.1 mm',
        'pdf-and-finalization > *: height −1.1 mm',
        'pdf-and-finalization > *judges a soft cover of +1.1 mm in width',
        'pdf-and-finalization > *judges contents of −1.1 mm in width',
      ],
    ],
    [
      'Another partner’s book gives 403 ERR_FORBIDDEN, one of the other environment 403 ERR_ENV_MISMATCH, a missing one 404',
      'pdf-and-finalization > uploading a PDF > and downloads and finalization are for the owner*',
      'pdf-and-finalization > uploading a PDF > and downloads and finalization are for the owner* → the owner still has both PDFs',
    ],
  ]),
  section('GET pdf-cover and pdf-contents', 'LOAD', [
    [
      'A stored PDF comes as application/pdf, byte for byte',
      'pdf-and-finalization > downloading a PDF > streams the very bytes that were sent',
      'pdf-and-finalization > *of a cover refuses* → after a replacement the new ones',
    ],
    [
      'Group A without a file gives 404 ERR_PDF_NOT_UPLOADED',
      'pdf-and-finalization > downloading a PDF > answers by the state of the book',
      'pdf-and-finalization > downloading a PDF > streams the very bytes that were sent',
    ],
    [
      'Group B before finalization gives 409 ERR_PDF_NOT_GENERATED',
      [
        'rendering > a TEMPLATE book > answers a download by the state*',
        'creation-types > each endpoint with each type > GET /pdf-cover of a MIX_COVER_TEMPLATE book: 409*',
      ],
      'rendering > a TEMPLATE book > answers a download by the state* → 200 when it is rendered',
    ],
    [
      'Group B while rendering gives 409 ERR_PDF_PENDING without Retry-After',
      'rendering > a TEMPLATE book > answers a download by the state*',
      'limits > rate limits > let 300 requests a minute* → a 429 has Retry-After',
    ],
    [
      'Group B after a failure gives 422 ERR_PDF_GENERATION_FAILED',
      'rendering > a TEMPLATE book > answers a download by the state*',
      'rendering > a TEMPLATE book > whose rendering failed can be finalized again → then it is 200',
    ],
    [
      'Group B with its file missing gives 500 ERR_PDF_FILE_MISSING',
      'rendering > a TEMPLATE book > answers 500 ERR_PDF_FILE_MISSING*',
      'rendering > a TEMPLATE book > answers 500 ERR_PDF_FILE_MISSING* → 200 before',
    ],
    [
      'Another kind of path gives 400 ERR_MALFORMED_REQUEST',
      'pdf-and-finalization > downloading a PDF > answers by the state of the book → pdf-spine',
      'pdf-and-finalization > downloading a PDF > streams the very bytes that were sent',
    ],
    [
      'A missing book gives 404, another partner’s 403 ERR_FORBIDDEN, one of the other environment 403 ERR_ENV_MISMATCH',
      [
        'pdf-and-finalization > uploading a PDF > and downloads and finalization are for the owner*',
        'pdf-and-finalization > downloading a PDF > answers by the state of the book',
      ],
      'pdf-and-finalization > uploading a PDF > and downloads and finalization are for the owner* → 200 for the owner',
    ],
  ]),
  section('POST /books/{bookUid}/cover', 'COVER', [
    [
      '201 with result inserted and a pageMeta that does not count the cover',
      'composition > POST cover > puts the cover, which is not counted as a page',
      'composition > POST contents > gives each whole page its number and its side* → contents are counted',
    ],
    [
      'A missing templateUid, a missing image parameter, unparseable parameters and a second cover give 400',
      [
        'composition > POST cover > refuses a missing templateUid, a missing picture*',
        'composition > POST cover > refuses a second cover with 400',
      ],
      [
        'composition > POST cover > refuses a missing templateUid* → no cover is there afterwards',
        'composition > POST cover > puts the cover, which is not counted as a page',
      ],
    ],
    [
      'The text of a missing image names it and says: attach, URL or server file name',
      [
        'composition > POST cover > refuses a missing templateUid, a missing picture*',
        'composition > what both endpoints refuse > a missing image, with a text that names it*',
      ],
      'composition > the three ways of pictures > may be mixed in one array* → the three ways it says do',
    ],
    [
      'An unknown book or template gives 404',
      'composition > POST cover > refuses a missing templateUid* → an unknown template or book',
      'composition > what both endpoints refuse > a template of the wrong kind: 400',
    ],
    [
      'Idempotency-Key is honoured',
      'composition > an Idempotency-Key of a form > gives the stored cover again*',
      'composition > an Idempotency-Key of a form > gives the stored cover again* → another form is 422',
    ],
  ]),
  section('POST /books/{bookUid}/contents', 'CONT', [
    [
      'templateUid of a content, divider or publish template',
      [
        'composition > POST contents > gives each whole page its number*',
        'composition > POST contents > gives dividers and publish pages a page*',
      ],
      'composition > what both endpoints refuse > a template of the wrong kind: 400 → a cover template',
    ],
    [
      'breakBefore is page, column or none; none for content, page for divider and publish; other values 400',
      [
        'composition > POST contents > gives each whole page its number* → none',
        'composition > POST contents > takes column as a break of content templates',
        'composition > POST contents > gives dividers and publish pages a page* → page',
      ],
      [
        'composition > POST contents > refuses ?breakBefore=line with 400',
        'composition > POST contents > refuses ?breakBefore= with 400',
      ],
    ],
    [
      'Divider and publish templates accept only page',
      'composition > POST contents > gives dividers and publish pages a page, and takes no other break for them',
      'composition > POST contents > gives dividers and publish pages a page* → none and column are 400',
    ],
    [
      '201 inserted for a new page, 200 updated when the content joined one',
      'composition > POST contents > lets an entry join the page before it*',
      'composition > POST contents > lets an entry join* → with breakBefore=page it is a page of its own, 201',
    ],
    [
      'pageNum from 1 and pageSide left or right',
      'composition > POST contents > gives each whole page its number and its side*',
      'composition > POST contents > begins a LAYFLAT book on the left',
    ],
    [
      'No cover yet, a finalized or deleted book: 400 ERR_VALIDATION_FAILED',
      [
        'composition > what both endpoints refuse > contents before there is a cover: 400',
        'composition > what both endpoints refuse > a finalized and a deleted book: 400',
      ],
      'composition > what both endpoints refuse > changed nothing of the book → with a cover 201',
    ],
    [
      'More pages than the maximum give 400 ERR_PAGECOUNT_INVALID',
      'composition > POST contents > refuses more pages than pageMax*',
      'composition > POST contents > refuses more pages than pageMax* → the last page that fits is taken, nothing else was written',
    ],
  ]),
  section('Image delivery for cover and contents', 'IMG', [
    [
      'Attached files, URLs and server file names may be mixed in one request',
      [
        'composition > the three ways of pictures > may be mixed in one array*',
        'composition > the three ways of pictures > may be mixed between the variables*',
      ],
      [
        'composition > the three ways of pictures > a single picture that is given in two ways*',
        'composition > the three ways of pictures > a server file name of another book*',
      ],
    ],
    [
      'A URL that cannot be had gives 400',
      [
        'composition > the three ways of pictures > an address that gives no picture: 400 (/not-there.png)',
        'composition > the three ways of pictures > an address that gives no picture: 400 (/page.html)',
        'composition > the three ways of pictures > an address that gives no picture: 400 (/breaks-off.png)',
        'composition > the three ways of pictures > an address that gives no picture: 400 (/in-circles.png)',
        'composition > the three ways of pictures > an address that cannot be called: 400 (http://name.invalid/a.png)',
      ],
      'composition > the three ways of pictures > a redirect is followed',
    ],
    [
      '$upload marks where attached files go, in order',
      'composition > the three ways of pictures > come in the order in which they were sent*',
      [
        'composition > the three ways of pictures > come in the order* → sent the other way round the page differs',
        'composition > the three ways of pictures > fewer files than*',
        'composition > the three ways of pictures > more files than*',
      ],
    ],
    [
      'EXIF data is preserved',
      'photos > POST photos > keeps the EXIF data of what it stores*',
      'photos > POST photos > keeps the EXIF data* → what had none has none',
    ],
    [
      'JPEG, PNG, GIF, WebP, BMP, HEIC and HEIF are taken, by magic bytes',
      [
        'photos > POST photos > takes JPEG, PNG, GIF*',
        'composition > the three ways of pictures > may bring every format*',
      ],
      [
        'photos > POST photos > refuses every other format*',
        'composition > the three ways of pictures > a file that is no picture by its magic bytes: 400',
      ],
    ],
    [
      'GIF and WebP are stored as PNG, BMP, HEIC and HEIF as JPG',
      'photos > POST photos > takes JPEG, PNG, GIF* → type, extension and thumbnail',
      'photos > POST photos > takes JPEG, PNG, GIF* → JPEG and PNG stay what they are',
    ],
  ]),
  section('Photos', 'PHOTO', [
    [
      'POST answers 201 with the photo and isDuplicate; draft books only',
      'photos > POST photos > answers 201 with the photo*',
      'photos > a book that is no draft > takes no photo (400)*',
    ],
    [
      'The same content again is the existing photo, isDuplicate true',
      [
        'photos > the same content in a book > is one photo: the second upload*',
        'photos > the same content in a book > is one photo also when it is sent eight times at once',
      ],
      [
        'photos > the same content in a book > is one photo: the second upload* → another book has its own',
        'photos > the same content in a book > is new again after it was deleted',
      ],
    ],
    [
      'A missing file, an unsupported format or a size over the limit gives 400',
      [
        'photos > POST photos > refuses with 400: no form, no file*',
        'photos > POST photos > refuses every other format*',
        'large-photos > the limit of 50 MB > is the last byte*',
      ],
      'photos > POST photos > takes JPEG, PNG, GIF*',
    ],
    [
      'The list has no isDuplicate and counts in pagination.total',
      'photos > GET photos > lists photos without isDuplicate*',
      'photos > POST photos > answers 201 with the photo* → the upload has it',
    ],
    [
      'One photo is the bytes of an 800 px thumbnail with Content-Type and Content-Length; 404 when absent',
      'photos > GET one photo > is a thumbnail of 800 px*',
      [
        'photos > GET one photo > is a thumbnail* → a smaller one is not enlarged',
        'photos > GET one photo > that is not there*',
      ],
    ],
    [
      'DELETE gives 204 without body; 409 when finalized; 400 for a malformed bookUid or fileName',
      [
        'photos > DELETE a photo > answers 204 without a body, then 404',
        'photos > a book that is no draft > takes no photo (400) and gives none away (409)*',
        'photos > DELETE a photo > refuses a malformed bookUid or fileName*',
      ],
      'photos > a book that is no draft > takes no photo* → the photo is still there after the 409',
    ],
    [
      'PDF_UPLOAD books give 400, other partners’ 403, the other environment 403, missing ones 404',
      [
        'photos > all four endpoints > refuse a PDF_UPLOAD book*',
        'photos > all four endpoints > refuse a book of another partner*',
      ],
      'creation-types > each endpoint with each type > GET /photos of a TEMPLATE book: 200',
    ],
  ]),
  section('POST /books/{bookUid}/finalization', 'FINAL', [
    [
      'Content-Length: 0 is required, 411 without it',
      'pdf-and-finalization > finalization > answers 411*',
      'pdf-and-finalization > finalization > is created once* → 201 with it',
    ],
    [
      '201 first, 200 for a repeat with result updated',
      'pdf-and-finalization > finalization > is created once*',
      'odd-requests > the same thing at the same time > finalizes once, with one moment',
    ],
    [
      'Every unmet prerequisite is listed in fieldErrors',
      [
        'pdf-and-finalization > finalization > names every missing file in fieldErrors',
        'specs-and-books > DELETE /books/{bookUid} > is soft* → status',
        'creation-types > finalization > of an empty TEMPLATE book lacks*',
        'creation-types > finalization > of an empty MIX_COVER_TEMPLATE book lacks*',
      ],
      'composition > finalization of a template book > names a missing cover and missing contents → what is there is not listed',
    ],
    [
      'An empty TEMPLATE book gives 400 ERR_FINALIZE_PREREQ_UNMET',
      'pdf-and-finalization > finalization > refuses an empty TEMPLATE book with 400',
      'composition > finalization of a template book > of a PUR book with 24 pages*',
    ],
    [
      'Too few pages: ERR_INSUFFICIENT_PAGES; too many or a broken step: ERR_PAGECOUNT_INVALID',
      [
        'composition > finalization of a template book > refuses too few pages*',
        'composition > finalization of a template book > of a LAYFLAT book adds no page → 17',
        'composition > POST contents > refuses more pages than pageMax* → too many cannot come so far',
      ],
      [
        'composition > finalization of a template book > of a PUR book with 24 pages*',
        'composition > finalization of a template book > of a LAYFLAT book adds no page → 16',
        'composition > POST contents > refuses more pages than pageMax* → 46 are finalized',
      ],
    ],
    [
      'A PUR TEMPLATE book that lacks its last page gets it, and the result says so',
      'composition > finalization of a template book > of a PUR book with 25 pages*',
      [
        'composition > finalization of a template book > of a PUR book with 24 pages*',
        'composition > finalization of a template book > of a LAYFLAT book adds no page',
      ],
    ],
    [
      'A missing book gives 404',
      'pdf-and-finalization > finalization > answers 404 for a book that is not there',
      'pdf-and-finalization > finalization > is created once*',
    ],
    [
      'Finalization of another partner’s book gives 403 ERR_FORBIDDEN, of one of the other environment 403 ERR_ENV_MISMATCH',
      'pdf-and-finalization > uploading a PDF > and downloads and finalization are for the owner*',
      'pdf-and-finalization > finalization > is created once*',
    ],
  ]),
  section('Templates', 'TPL', [
    [
      'The list filters by templateName (several words, all of them), specProfileUid, theme and more',
      [
        'templates > GET /templates > finds names that hold every word*',
        'templates > GET /templates > filters by theme and by category',
        'templates > GET /templates > filters by spec profile',
      ],
      [
        'templates > GET /templates > finds names* → words that no name has together find none',
        'templates > GET /templates > filters by theme and by category → an unknown theme finds none',
        'templates > GET /templates > filters by spec profile → an unknown profile finds none',
      ],
    ],
    [
      'sort is name_asc, name_desc, created_asc, updated_desc or updated_asc',
      [
        'templates > GET /templates > sorts by name_asc*',
        'templates > GET /templates > sorts by name_desc*',
        'templates > GET /templates > sorts by created_asc*',
        'templates > GET /templates > sorts by updated_desc*',
        'templates > GET /templates > sorts by updated_asc*',
      ],
      'templates > GET /templates > refuses ?sort=newest',
    ],
    [
      'GET /templates/{templateUid} answers the record, 404 when missing',
      'templates > GET /templates/{templateUid} > adds parameters, layout*',
      [
        'templates > GET /templates/{templateUid} > answers 404 for aaaaaaaaaaaa',
        'templates > GET /templates/{templateUid} > answers 404 for __proto__',
      ],
    ],
    [
      'The schema is JSON Schema draft-07 of the parameters',
      [
        'templates > GET /templates/{templateUid}/schema > is JSON Schema draft-07 with the binding*',
        'templates > GET /templates/{templateUid}/schema > is valid draft-07 for every template',
      ],
      'templates > GET /templates/{templateUid}/schema > takes parameters that fit and refuses those that do not',
    ],
    [
      'Categories are listed and read by key',
      'templates > template categories > are the eight, each read by its key',
      'templates > template categories > answer 404 for a key that is none of them',
    ],
    [
      'Spec profiles are listed',
      'templates > spec profiles > are listed, all of them or those of a book spec',
      'templates > spec profiles > are listed* → those of another spec are left out',
    ],
  ]),
  section('Book records and PDF results', 'REC', [
    [
      'The single read has its fields, pageMeta among them, and a number for the status',
      'specs-and-books > reading books > answers the fields of a single book*',
      'specs-and-books > reading books > answers the fields of a single book* → and no others',
    ],
    [
      'The list item has its fields, pageCount among them: given at creation, or computed from contents',
      [
        'specs-and-books > reading books > answers the fields of a single book*',
        'composition > POST contents > shows the computed page count in the list of books',
      ],
      'specs-and-books > reading books > answers the fields* → no pageMeta in the list',
    ],
    [
      'pageMeta of a new TEMPLATE book counts 0 and is not valid',
      'creation-types > creation > of a TEMPLATE book counts*',
      'creation-types > creation > of a PDF_UPLOAD book counts*',
    ],
    [
      'A PDF result has bookUid, kind, valid, pageMeta, pdfSizeMm, messages, warnings, bookStatus and url',
      'pdf-and-finalization > uploading a PDF > answers what was measured, in the recorded key order',
      'pdf-and-finalization > uploading a PDF > lists every violation* → a refusal is a failure of six fields',
    ],
    [
      'Contents added to a finalized book fail with 400',
      'composition > what both endpoints refuse > a finalized and a deleted book: 400',
      'composition > POST contents > gives each whole page its number*',
    ],
    [
      'Orders are possible for finalized books only',
      'orders > POST /orders > answers the whole order*',
      'orders > POST /orders > refuses a unfinalized book*',
    ],
    [
      'A repeat of finalization changes nothing',
      'pdf-and-finalization > finalization > is created once, then updated with the same moment',
      'composition > finalization of a template book > is done once of five at once',
    ],
    [
      'pdfCreatedAt is when the PDF was last refreshed: upload, replace, finalize',
      'specs-and-books > reading books > shows when a PDF was last refreshed*',
      'specs-and-books > reading books > shows when a PDF was last refreshed* → a repeat of finalization does not move it',
    ],
    [
      'isTest is true for Sandbox books',
      'access > environments and partners > picks the environment by host*',
      'access > environments and partners > picks the environment by host* → false for a Live book',
    ],
    [
      'coverTemplateUid is null for PDF books',
      'specs-and-books > POST /books > makes a draft and answers its page meta',
      'composition > POST cover > puts the cover, which is not counted as a page → the template’s uid',
    ],
  ]),
];
