/** What the document says of each operation on books. Markdown. */
export const BOOKS = {
  createBook: `
Begins a book as a draft in the environment of the host. Nothing is charged: an order is what costs. \`creationType\`
settles how cover and contents come and never changes.

- PDF_UPLOAD and MIX_COVER_TEMPLATE need \`pageCount\`, the number of book pages. It must keep the page rule of the
  spec, the contents PDF uploaded later must have as many pages (LAYFLAT: half as many, they are spreads), and it
  never changes: another page count is another book.
- TEMPLATE ignores \`pageCount\`: pages are counted as contents are added, from 0.

\`externalRef\` is yours and need not be unique. Send an \`Idempotency-Key\`: without one a repeat after a lost answer
makes a second draft. 400 ERR_VALIDATION_FAILED for an unknown bookSpecUid, specProfileUid or creationType or a
missing pageCount; ERR_INSUFFICIENT_PAGES or ERR_PAGECOUNT_INVALID for a page count that the spec does not allow, with
what it allows in \`fieldErrors\`.`,

  listBooks: `
Your books of this environment, the newest first, page by page. Deleted ones are never in it, also not with
\`status=deleted\`. All filters that are given must hold; \`pdfStatus=null\` keeps those whose PDFs are neither
rendered nor asked for. With \`bookUid\` the list has one item or none: a book of another account or environment is
none, where GET /books/{bookUid} says 403 or 404. \`status\` is a word here and a number in the single read.

To follow renderings of template books, ask with \`bookUid\` until \`pdfStatus\` is 2 or 9. 400 for a limit or an
offset that is out of bounds.`,

  getBook: `
One book with its page count held against the rule of its spec. \`pageMeta.isValid\` judges the count alone: whether
cover and contents are there is asked by finalization. A deleted book is still answered, with status 9. Whether its
PDFs are rendered stands in the list (\`pdfStatus\`). 403 ERR_FORBIDDEN for a book of another account,
ERR_ENV_MISMATCH for one of the other environment; 404 for none.`,

  deleteBook: `
Deletes a book of yours in any status, for good: it leaves all lists, and whatever would change or order it is 400
from then on. Files that were uploaded are retained. Orders that were placed of it go on and nothing is refunded:
cancel them if they should not. Deleting it again answers the same. 403 for a book of another
account or environment, 404 for none.`,

  finalizeBook: `
Closes the draft so that it can be ordered. There is no way back: what is to be changed afterwards is another book.
The request has no body and must say so with \`Content-Length: 0\` (else 411).

What has to be there: both PDFs (PDF_UPLOAD), cover and contents PDF (MIX_COVER_TEMPLATE), cover and at least one
contents entry (TEMPLATE), and a page count that the spec allows; a PUR book from templates that lacks its last page
gets a blank one. If not: 400 and the book stays a draft; \`fieldErrors\` name everything that is unmet at once.
ERR_FINALIZE_PREREQ_UNMET goes before ERR_INSUFFICIENT_PAGES and ERR_PAGECOUNT_INVALID, which stand for the page count
alone. A stored PDF that was damaged since is named like a missing one: PUT it again.

The cover of MIX_COVER_TEMPLATE books and both PDFs of TEMPLATE books are rendered afterwards (pdfStatus 1, then 2 or
9); they can be ordered meanwhile. 201 the first time. A repeat answers 200 \`updated\` and changes nothing; after a
failed rendering (9) it asks for another one. Nothing is charged. Go by the status and \`pageMeta\`, not by the words
of \`result\`. No 4xx of this operation is kept under an \`Idempotency-Key\`: mend and send again with the same one.`,
} as const;
