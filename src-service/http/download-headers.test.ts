import { validateHeaderValue } from 'node:http';
import { expect, it } from 'vitest';
import { contentDisposition } from './download-headers.ts';

it.each([
  ['photo.jpg', 'inline; filename="photo.jpg"'],
  ['여름.jpg', `inline; filename="__.jpg"; filename*=UTF-8''%EC%97%AC%EB%A6%84.jpg`],
  ['a"b.jpg', `inline; filename="a_b.jpg"; filename*=UTF-8''a%22b.jpg`],
  ["it's (1)*.jpg", `inline; filename="it's (1)*.jpg"`],
  ["여's (1)*.jpg", `inline; filename="_'s (1)*.jpg"; filename*=UTF-8''%EC%97%AC%27s%20%281%29%2A.jpg`],
  ['a\r\nx-evil: 1.jpg', 'inline; filename="ax-evil: 1.jpg"'],
  ['..\\a%2F.jpg', `inline; filename=".._a_2F.jpg"; filename*=UTF-8''..%5Ca%252F.jpg`],
  ['half \ud83d.jpg', `inline; filename="half _.jpg"; filename*=UTF-8''half%20%EF%BF%BD.jpg`],
])('%j is sent as a name that neither ends its header nor begins another', (name, header) => {
  expect(contentDisposition(name)).toBe(header);
  expect(() => validateHeaderValue('content-disposition', header)).not.toThrow();
});
