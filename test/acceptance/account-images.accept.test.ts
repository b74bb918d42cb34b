import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectFailure } from './journeys.ts';
import { startService, type Host, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.dispose());

const jpeg = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#3a6ea5' } })
    .jpeg()
    .toBuffer();

function send(host: Host, bytes: Uint8Array, name: string) {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], name));
  return host.call('POST', '/accounts/images', { form });
}

it('a picture is added, listed on both hosts, read back byte for byte, renamed and deleted', async () => {
  const bytes = await jpeg();
  const added = await send(service.sandbox, bytes, '로고.jpg');
  expect(added.status, added.text).toBe(201);
  const { imageUid } = added.body.data;
  expect(added.body.data).toMatchObject({
    name: '로고.jpg',
    originalName: '로고.jpg',
    mimeType: 'image/jpeg',
    size: bytes.length,
  });
  expect(
    (await service.live.get('/accounts/images')).body.data.map((image: { imageUid: string }) => image.imageUid),
  ).toEqual([imageUid]);

  const read = await fetch(added.body.data.url, { headers: { authorization: `Bearer ${service.sandbox.key}` } });
  expect([read.headers.get('content-type'), Buffer.from(await read.arrayBuffer()).equals(bytes)]).toEqual([
    'image/jpeg',
    true,
  ]);
  expect(read.headers.get('x-content-type-options')).toBe('nosniff');
  expect(read.headers.get('content-disposition')).toBe(
    `inline; filename="__.jpg"; filename*=UTF-8''${encodeURIComponent('로고')}.jpg`,
  );

  const renamed = await service.live.patch('/accounts/images', { imageUid, name: '새 로고' });
  expect(renamed.body.data).toMatchObject({ imageUid, name: '새 로고', originalName: '로고.jpg' });
  expect((await service.sandbox.delete(`/accounts/images?imageUid=${imageUid}`)).body.data).toEqual({
    imageUid,
    status: 'deleted',
  });
  expect((await service.sandbox.get('/accounts/images')).body.data).toEqual([]);
  expectFailure(await service.sandbox.delete(`/accounts/images?imageUid=${imageUid}`), 404, 'ERR_NOT_FOUND');
});

it('what is no picture, no file at all and no name are refused', async () => {
  expectFailure(await send(service.sandbox, Buffer.from('%PDF-1.7'), 'logo.jpg'), 400, 'ERR_VALIDATION_FAILED');
  expectFailure(await send(service.sandbox, Buffer.alloc(0), 'logo.jpg'), 400, 'ERR_VALIDATION_FAILED');
  expectFailure(
    await service.sandbox.call('POST', '/accounts/images', { form: new FormData() }),
    400,
    'ERR_VALIDATION_FAILED',
  );
  expectFailure(await service.sandbox.post('/accounts/images', {}), 400, 'ERR_VALIDATION_FAILED');
  expectFailure(await service.sandbox.patch('/accounts/images', { imageUid: 'ai_x' }), 400, 'ERR_VALIDATION_FAILED');
  expectFailure(await service.sandbox.delete('/accounts/images'), 400, 'ERR_VALIDATION_FAILED');
});

it('an account sees, renames and deletes its own alone', async () => {
  const { imageUid } = (await send(service.sandbox, await jpeg(), 'mine.jpg')).body.data;
  const stranger = service.sandbox.as(service.keys.personal.sandbox);
  expect((await stranger.get('/accounts/images')).body.data).toEqual([]);
  expectFailure(await stranger.get(`/accounts/images/${imageUid}`), 404, 'ERR_NOT_FOUND');
  expectFailure(await stranger.patch('/accounts/images', { imageUid, name: 'theirs' }), 404, 'ERR_NOT_FOUND');
  expectFailure(await stranger.delete(`/accounts/images?imageUid=${imageUid}`), 404, 'ERR_NOT_FOUND');
});

it('a file name is kept without its folders and what cannot be printed', async () => {
  const { body } = await send(service.sandbox, await jpeg(), '../../a/b.jpg');
  expect(body.data.originalName).toBe('b.jpg');
});
