import { expect, test } from 'vitest';
import { versionedUrl } from './base-url.ts';

test.each([
  ['openai', 'http://127.0.0.1:4010', 'http://127.0.0.1:4010/v1'],
  ['openai', 'http://127.0.0.1:4010/', 'http://127.0.0.1:4010/v1'],
  ['openai', 'http://127.0.0.1:4010/v1', 'http://127.0.0.1:4010/v1'],
  ['openai', 'http://127.0.0.1:4010/v1//', 'http://127.0.0.1:4010/v1'],
  ['openai', 'https://gateway.example/v1/conta/openai', 'https://gateway.example/v1/conta/openai'],
  ['anthropic', 'http://127.0.0.1:4010', 'http://127.0.0.1:4010/v1'],
  ['anthropic', 'http://127.0.0.1:4010/v1/', 'http://127.0.0.1:4010/v1'],
  [
    'anthropic',
    'https://gateway.example/v1/conta/anthropic',
    'https://gateway.example/v1/conta/anthropic/v1',
  ],
  ['google', 'http://127.0.0.1:4010', 'http://127.0.0.1:4010/v1beta'],
  ['google', 'http://127.0.0.1:4010/v1beta', 'http://127.0.0.1:4010/v1beta'],
  ['google', 'http://127.0.0.1:4010/v1', 'http://127.0.0.1:4010/v1'],
  ['compatible', 'http://localhost:11434', 'http://localhost:11434/v1'],
  ['compatible', 'https://api.groq.com/openai/v1', 'https://api.groq.com/openai/v1'],
  ['compatible', 'https://host.example/v1beta/openai', 'https://host.example/v1beta/openai'],
  ['compatible', 'https://host.example/api/paas/v4', 'https://host.example/api/paas/v4'],
] as const)('%s at %s is reached at %s', (provider, written, reached) => {
  expect(versionedUrl(provider, written)).toBe(reached);
});
