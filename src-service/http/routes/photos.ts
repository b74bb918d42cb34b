import { z } from 'zod';
import { pageOf, paginationQuery, successOf } from '../../../src-core/contract/envelope.ts';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import { photoSchema, uploadedPhotoSchema } from '../../../src-core/contract/photos.ts';
import type { AttachedFile } from '../../composition/entry-call.ts';
import { PHOTO_FILE_NAME } from '../../photos/photo-file-name.ts';
import { addPhoto, admitPhoto, deletePhoto, listPhotos, openThumbnail } from '../../photos/photos.ts';
import { takePicture } from '../../pictures/take-picture.ts';
import { ruleText } from '../../rule-texts.ts';
import { fieldsRefused } from '../../service-error.ts';
import { callerOf, listOf, success, type Route } from '../app.ts';
import { contentDisposition } from '../download-headers.ts';
import { withForm } from '../forms.ts';
import { PICTURE_FORM } from '../open-api/forms.ts';
import { fileNameOf } from '../uploaded-file.ts';
import { PHOTOS } from '../open-api/descriptions/photos.ts';
import { bookParams } from './params.ts';

const photoParams = bookParams.extend({ fileName: z.string() });
/** Deleting asks for well-formed names; elsewhere a malformed one is one that does not exist. */
const wellFormedPhotoParams = z.object({
  bookUid: z.string().regex(/^bk_[0-9A-Za-z]{12}$/),
  fileName: z.string().regex(PHOTO_FILE_NAME),
});

export const postPhoto: Route = (app, { context }) => {
  app.post(
    '/books/:bookUid/photos',
    {
      config: { ratePolicy: 'upload' },
      schema: {
        operationId: 'uploadPhoto',
        tags: ['photos'],
        summary: 'Upload a photo for cover and contents',
        description: PHOTOS.uploadPhoto,
        errors: ['ERR_CREATION_TYPE_UNSUPPORTED'],
        documentedBody: { content: { 'multipart/form-data': PICTURE_FORM } },
        params: bookParams,
        response: { 201: successOf(uploadedPhotoSchema) },
      },
    },
    async (request, reply) => {
      const { bookUid } = request.params;
      const caller = callerOf(request);
      await admitPhoto(context.db, caller, bookUid);
      const photo = await withForm(context, request, async ({ files }) => {
        const { fileName, staged } = onlyFile(files);
        const originalName = fileNameOf({ filename: fileName });
        const picture = await takePicture(context, staged, {
          field: 'file',
          name: originalName,
          maxBytes: LIMITS.imageMaxBytes,
        });
        return addPhoto(context, caller, bookUid, picture, originalName);
      });
      return reply
        .code(201)
        .send(success(photo.isDuplicate ? '이미 등록된 사진입니다' : '사진이 업로드되었습니다', photo));
    },
  );
};

function onlyFile(files: readonly AttachedFile[]): AttachedFile {
  const [file, second] = files.filter(({ field }) => field === 'file');
  if (file === undefined)
    throw fieldsRefused([{ field: 'file', message: ruleText('required'), constraint: 'required' }]);
  if (second !== undefined)
    throw fieldsRefused([
      { field: 'file', message: '사진은 한 번에 한 장만 업로드할 수 있습니다', requiredValue: 1, constraint: 'max' },
    ]);
  const stray = files.find(({ field }) => field !== 'file');
  if (stray !== undefined)
    throw fieldsRefused([
      {
        field: stray.field,
        message: '알 수 없는 파일 항목입니다 (가장 가까운 항목: file)',
        requiredValue: ['file'],
        constraint: 'enum',
      },
    ]);
  return file;
}

export const getPhotos: Route = (app, { context }) => {
  app.get(
    '/books/:bookUid/photos',
    {
      schema: {
        operationId: 'listPhotos',
        tags: ['photos'],
        summary: 'List the photos of a book',
        description: PHOTOS.listPhotos,
        errors: ['ERR_CREATION_TYPE_UNSUPPORTED'],
        params: bookParams,
        querystring: z.object(paginationQuery(LIMITS.photoListDefaultLimit)),
        response: { 200: pageOf(photoSchema) },
      },
    },
    async (request) => {
      const { items, total } = await listPhotos(context.db, callerOf(request), request.params.bookUid, request.query);
      return listOf(items, total, request.query);
    },
  );
};

export const getPhoto: Route = (app, { context }) => {
  app.get(
    '/books/:bookUid/photos/:fileName',
    {
      schema: {
        operationId: 'downloadPhoto',
        tags: ['photos'],
        summary: 'Download a thumbnail of a photo, 800 px on its long side',
        description: PHOTOS.downloadPhoto,
        errors: ['ERR_CREATION_TYPE_UNSUPPORTED'],
        params: photoParams,
        response: {
          200: {
            description: 'The thumbnail itself',
            content: { 'image/jpeg': { schema: z.unknown() }, 'image/png': { schema: z.unknown() } },
          },
        },
      },
    },
    async (request, reply) => {
      const { bookUid, fileName } = request.params;
      const { mimeType, content } = await openThumbnail(context, callerOf(request), bookUid, fileName);
      return reply
        .header('content-type', mimeType)
        .header('content-disposition', contentDisposition(fileName))
        .header('content-length', content.length)
        .send(content);
    },
  );
};

export const deleteOnePhoto: Route = (app, { context }) => {
  app.delete(
    '/books/:bookUid/photos/:fileName',
    {
      schema: {
        operationId: 'deletePhoto',
        tags: ['photos'],
        summary: 'Delete a photo',
        description: PHOTOS.deletePhoto,
        errors: ['ERR_CREATION_TYPE_UNSUPPORTED', 'ERR_CONFLICT'],
        params: wellFormedPhotoParams,
        response: { 204: z.null().describe('Deleted') },
      },
    },
    async (request, reply) => {
      const { bookUid, fileName } = request.params;
      await context.db.transaction((db) => deletePhoto(db, callerOf(request), bookUid, fileName));
      return reply.code(204).send(null);
    },
  );
};
