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
    ['DATABASE_DIRECT_URL', 'banco.interno', /DATABASE_DIRECT_URL deve começar com postgres/],
    [
      'DATABASE_DIRECT_URL',
      'postgres://banco.interno/prosa',
      /DATABASE_DIRECT_URL precisa de DATABASE_URL: é o mesmo banco/,
    ],
    [
      'DATABASE_READ_URL',
      'postgres://replica/prosa',
      /DATABASE_READ_URL precisa de DATABASE_URL: é uma réplica/,
    ],
    ['DATABASE_READ_LAG_SECONDS', '0', /DATABASE_READ_LAG_SECONDS deve ser um número entre 1 e 300/],
    ['DATABASE_READ_LAG_SECONDS', 'pouco', /DATABASE_READ_LAG_SECONDS deve ser um número entre 1 e 300/],
    ['EMBEDDING_BATCH', '257', /EMBEDDING_BATCH deve ser um número inteiro entre 1 e 256/],
    ['JWT_SECRET', 'curta', /ao menos 32 bytes/],
    ['ADMIN_EMAIL', 'ninguém', /ADMIN_EMAIL/],
    ['ADMIN_PASSWORD', 'curta', /ADMIN_PASSWORD/],
    ['SMTP_URL', 'mail.example.com', /SMTP_URL deve começar com smtp/],
    ['EMBEDDING_QUERY_PREFIX', 'query:\nx', /EMBEDDING_QUERY_PREFIX não pode ter quebra de linha/],
    ['EMBEDDING_FLOOR', '2', /EMBEDDING_FLOOR deve ser um número entre 0 e 1/],
    ['EMBEDDING_FLOOR', 'muito', /EMBEDDING_FLOOR deve ser um número entre 0 e 1/],
    ['MODEL_OVERRIDES', '{', /MODEL_OVERRIDES deve ser um objeto JSON/],
    ['MODEL_OVERRIDES', '{"gpt-5":{"context_window":"muita"}}', /MODEL_OVERRIDES/],
    ['LOG_LEVEL', 'tudo', /LOG_LEVEL/],
    ['PROSA_LANGUAGE', 'pt', /PROSA_LANGUAGE deve ser mixed, pt-BR, en/],
    ['TIME_ZONE', 'Asia/Kolkata', /TIME_ZONE deve ser um fuso da IANA/],
    ['TIME_ZONE', 'Brasília', /TIME_ZONE deve ser um fuso da IANA/],
    ['MODEL_PRIVATE_HOSTS', 'http://ollama', /MODEL_PRIVATE_HOSTS/],
    ['MODEL_PRIVATE_HOSTS', '10.0.0.0/40', /MODEL_PRIVATE_HOSTS/],
    ['SECRETS_KEYS', 'curta', /SECRETS_KEYS/],
    ['SECRETS_KEYS', `jwt:${'A'.repeat(43)}=`, /SECRETS_KEYS/],
    ['SECRETS_KEYS', `a:${'A'.repeat(43)}=,a:${'B'.repeat(43)}=`, /SECRETS_KEYS/],
    ['NODE_ENV', 'prod', /NODE_ENV/],
  ])('refuses %s=%s with a sentence', (name, value, sentence) => {
    expect(() => parseEnv({ [name]: value })).toThrow(StartRefused);
    expect(() => parseEnv({ [name]: value })).toThrow(sentence);
  });

  describe('in production', () => {
    const SECRET = 'pX9!kz2Lq8vR4tYw7uB1nM5cD3fG6hJ0aS';
    const safe = {
      NODE_ENV: 'production',
      APP_URL: 'https://prosa.orgao.gov.br',
      JWT_SECRET: SECRET,
      DATABASE_URL: 'postgres://prosa:segredo@banco.interno/prosa',
      SMTP_URL: 'smtps://correio.interno',
      MAIL_FROM: 'Prosa <prosa@orgao.gov.br>',
      TRUST_PROXY: '10.0.0.0/8',
      ADMIN_EMAIL: 'ana@orgao.gov.br',
      ADMIN_PASSWORD: 'quatro palavras sem sentido',
    };

    test.each<[string, Record<string, string>, RegExp]>([
      ['no secret', { JWT_SECRET: '' }, /JWT_SECRET é obrigatória/],
      ['a short secret', { JWT_SECRET: SECRET.slice(0, 31) }, /JWT_SECRET precisa de ao menos 32 bytes/],
      ['a repeated secret', { JWT_SECRET: 'abcd'.repeat(10) }, /JWT_SECRET parece um exemplo/],
      ['an example as secret', { JWT_SECRET: `change-me-${SECRET}` }, /JWT_SECRET parece um exemplo/],
      ['a short first password', { ADMIN_PASSWORD: 'curta-1234' }, /ADMIN_PASSWORD é fácil/],
      ['a common first password', { ADMIN_PASSWORD: 'Administrador123!' }, /ADMIN_PASSWORD é fácil/],
      [
        'a password made of the address',
        { ADMIN_EMAIL: 'presidencia@x.br', ADMIN_PASSWORD: 'presidencia1' },
        /ADMIN_PASSWORD é fácil/,
      ],
      ['an open address', { APP_URL: 'http://prosa.orgao.gov.br' }, /APP_URL=http:.*use https/],
      ['an address by number', { APP_URL: 'http://10.0.0.5:3000' }, /APP_URL=http:.*use https/],
      ['an open API', { PUBLIC_API_URL: 'http://api.orgao.gov.br' }, /PUBLIC_API_URL=.*https/],
      [
        'an open backup API',
        { PUBLIC_API_BACKUP_URL: 'http://api2.orgao.gov.br' },
        /PUBLIC_API_BACKUP_URL=.*https/,
      ],
      ['every origin', { CORS_ORIGINS: '*' }, /CORS_ORIGINS não pode conter \*/],
      ['a family of origins', { CORS_ORIGINS: 'https://*.gov.br' }, /CORS_ORIGINS não pode conter/],
      [
        'a followed folder around DATA_DIR',
        { SYNC_FOLDERS: '/srv,/', DATA_DIR: '/var/prosa' },
        /SYNC_FOLDERS=\/ inclui DATA_DIR/,
      ],
      [
        'a followed folder in DATA_DIR',
        { SYNC_FOLDERS: '/var/prosa/mailbox', DATA_DIR: '/var/prosa' },
        /fica nela/,
      ],
      ['a followed folder of the system', { SYNC_FOLDERS: '/etc/ssl' }, /\/etc\/ssl é uma pasta do sistema/],
      [
        'a followed folder by a relative path',
        { SYNC_FOLDERS: 'documentos' },
        /SYNC_FOLDERS deve ter caminhos absolutos/,
      ],
      ['the origin of files', { CORS_ORIGINS: 'null' }, /CORS_ORIGINS não pode conter null/],
      ['an open origin', { CORS_ORIGINS: 'http://portal.gov.br' }, /CORS_ORIGINS contém http/],
      ['any proxy', { TRUST_PROXY: '10.0.0.1, 0.0.0.0/0' }, /TRUST_PROXY=0\.0\.0\.0\/0/],
      ['https without the proxy that ends it', { TRUST_PROXY: '' }, /TRUST_PROXY é obrigatória/],
      [
        'every network without an address',
        { APP_URL: '', HOST: '0.0.0.0' },
        /APP_URL é obrigatória.*0\.0\.0\.0/,
      ],
      ['every network of IPv6 without an address', { APP_URL: '', HOST: '::' }, /APP_URL é obrigatória/],
      [
        'every network without mail',
        { APP_URL: '', HOST: '0.0.0.0', SMTP_URL: '' },
        /SMTP_URL é obrigatória/,
      ],
      [
        'an open address of OpenAI',
        { OPENAI_BASE_URL: 'http://modelos.orgao.gov.br' },
        /OPENAI_BASE_URL=.*https/,
      ],
      [
        'an open address of Anthropic',
        { ANTHROPIC_BASE_URL: 'http://8.8.8.8/v1' },
        /ANTHROPIC_BASE_URL=.*https/,
      ],
      ['an open address of Google', { GOOGLE_BASE_URL: 'http://[2001:db8::1]/' }, /GOOGLE_BASE_URL=.*https/],
      [
        'the address of cloud metadata',
        { OPENAI_BASE_URL: 'http://169.254.169.254/' },
        /OPENAI_BASE_URL=.*https/,
      ],
      [
        'an open address of payments',
        { STRIPE_API_BASE: 'http://caixa.exemplo.com' },
        /STRIPE_API_BASE=.*https/,
      ],
      [
        'an open address of a further model',
        { MODEL_OVERRIDES: '{"nosso":{"base_url":"http://modelos.orgao.gov.br/v1"}}' },
        /MODEL_OVERRIDES \(nosso\).*https/,
      ],
      ['no mail', { SMTP_URL: '' }, /SMTP_URL é obrigatória em produção/],
      ['the embedded database', { DATABASE_URL: '' }, /DATABASE_URL é obrigatória.*ALLOW_EMBEDDED_DATABASE/],
      [
        'its own database as content',
        { DATASOURCE_DATABASE_URL: 'postgres://leitor:x@banco.interno:5432/prosa' },
        /DATASOURCE_DATABASE_URL aponta/,
      ],
      [
        'a content database that is its own, reached without the pooler',
        {
          DATABASE_DIRECT_URL: 'postgres://prosa:segredo@primario.interno/prosa',
          DATASOURCE_DATABASE_URL: 'postgres://leitor:x@primario.interno:5432/prosa',
        },
        /DATASOURCE_DATABASE_URL aponta/,
      ],
      [
        'its own database for spreadsheets',
        {
          DATASOURCE_DATABASE_URL: 'postgres://leitor:x@conteudo.interno:5432/conteudo',
          SHEETS_DATABASE_URL: 'postgres://planilhas:x@banco.interno:5432/prosa',
        },
        /SHEETS_DATABASE_URL aponta/,
      ],
      [
        'spreadsheets without a content database',
        { SHEETS_DATABASE_URL: 'postgres://planilhas:x@conteudo.interno:5432/conteudo' },
        /SHEETS_DATABASE_URL precisa de DATASOURCE_DATABASE_URL/,
      ],
      ['unchecked certificates', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /NODE_TLS_REJECT_UNAUTHORIZED/],
    ])('refuses %s', (_, change, sentence) => {
      expect(parseEnv(safe).production).toBe(true);
      expect(() => parseEnv({ ...safe, ...change })).toThrow(StartRefused);
      expect(() => parseEnv({ ...safe, ...change })).toThrow(sentence);
      // Nothing of a secret is quoted, and what is fine for development stays so.
      expect(() => parseEnv({ ...safe, ...change })).not.toThrow(SECRET);
    });

    test('says everything at once', () => {
      expect(() => parseEnv({ NODE_ENV: 'production', APP_URL: 'http://prosa.gov.br' })).toThrow(
        /JWT_SECRET.*APP_URL.*SMTP_URL.*DATABASE_URL/s,
      );
    });

    test('may be tried on this machine alone, and keep its database inside when that is wanted', () => {
      expect(parseEnv({ NODE_ENV: 'production', JWT_SECRET: SECRET }).production).toBe(true);
      const inside = { ...safe, DATABASE_URL: '', ALLOW_EMBEDDED_DATABASE: 'true' };
      expect(parseEnv(inside).DATABASE_URL).toBeUndefined();
      expect(
        parseEnv({ ...safe, ADMIN_PASSWORD: '', CORS_ORIGINS: 'https://a.gov.br,http://localhost:5173' })
          .CORS_ORIGINS,
      ).toHaveLength(2);
      expect(parseEnv({ ...safe, TRUST_PROXY: '10.0.0.0/8,172.16.0.0/12' }).TRUST_PROXY).toContain('10.');
    });
  });

  test.each([
    'http://localhost:11434/v1',
    'http://127.0.0.1:8000',
    'http://10.1.2.3/v1',
    'http://172.31.0.9/v1',
    'http://192.168.0.9/v1',
    'http://[fd00::9]:8000/v1',
    'http://ollama:11434/v1',
    'http://modelos.internal/v1',
    'https://modelos.orgao.gov.br/v1',
  ])('a model behind %s is taken in production', (OPENAI_BASE_URL) => {
    const production = { NODE_ENV: 'production', JWT_SECRET: 'pX9!kz2Lq8vR4tYw7uB1nM5cD3fG6hJ0aS' };
    expect(parseEnv({ ...production, OPENAI_BASE_URL }).OPENAI_BASE_URL).toBe(OPENAI_BASE_URL);
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
