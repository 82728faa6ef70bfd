import { describe, expect, test } from 'vitest';
import { parseEnv, StartRefused } from './env.ts';

describe('the environment', () => {
  test('nothing needs to be set', () => {
    const env = parseEnv({});
    expect(env).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      APP_URL: 'http://localhost:3000',
      production: false,
    });
    expect(env.DATA_DIR.endsWith('/data')).toBe(true);
  });

  test('an empty value is an unset one, as in .env.example', () => {
    expect(parseEnv({ DATABASE_URL: '', JWT_SECRET: '', SMTP_URL: '', MODEL_OVERRIDES: '' })).toMatchObject({
      DATABASE_URL: undefined,
      MODEL_OVERRIDES: undefined,
    });
  });

  test.each([
    ['PORT', 'abc', /PORT/],
    ['PORT', '70000', /PORT/],
    ['APP_URL', 'ftp://x', /APP_URL deve ser um endereço http/],
    ['DATABASE_URL', 'mysql://x', /DATABASE_URL deve começar com postgres/],
    ['JWT_SECRET', 'curta', /ao menos 32 bytes/],
    ['ADMIN_EMAIL', 'ninguém', /ADMIN_EMAIL/],
    ['ADMIN_PASSWORD', 'curta', /ADMIN_PASSWORD/],
    ['SMTP_URL', 'mail.example.com', /SMTP_URL deve começar com smtp/],
    ['MODEL_OVERRIDES', '{', /MODEL_OVERRIDES deve ser um objeto JSON/],
    ['MODEL_OVERRIDES', '{"gpt-5":{"context_window":"muita"}}', /MODEL_OVERRIDES/],
    ['LOG_LEVEL', 'tudo', /LOG_LEVEL/],
    ['NODE_ENV', 'prod', /NODE_ENV/],
  ])('refuses %s=%s with a sentence', (name, value, sentence) => {
    expect(() => parseEnv({ [name]: value })).toThrow(StartRefused);
    expect(() => parseEnv({ [name]: value })).toThrow(sentence);
  });

  test('refuses production without a secret of its own', () => {
    expect(() => parseEnv({ NODE_ENV: 'production' })).toThrow(/JWT_SECRET é obrigatória/);
    expect(parseEnv({ NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(32) }).production).toBe(true);
  });

  test('addresses lose their last slash and lists their blanks', () => {
    const env = parseEnv({
      APP_URL: 'https://prosa.exemplo.com.br/',
      CORS_ORIGINS: ' https://a.com/, ,https://b.com',
    });
    expect([env.APP_URL, env.CORS_ORIGINS]).toEqual([
      'https://prosa.exemplo.com.br',
      ['https://a.com', 'https://b.com'],
    ]);
  });
});
