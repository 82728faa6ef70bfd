/** Signatures against the examples of the protocol's own documentation. */
import { expect, test } from 'vitest';
import { s3Url, signRequest } from './sign-request.ts';

const account = {
  region: 'us-east-1',
  access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const now = new Date('2013-05-24T00:00:00Z');
const signatureOf = (headers: Record<string, string>) => headers.authorization?.split('Signature=')[1];

test('requests are signed as the examples of the documentation are', () => {
  const object = { method: 'GET' as const, url: new URL('https://examplebucket.s3.amazonaws.com/test.txt') };
  expect(signatureOf(signRequest(account, { ...object, headers: { Range: 'bytes=0-9' } }, now))).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
  const listing = new URL('https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J');
  expect(signatureOf(signRequest(account, { method: 'GET', url: listing }, now))).toBe(
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  );
});

test('keys and queries are written as the signature has them', () => {
  const url = s3Url(
    'https://s3.exemplo/raiz/',
    { bucket: 'docs', key: "a b/c+d(1)'é*.txt" },
    { z: '1 2', a: 'x/y' },
  );
  expect(url.href).toBe('https://s3.exemplo/raiz/docs/a%20b/c%2Bd%281%29%27%C3%A9%2A.txt?a=x%2Fy&z=1%202');
});
