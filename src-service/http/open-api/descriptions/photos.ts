import { LIMITS } from '../../../../src-core/contract/limits.ts';

/** Which pictures are taken and what is kept of them, wherever they are uploaded. Markdown. */
export const WHAT_IS_TAKEN = `
JPEG, PNG, GIF, WebP, BMP, HEIC or HEIF, told by its content and not by its name. JPEG and PNG are kept byte for byte;
GIF (its first frame) and WebP become PNG, BMP, HEIC and HEIF become JPG, upright, with their EXIF and colour profile.
At most ${LIMITS.imageMaxBytes / 1024 ** 2} MB, 205 megapixels (105 where the picture is converted, interlaced or
progressive) and 30,000 pixels a side. A picture that cannot be decoded to its end is refused.`;

const OF_TEMPLATE_BOOKS =
  '400 ERR_CREATION_TYPE_UNSUPPORTED for PDF_UPLOAD books, which have no photos; 403 and 404 as for the book itself.';

/** What the document says of each operation on photos uploaded ahead. Markdown. */
export const PHOTOS = {
  uploadPhoto: `
Uploads one picture ahead for cover and contents of a draft, which then name it by its \`fileName\`. At most
${LIMITS.photosPerBook} a book. A content that the book has already is stored once: it answers 201 with
\`isDuplicate\` true and the first one's \`fileName\`, so a repeat after a lost answer is safe.

${WHAT_IS_TAKEN} \`size\` and \`mimeType\` are those of what is kept, \`hash\` is the MD5 of what was sent.

400 ERR_VALIDATION_FAILED for a missing or second file, another format, a picture over the limits, the
${LIMITS.photosPerBook + 1}st photo, and a book that is no draft. ${OF_TEMPLATE_BOOKS}`,

  listPhotos: `
The photos of a book in the order in which they were uploaded, ${LIMITS.photoListDefaultLimit} a page unless \`limit\`
says otherwise. Photos that came attached to an entry or from an address are not among them. ${OF_TEMPLATE_BOOKS}`,

  downloadPhoto: `
A thumbnail of one photo, at most 800 px on its long side, of the type that the photo is kept as: JPEG or PNG. Bytes and no
JSON. The photo itself is not given back. 404 ERR_NOT_FOUND for a name that the book does not have.
${OF_TEMPLATE_BOOKS}`,

  deletePhoto: `
Takes one photo of a draft away and answers 204 without a body. Entries that show it already keep their picture;
entries that come later cannot name it any more. 409 ERR_CONFLICT for a finalized book, 400 for a deleted one and for
a bookUid or fileName that is not of their form, 404 for a photo that is not there, which a repeat meets.
${OF_TEMPLATE_BOOKS}`,
} as const;
