import { LIMITS } from '../../../../src-core/contract/limits.ts';

const PDF_CHECKS = `
The file is checked while the call waits: it must be a PDF that can be read, at most ${LIMITS.pdfMaxBytes / 1024 ** 2}
MB, with as many pages as the book needs and every page of the size that GET /book-specs/{bookSpecUid}/calculated-size
tells, within a tolerance. Measured is the MediaBox cut by the CropBox, after Rotate and UserUnit. A file that does
not pass is 400 ERR_VALIDATION_FAILED with every violation in \`errors\`, measured and allowed, and nothing is stored;
mend it and send it again.`;

const COVER_PDF = 'A cover is one page, back, spine and front together; PDF_UPLOAD books alone take one.';
const CONTENTS_PDF =
  'Contents have exactly pageCount pages (LAYFLAT: half as many, each a spread). PDF_UPLOAD and MIX_COVER_TEMPLATE books take them. The page count of the book does not change.';
const OTHER_TYPES =
  '400 ERR_CREATION_TYPE_UNSUPPORTED for books of another creationType, ERR_VALIDATION_FAILED for one that is no draft any more.';

const UPLOAD = `
An \`Idempotency-Key\` is not looked at. After a lost answer send it again: 409 ERR_CONFLICT says that a file is there
already, and PUT replaces it.`;
const REPLACE = `
404 ERR_NOT_FOUND: there is none yet, POST puts the first one. Until the new file has passed, the former one stays. An
\`Idempotency-Key\` is not looked at and not needed: the same file again has the same effect.`;

const DOWNLOAD = `
Bytes and no JSON; failures are JSON as everywhere. What was uploaded is there until it is replaced: 404
ERR_PDF_NOT_UPLOADED when nothing was. What is rendered from templates comes after finalization: before it 409
ERR_PDF_NOT_GENERATED, while it is made 409 ERR_PDF_PENDING (ask again after some seconds, there is no Retry-After),
when that failed 422 ERR_PDF_GENERATION_FAILED (finalize again), when the file is lost or damaged 500
ERR_PDF_FILE_MISSING.`;

/** What the document says of each operation on the PDFs of a book. Markdown. */
export const PDFS = {
  uploadCoverPdf: `
Puts the first cover PDF of a draft. ${COVER_PDF} ${PDF_CHECKS}

${OTHER_TYPES} ${UPLOAD}`,

  replaceCoverPdf: `
Takes another file in place of the cover PDF of a draft. ${COVER_PDF} ${PDF_CHECKS}

${OTHER_TYPES} ${REPLACE}`,

  uploadContentsPdf: `
Puts the first contents PDF of a draft. ${CONTENTS_PDF} ${PDF_CHECKS}

${OTHER_TYPES} ${UPLOAD}`,

  replaceContentsPdf: `
Takes another file in place of the contents PDF of a draft. ${CONTENTS_PDF} ${PDF_CHECKS}

${OTHER_TYPES} ${REPLACE}`,

  downloadCoverPdf: `The cover as it will be printed: uploaded for PDF_UPLOAD books, rendered for the others.\n${DOWNLOAD}`,

  downloadContentsPdf: `The contents as they will be printed: rendered for TEMPLATE books, uploaded for the others.\n${DOWNLOAD}`,

  updatePdfStatus: `
Asks for the rendering of a finalized template book anew after it failed: \`pdfStatus\` 1 when it is 9. Sending the
value that it has already changes nothing and answers 200; every other change is the service's own and 400
ERR_VALIDATION_FAILED, also for a book that is not finalized. PDF_UPLOAD books render nothing: 400
ERR_CREATION_TYPE_UNSUPPORTED. Nothing is charged. Finalizing again does the same.`,

  getPdfResult: `
Tells how far the PDFs of a book are and which files there are, and changes nothing, although it is a POST. Kept for
clients of earlier versions: new ones read \`pdfStatus\` in GET /books?bookUid=… and download the files. It works for
every creationType and status. The request has no body.`,
} as const;
