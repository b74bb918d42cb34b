/** What the document says of each operation on book specs and their profiles. Markdown. */
export const SPECS = {
  listBookSpecs: `
Every book spec of the catalogue, in one answer without pages. No key is needed; without one the four price fields are
null. With a key, \`priceBase\` and \`pricePerIncrement\` are what Live charges, \`sandboxPriceBase\` and
\`sandboxPricePerIncrement\` what Sandbox does, before shipping and VAT: POST /orders/estimate tells the sum of an
order. The catalogue changes only when the service is started anew.`,

  getBookSpec: `
One book spec by its uid, as the list has it: sizes in millimetres, page rule, prices. No key is needed; without one
the price fields are null. 404 ERR_NOT_FOUND: the catalogue has no spec of this uid.`,

  calculateSize: `
What the pages of the cover PDF and of the contents PDF have to measure for this spec and \`pages\` book pages. The
cover is one flat page of back, spine and front with what is cut off or wrapped around; the inner lengths are trim and
bleed. Ask for it before PDFs are made: uploads are measured against these very numbers. \`pdfToleranceMm\` is that of
the contents; the cover of a hard cover has one of its own, which a refusal tells. With LAYFLAT binding the contents
are spreads: the inner width is that of two pages, and the PDF has half as many pages as the book. No key is needed.

\`pages\` must keep the page rule of the spec: 400 ERR_INSUFFICIENT_PAGES below pageMin, ERR_PAGECOUNT_INVALID above
pageMax or between two steps; \`fieldErrors\` name what is allowed. 404 ERR_NOT_FOUND: no such spec.`,

  listSpecProfiles: `
Other ways to have a book spec made, in one answer without pages; \`bookSpecUid\` keeps those of one spec. A book
takes one by naming its \`specProfileUid\` in POST /books, which refuses a profile of another spec. A spec that is not
in the catalogue has none: an empty list and no failure.`,
} as const;
