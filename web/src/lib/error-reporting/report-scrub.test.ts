import type { ErrorEvent } from '@sentry/react';
import { expect, test } from 'vitest';
import {
  bareWords,
  scrubAttributes,
  scrubBreadcrumb,
  scrubEvent,
  wipeQueries,
  withoutQueries,
} from './report-scrub.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0abc.c2lnbmF0dXJlLW9mLWEtdG9rZW4';

test('an address leaves without what stands behind ? and # (W17)', () => {
  expect(withoutQueries('https://prosa.example/chat/7?new_password=x y')).toBe(
    'https://prosa.example/chat/7 y',
  );
  expect(withoutQueries('/admin/audit?search=ana#m4')).toBe('/admin/audit');
  expect(withoutQueries('what? nothing # here')).toBe('what? nothing # here');
});

test('a message leaves without what it quotes, tokens and addresses of people (W17)', () => {
  expect(bareWords('Unexpected token O, "Olá, meu CPF é 1" is not valid JSON')).toBe(
    'Unexpected token O, … is not valid JSON',
  );
  expect(bareWords(`refused Bearer abc and ${JWT} of ana@exemplo.com.br`)).toBe('refused … and … of …');
  expect(bareWords("Cannot read properties of undefined (reading 'map')")).toBe(
    "Cannot read properties of undefined (reading 'map')",
  );
  expect(bareWords('cut in the middle "and never closed')).toBe('cut in the middle …');
  expect(bareWords('a'.repeat(999))).toHaveLength(300);
});

test('breadcrumbs hold only navigation and calls (W17)', () => {
  for (const category of ['console', 'ui.click', 'ui.input', undefined])
    expect(scrubBreadcrumb({ category, message: 'segredo' } as never)).toBeNull();
  expect(
    scrubBreadcrumb({
      category: 'fetch',
      message: 'segredo',
      data: {
        url: '/api/v1/auth/reset-password?new_password=segredo',
        method: 'POST',
        status_code: 200,
        body: 'segredo',
      },
    }),
  ).toEqual({
    category: 'fetch',
    data: { url: '/api/v1/auth/reset-password', method: 'POST', status_code: 200 },
  });
});

test('an event is made anew of where it broke and in which release (R-FB-05 W17)', () => {
  const event: ErrorEvent = {
    type: undefined,
    event_id: '4f0c1a',
    release: 'prosa@1',
    message: 'disse "segredo"',
    user: { email: 'segredo@exemplo.com.br', ip_address: 'segredo' },
    extra: { answer: 'segredo' },
    tags: { question: 'segredo' },
    request: {
      url: 'https://prosa.example/verify-email?code=segredo',
      headers: { Authorization: 'segredo' },
      cookies: { a: 'segredo' },
      data: 'segredo',
      query_string: 'segredo',
    },
    contexts: {
      trace: { trace_id: 't', span_id: 's' },
      state: { state: { type: 'x', value: { a: 'segredo' } } },
    },
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'x is not a function',
          stacktrace: {
            frames: [
              { filename: '/assets/a.js?v=segredo', function: 'f', lineno: 1, vars: { a: 'segredo' } },
            ],
          },
        },
      ],
    },
  };
  const left = scrubEvent(event);
  expect(JSON.stringify(left)).not.toContain('segredo');
  expect(left).toMatchObject({
    event_id: '4f0c1a',
    release: 'prosa@1',
    request: { url: 'https://prosa.example/verify-email' },
    contexts: { trace: { trace_id: 't', span_id: 's' } },
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'x is not a function',
          stacktrace: { frames: [{ filename: '/assets/a.js', function: 'f', lineno: 1 }] },
        },
      ],
    },
  });
});

test('spans and recordings keep neither queries nor what a name forbids (W17)', () => {
  expect(
    scrubAttributes({
      'url.full': '/api/v1/users/me?x=segredo',
      'url.query': 'segredo',
      'http.request.header.authorization': 'segredo',
      refreshToken: 'segredo',
      nested: { password: 'segredo', count: 3 },
      list: ['button[aria-label="segredo"]'],
    }),
  ).toEqual({ 'url.full': '/api/v1/users/me', nested: { count: 3 }, list: ['button[aria-label=…]'] });
  const recording = '[{"type":4,"data":{"href":"https://prosa.example/admin/audit?search=ana","width":1}}]';
  const wiped = wipeQueries(recording);
  expect(wiped).toBe(recording.replace('search=ana', 'xxxxxxxxxx'));
  expect(wiped).toHaveLength(recording.length);
});
