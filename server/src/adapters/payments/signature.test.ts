import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { isSigned, sign } from './signature.ts';

const now = new Date('2026-11-14T12:00:00.000Z');
const payload = '{"id":"evt_1","nome":"ação"}';
const bytes = Buffer.from(payload);
const timestamp = now.getTime() / 1000;
const theirs = (secret: string) => Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });

test('what the provider’s own SDK signs is known as signed, and what we sign it knows too', () => {
  expect(isSigned(bytes, theirs('whsec_1'), 'whsec_1', now)).toBe(true);
  const event = Stripe.webhooks.constructEvent(
    payload,
    sign(bytes, 'whsec_1', now),
    'whsec_1',
    300,
    undefined,
    now.getTime(),
  );
  expect(event.id).toBe('evt_1');
});

test('one of several signatures is enough while the secret is being changed', () => {
  const [, old] = theirs('whsec_old').split(',');
  const both = `${theirs('whsec_new')},${old}`;
  for (const secret of ['whsec_old', 'whsec_new']) expect(isSigned(bytes, both, secret, now)).toBe(true);
});

test('nothing else is', () => {
  const good = theirs('whsec_1');
  const later = new Date(now.getTime() + 301_000);
  expect(isSigned(Buffer.from(`${payload} `), good, 'whsec_1', now)).toBe(false);
  expect(isSigned(bytes, good, 'whsec_2', now)).toBe(false);
  expect(isSigned(bytes, good, 'whsec_1', later)).toBe(false);
  expect(isSigned(bytes, good.replace(/t=\d+/, `t=${timestamp + 1}`), 'whsec_1', now)).toBe(false);
  expect(isSigned(bytes, good.replace('v1=', 'v0='), 'whsec_1', now)).toBe(false);
  for (const header of [
    null,
    '',
    't=',
    ',,,',
    'v1=',
    `t=${timestamp}`,
    `t=${'9'.repeat(400)},v1=aa`,
    `t=${timestamp},v1=zz`,
  ])
    expect(isSigned(bytes, header, 'whsec_1', now)).toBe(false);
});
