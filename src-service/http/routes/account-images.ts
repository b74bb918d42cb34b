import { z } from 'zod';
import {
  accountImageQuerySchema,
  accountImageSchema,
  deletedAccountImageSchema,
  patchAccountImageBodySchema,
} from '../../../src-core/contract/accounts.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import {
  addAccountImage,
  deleteAccountImage,
  listAccountImages,
  openAccountImage,
  renameAccountImage,
} from '../../accounts/account-images.ts';
import { takePicture } from '../../pictures/take-picture.ts';
import { callerOf, success, type Route } from '../app.ts';
import { contentDisposition } from '../download-headers.ts';
import { PICTURE_FORM } from '../open-api/forms.ts';
import { asBrokenForm, fileNameOf, uploadedFile } from '../uploaded-file.ts';
import { ACCOUNTS } from '../open-api/descriptions/accounts.ts';

const oneImage = { 200: successOf(accountImageSchema) };

export const getAccountImages: Route = (app, { context, baseUrl }) => {
  app.get(
    '/accounts/images',
    {
      schema: {
        operationId: 'listAccountImages',
        tags: ['accounts'],
        summary: 'Pictures of your account, newest first',
        description: ACCOUNTS.listAccountImages,
        response: { 200: successOf(z.array(accountImageSchema)) },
      },
    },
    async (request) => success('성공', await listAccountImages(context.db, callerOf(request), baseUrl())),
  );
};

export const postAccountImage: Route = (app, { context, baseUrl }) => {
  app.post(
    '/accounts/images',
    {
      config: { ratePolicy: 'upload' },
      schema: {
        operationId: 'addAccountImage',
        tags: ['accounts'],
        summary: 'Add a picture to your account',
        description: ACCOUNTS.addAccountImage,
        documentedBody: { content: { 'multipart/form-data': PICTURE_FORM } },
        response: { 201: successOf(accountImageSchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const part = await uploadedFile(request);
      const name = fileNameOf(part);
      // It stands in no book: nobody looks for its subject.
      const { blobs, pictureDecoding } = context;
      const picture = await takePicture({ blobs, pictureDecoding }, part.file, {
        maxBytes: LIMITS.imageMaxBytes,
        field: 'file',
        name,
      }).catch(asBrokenForm);
      const image = await addAccountImage(context.db, context, caller, picture, name, baseUrl());
      return reply.code(201).send(success('이미지가 등록되었습니다', image));
    },
  );
};

export const patchAccountImage: Route = (app, { context, baseUrl }) => {
  app.patch(
    '/accounts/images',
    {
      schema: {
        operationId: 'renameAccountImage',
        tags: ['accounts'],
        summary: 'Rename a picture of your account',
        description: ACCOUNTS.renameAccountImage,
        errors: ['ERR_NOT_FOUND'],
        body: patchAccountImageBodySchema,
        response: oneImage,
      },
    },
    async (request) => {
      const { imageUid, name } = request.body;
      return success(
        '이미지가 변경되었습니다',
        await renameAccountImage(context.db, context, callerOf(request), imageUid, name, baseUrl()),
      );
    },
  );
};

export const deleteAccountImages: Route = (app, { context }) => {
  app.delete(
    '/accounts/images',
    {
      schema: {
        operationId: 'deleteAccountImage',
        tags: ['accounts'],
        summary: 'Delete a picture of your account',
        description: ACCOUNTS.deleteAccountImage,
        errors: ['ERR_NOT_FOUND'],
        querystring: accountImageQuerySchema,
        response: { 200: successOf(deletedAccountImageSchema) },
      },
    },
    async (request) => {
      const { imageUid } = request.query;
      await deleteAccountImage(context.db, callerOf(request), imageUid);
      return success('이미지가 삭제되었습니다', { imageUid, status: 'deleted' as const });
    },
  );
};

export const getAccountImage: Route = (app, { context }) => {
  app.get(
    '/accounts/images/:imageUid',
    {
      schema: {
        operationId: 'downloadAccountImage',
        tags: ['accounts'],
        summary: 'One picture of your account',
        description: ACCOUNTS.downloadAccountImage,
        params: accountImageQuerySchema,
        response: { 200: { description: 'The picture itself', content: { 'image/*': { schema: z.unknown() } } } },
      },
    },
    async (request, reply) => {
      const { mimeType, name, sizeBytes, content } = await openAccountImage(
        context,
        callerOf(request),
        request.params.imageUid,
      );
      return reply
        .header('content-type', mimeType)
        .header('content-disposition', contentDisposition(name))
        .header('content-length', sizeBytes)
        .send(content);
    },
  );
};
