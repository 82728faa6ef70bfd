/** Settings that are wrong in themselves, or in their names. */
import { describe, expect, test } from 'vitest';
import { parseEnv, StartRefused } from './env.ts';

describe('the environment', () => {
  test.each([
    ['PORT', '30.5', /PORT deve ser um número inteiro entre 0 e 65535/],
    ['NODE_ENV', 'prod', /NODE_ENV deve ser development, production ou test/],
    ['LOG_LEVEL', 'tudo', /LOG_LEVEL deve ser fatal, error, warn/],
    ['FEEDBACK_EMAIL', 'ninguém', /FEEDBACK_EMAIL deve ser um e-mail/],
    ['MODEL_IDLE_SECONDS', '0', /MODEL_IDLE_SECONDS deve ser um número maior que 0/],
    ['MODEL_FIRST_TOKEN_SECONDS', 'pouco', /MODEL_FIRST_TOKEN_SECONDS deve ser um número maior que 0/],
    ['OTEL_TRACES_SAMPLER_ARG', '2', /OTEL_TRACES_SAMPLER_ARG deve ser um número entre 0 e 1/],
    ['TRUST_PROXY', 'proxy.interno', /TRUST_PROXY deve ter endereços ou redes.*nomes de máquinas não servem/],
    ['TRUST_PROXY', '10.0.0.0/40', /TRUST_PROXY deve ter endereços ou redes/],
    ['SMTP_ULR', 'smtp://x', /SMTP_ULR não é uma variável do Prosa: o nome certo é SMTP_URL\./],
    ['DATABSE_URL', 'postgres://x/y', /DATABSE_URL não é uma variável.*DATABASE_URL/],
    ['TIMEZONE', 'America/Recife', /TIMEZONE não é uma variável.*TIME_ZONE/],
    ['METRICS_TOKN', 'x', /METRICS_TOKN não é uma variável.*METRICS_TOKEN/],
    ['smtp_url', 'smtp://x', /smtp_url não é uma variável.*SMTP_URL/],
  ])('R-ENG-19 refuses %s=%s with a Portuguese sentence', (name, value, sentence) => {
    expect(() => parseEnv({ [name]: value })).toThrow(StartRefused);
    expect(() => parseEnv({ [name]: value })).toThrow(sentence);
  });

  test('a mail server without a sender that it takes is refused, unless it is of this machine', () => {
    const SMTP_URL = 'smtp://correio.exemplo.gov.br:587';
    expect(() => parseEnv({ SMTP_URL })).toThrow(/MAIL_FROM é obrigatória quando SMTP_URL está definida/);
    expect(() => parseEnv({ SMTP_URL: 'smtp://10.1.0.5' })).toThrow(/MAIL_FROM é obrigatória/);
    const MAIL_FROM = 'Prosa <prosa@exemplo.gov.br>';
    expect(parseEnv({ SMTP_URL, MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM);
    expect(parseEnv({ SMTP_URL: 'smtp://localhost:1025' }).MAIL_FROM).toBe('Prosa <nao-responda@localhost>');
  });

  test('an empty value is an unset one, also where there is a default', () => {
    const emptied = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'MAIL_FROM', 'LOG_LEVEL', 'OCR', 'TRUST_PROXY'];
    expect(parseEnv(Object.fromEntries(emptied.map((name) => [name, ''])))).toEqual(parseEnv({}));
  });

  test('names that are like a setting of ours are refused only where that one is missing, and keys of models are not', () => {
    const OPENAI_API_KEY = 'uma chave';
    expect(parseEnv({ OPENAI_API_KEY, OPENAI_API_KEY2: 'outra' }).OPENAI_API_KEY).toBe(OPENAI_API_KEY);
    const MODEL_OVERRIDES = JSON.stringify({
      nosso: { provider: 'compatible', base_url: 'http://localhost:8000/v1', api_key_env: 'OPENAI_API_KEY2' },
    });
    expect(parseEnv({ MODEL_OVERRIDES, OPENAI_API_KEY2: 'outra' }).MODEL_OVERRIDES).toBeDefined();
    expect(parseEnv({ SMTP_ULR: '' }).SMTP_URL).toBeUndefined();
    const others = [
      'HOSTS',
      'PORTS',
      'HOSTNAME',
      'DATABASE_PASSWORD',
      'PROSA_PORT',
      'SITE',
      'STRIPE_API_KEY',
    ];
    expect(parseEnv(Object.fromEntries(others.map((name) => [name, 'x']))).PORT).toBe(3000);
  });
});
