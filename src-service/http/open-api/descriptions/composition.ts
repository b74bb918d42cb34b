import { LIMITS } from '../../../../src-core/contract/limits.ts';

const HOW_PICTURES_COME = `
Pictures come in three ways that may be mixed: as files attached under the variable's name (at most
${LIMITS.entryPicturesMax}), as http(s) addresses, or as the server's names of photos uploaded ahead. A redirect is
followed at most three times; an address must answer in ${LIMITS.pictureDownloadMs / 1000} seconds. In an array
\`$upload\` marks the places that take the attached files in their order: there must be as many as files. Without any
\`$upload\` the files follow what the array names. A single picture is given in one way only.

Where a frame has other proportions than its picture, the picture is cut where its subject is: heads stay whole, and
one of which no cut keeps all heads is shown whole, which \`warnings\` say. In place of its name a picture may be
given as \`{ "picture": name, "focus": { "x": 0.3, "y": 0.2 } }\`: what is to be in the middle of its frame, in shares
of its width and height from the top left, as it is seen.

Texts, addresses and names may also be parts of the form under the variable's name instead of members of
\`parameters\`. A part that no variable of the template is named is 400, naming the part and the nearest variable;
members of \`parameters\` that the template does not know are ignored. Without files the same members may come as a
JSON object (\`application/json\`).`;

const REFUSALS = `
400 ERR_VALIDATION_FAILED names every variable that is missing or cannot be used in \`fieldErrors\`, also a template
of another kind or book spec, a picture that cannot be fetched or decoded, letters that no face can print, and a text
that has no room. 404 ERR_NOT_FOUND: no such book or template. Nothing is added then. A text that is taken and
set otherwise than drawn is told in \`warnings\`; of the line of a spine, whose size the page count decides, what is cut
off and up to which page count it is left out.`;

/** What the document says of each operation on cover and contents of template books. Markdown. */
export const COMPOSITION = {
  createCover: `
Puts the cover of a draft from a template of the kind \`cover\` for its book spec. A book has one: a second is 400
until DELETE took the first away. It is not counted among the pages. PDF_UPLOAD books have no template cover: 400
ERR_CREATION_TYPE_UNSUPPORTED. Nothing is rendered before finalization.

${HOW_PICTURES_COME}

${REFUSALS}`,

  getCover: `
The cover of a TEMPLATE or MIX_COVER_TEMPLATE book: which template it is of. The values that were bound are not given
back. 404 ERR_NOT_FOUND when the book has no cover yet; 400 ERR_CREATION_TYPE_UNSUPPORTED for PDF_UPLOAD books.`,

  deleteCover: `
Takes the cover of a draft away, so that another one can be put; the contents stay, and photos uploaded ahead as well.
404 ERR_NOT_FOUND when there is none, which a repeat meets; 400 for a book that is finalized or deleted, and
ERR_CREATION_TYPE_UNSUPPORTED for PDF_UPLOAD books.`,

  addContents: `
Adds one entry behind those that are there, from a template of the kind \`content\`, \`divider\` or \`publish\` for
the book spec. The book must be a TEMPLATE draft that has its cover. Entries follow one another in the order of the
calls; one alone is neither changed nor taken out: DELETE contents takes all. Send an \`Idempotency-Key\`: a repeat
without one is another entry.

${HOW_PICTURES_COME}

200 \`updated\`: the entry joined a page that was there; 201 \`inserted\`: it began one. \`pageNum\` and \`pageSide\`
tell where it begins, \`pageMeta\` how many pages the book has now.

${REFUSALS} ERR_PAGECOUNT_INVALID: the book would have more pages than its spec allows. ERR_CREATION_TYPE_UNSUPPORTED:
not a TEMPLATE book.`,

  deleteContents: `
Takes every contents entry out of a draft TEMPLATE book and sets its page count to 0; its cover and the photos
uploaded ahead stay. Of an empty book it takes nothing and answers 0 pages. 400 for a book that is finalized or
deleted, and ERR_CREATION_TYPE_UNSUPPORTED for books of another creationType.`,
} as const;
