/** The environment, parsed once. A wrong value stops the start with one plain sentence. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { LANGUAGES } from '#contract/language.ts';
import { PROVIDER_KEYS } from '#contract/model-catalogue.ts';
import { EFFORTS } from '#contract/model-sets.ts';
import { misspeltSettings } from './text/misspelt-settings.ts';
import {
  embeddingPrefix,
  filesAddress,
  folders,
  hosts,
  httpUrl,
  optional,
  orDefault,
  positive,
  postgresUrl,
  proxies,
} from './text/setting-fields.ts';
import { parseHeaders, parseSecretKeys } from './text/setting-lists.ts';
import { LOCAL_SENDER, settingsThatNeedAnother, unsafeSettings } from './unsafe-settings.ts';

/** USD per million tokens. */
const Price = z.object({
  input: z.number().min(0),
  cached_input: z.number().min(0).optional(),
  output: z.number().min(0),
  long: z
    .object({
      above: z.int().positive(),
      input: z.number().min(0),
      cached_input: z.number().min(0).optional(),
      output: z.number().min(0),
    })
    .optional(),
});

const ModelOverride = z.object({
  provider: z.enum(PROVIDER_KEYS).optional(),
  provider_model: z.string().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  context_window: z.int().positive().optional(),
  max_tokens: z.int().positive().optional(),
  supports_temperature: z.boolean().optional(),
  efforts: z.array(z.enum(EFFORTS)).optional(),
  default_effort: z.enum(EFFORTS).optional(),
  structured_output: z.boolean().optional(),
  price: Price.optional(),
  ends_at: z.iso.date().optional(),
  successor: z.string().optional(),
  retired_successor: z.string().optional(),
  base_url: z.url().optional(),
  api_key_env: z.string().optional(),
});

const DEFAULT_TIME_ZONE = 'America/Sao_Paulo';

/** Whether it names a zone whose clocks differ from UTC by whole hours: days are counted by the hour. */
function isTimeZone(name: string): boolean {
  try {
    const minute = new Intl.DateTimeFormat('en', { timeZone: name, minute: 'numeric' });
    return [0, 6].every((month) => minute.format(new Date(Date.UTC(2026, month, 1))) === '0');
  } catch {
    return false;
  }
}

/**
 * The time zone of calendar days, of the cron lines of jobs and of the times in e-mails. It is read once, because what
 * is counted by day must keep its days while the process runs. Another name is refused when the environment is parsed.
 */
export const TIME_ZONE: string = zoneOf(process.env.TIME_ZONE);

function zoneOf(name: string | undefined): string {
  return name && isTimeZone(name) ? name : DEFAULT_TIME_ZONE;
}

const PORT = 'PORT deve ser um número inteiro entre 0 e 65535';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const SAMPLER = 'OTEL_TRACES_SAMPLER_ARG deve ser um número entre 0 e 1';
const READ_LAG = 'DATABASE_READ_LAG_SECONDS deve ser um número entre 1 e 300';
const BATCH = 'EMBEDDING_BATCH deve ser um número inteiro entre 1 e 256';

const Variables = z.object({
  NODE_ENV: orDefault(
    z
      .enum(['development', 'production', 'test'], 'NODE_ENV deve ser development, production ou test')
      .default('development'),
  ),
  PORT: orDefault(z.coerce.number(PORT).int(PORT).min(0, PORT).max(65_535, PORT).default(3000)),
  HOST: orDefault(z.string().default('127.0.0.1')),
  APP_URL: optional(httpUrl('APP_URL')),
  TIME_ZONE: optional(
    z
      .string()
      .refine(isTimeZone, 'TIME_ZONE deve ser um fuso da IANA com horas inteiras, como America/Sao_Paulo'),
  ),
  /** Absent where a superadmin chooses it on a screen. */
  PROSA_LANGUAGE: optional(z.enum(LANGUAGES, `PROSA_LANGUAGE deve ser ${LANGUAGES.join(', ')}`)),
  DATA_DIR: orDefault(z.string().default('./data')),
  DATABASE_URL: optional(postgresUrl('DATABASE_URL')),
  /** The same database without the pooler that DATABASE_URL goes through; see db/addresses.ts. */
  DATABASE_DIRECT_URL: optional(postgresUrl('DATABASE_DIRECT_URL')),
  /** A streaming replica of it, for lists, searches and statistics; see adapters/read-replica.ts. */
  DATABASE_READ_URL: optional(postgresUrl('DATABASE_READ_URL')),
  DATABASE_READ_LAG_SECONDS: z.coerce.number(READ_LAG).min(1, READ_LAG).max(300, READ_LAG).default(30),
  /** A bucket that keeps the content of files; see adapters/s3. */
  FILES_URL: filesAddress('FILES_URL'),
  /** Where files belong while FILES_URL is set: `database` brings them back. */
  FILES_STORAGE: orDefault(
    z.enum(['bucket', 'database'], 'FILES_STORAGE deve ser bucket ou database').default('bucket'),
  ),
  DATASOURCE_DATABASE_URL: optional(postgresUrl('DATASOURCE_DATABASE_URL')),
  /** The same database with the role that writes spreadsheets. */
  SHEETS_DATABASE_URL: optional(postgresUrl('SHEETS_DATABASE_URL')),
  /** Admits the embedded database in production, for one process whose operator keeps copies. */
  ALLOW_EMBEDDED_DATABASE: z
    .enum(['', 'true', 'false'], 'ALLOW_EMBEDDED_DATABASE deve ser true ou false')
    .default('')
    .transform((text) => text === 'true'),
  JWT_SECRET: optional(
    z.string().refine((text) => Buffer.byteLength(text) >= 32, 'JWT_SECRET precisa de ao menos 32 bytes'),
  ),
  /** Seals the audit chain and backup files; several are separated by commas, and the first one seals. */
  BACKUP_KEY: optional(
    z
      .string()
      .refine(
        (text) => text.split(',').every((key) => Buffer.byteLength(key.trim()) >= 32),
        'cada chave de BACKUP_KEY precisa de ao menos 32 bytes',
      ),
  ),
  /** Seal the secrets that are kept in the database; the first one seals, all of them open. See adapters/sealing. */
  SECRETS_KEYS: optional(
    z.string().transform((text, context) => {
      const keys = parseSecretKeys(text);
      if (keys) return keys;
      context.addIssue(
        'SECRETS_KEYS deve ter a forma nome:chave,nome:chave, cada chave com 32 bytes em base64 (openssl rand -base64 32)',
      );
      return z.NEVER;
    }),
  ),
  ADMIN_EMAIL: optional(z.email('ADMIN_EMAIL deve ser um e-mail').transform((email) => email.toLowerCase())),
  ADMIN_PASSWORD: optional(z.string().min(8, 'ADMIN_PASSWORD precisa de ao menos 8 caracteres')),
  /** Opens the pages under `/dev`; without it each start makes one. */
  DEV_TOKEN: optional(z.string().min(16, 'DEV_TOKEN precisa de ao menos 16 caracteres')),
  /** Lets a program read the metrics. */
  METRICS_TOKEN: optional(z.string().min(16, 'METRICS_TOKEN precisa de ao menos 16 caracteres')),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, 'SMTP_URL deve começar com smtp:// ou smtps://')),
  MAIL_FROM: orDefault(z.string().default(LOCAL_SENDER)),
  OPENAI_API_KEY: optional(z.string()),
  OPENAI_BASE_URL: optional(httpUrl('OPENAI_BASE_URL')),
  ANTHROPIC_API_KEY: optional(z.string()),
  ANTHROPIC_BASE_URL: optional(httpUrl('ANTHROPIC_BASE_URL')),
  GOOGLE_GENERATIVE_AI_API_KEY: optional(z.string()),
  GOOGLE_BASE_URL: optional(httpUrl('GOOGLE_BASE_URL')),
  MODEL_OVERRIDES: optional(
    z.string().transform((text, context) => {
      try {
        return z.record(z.string(), ModelOverride).parse(JSON.parse(text));
      } catch {
        context.addIssue(
          'MODEL_OVERRIDES deve ser um objeto JSON: {"id-do-catálogo": {"provider_model": "…"}}',
        );
        return z.NEVER;
      }
    }),
  ),
  /** Private hosts that a provider typed on a screen may have in production; see network-address.ts. */
  MODEL_PRIVATE_HOSTS: hosts('MODEL_PRIVATE_HOSTS', 'ollama.interno,10.1.0.0/16'),
  /** Loopback hosts that a connection to a database may have in production; see network-address.ts. */
  CONNECTION_HOSTS: hosts('CONNECTION_HOSTS', 'localhost,127.0.0.1'),
  /** Folders of this machine that bases may follow; see adapters/sync-sources. */
  SYNC_FOLDERS: folders('SYNC_FOLDERS'),
  /** Private hosts that bases may follow; see network-address.ts. */
  SYNC_PRIVATE_HOSTS: hosts('SYNC_PRIVATE_HOSTS', 'intranet.exemplo,10.1.0.0/16'),
  /** Private hosts that webhooks may have in production; see network-address.ts. */
  WEBHOOK_PRIVATE_HOSTS: hosts('WEBHOOK_PRIVATE_HOSTS', 'avisos.interno,10.1.0.0/16'),
  MODEL_FIRST_TOKEN_SECONDS: orDefault(positive('MODEL_FIRST_TOKEN_SECONDS').default(30)),
  MODEL_IDLE_SECONDS: orDefault(positive('MODEL_IDLE_SECONDS').default(30)),
  EMBEDDING_MODEL: optional(z.string()),
  EMBEDDING_BASE_URL: optional(httpUrl('EMBEDDING_BASE_URL')),
  EMBEDDING_API_KEY: optional(z.string()),
  EMBEDDING_QUERY_PREFIX: embeddingPrefix('EMBEDDING_QUERY_PREFIX'),
  EMBEDDING_PASSAGE_PREFIX: embeddingPrefix('EMBEDDING_PASSAGE_PREFIX'),
  /** Cosine similarity from which a passage counts as relevant without sharing words with the question. */
  EMBEDDING_FLOOR: optional(
    z.coerce
      .number('EMBEDDING_FLOOR deve ser um número entre 0 e 1')
      .gt(0, 'EMBEDDING_FLOOR deve ser um número entre 0 e 1')
      .lt(1, 'EMBEDDING_FLOOR deve ser um número entre 0 e 1'),
  ),
  /** Texts of one embedding call, at most. */
  EMBEDDING_BATCH: optional(z.coerce.number(BATCH).int(BATCH).min(1, BATCH).max(256, BATCH)),
  /** How much likeness in meaning counts beside the words of a question, which count 1. */
  EMBEDDING_WEIGHT: optional(
    z.coerce
      .number('EMBEDDING_WEIGHT deve ser um número entre 0 e 2')
      .min(0, 'EMBEDDING_WEIGHT deve ser um número entre 0 e 2')
      .max(2, 'EMBEDDING_WEIGHT deve ser um número entre 0 e 2'),
  ),
  /** Recognition of text on scanned pages: `auto` where an engine is there. */
  OCR: orDefault(z.enum(['auto', 'off'], 'OCR deve ser auto ou off').default('auto')),
  STRIPE_SECRET_KEY: optional(z.string()),
  STRIPE_WEBHOOK_SECRET: optional(z.string()),
  STRIPE_PRICE_PLUS_MONTH: optional(z.string()),
  STRIPE_PRICE_PLUS_YEAR: optional(z.string()),
  STRIPE_API_BASE: optional(httpUrl('STRIPE_API_BASE')),
  PUBLIC_API_URL: optional(httpUrl('PUBLIC_API_URL')),
  PUBLIC_API_BACKUP_URL: optional(httpUrl('PUBLIC_API_BACKUP_URL')),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((origin) => origin.trim().replace(/\/+$/, ''))
        .filter(Boolean),
    ),
  SENTRY_DSN: optional(z.string()),
  FEEDBACK_EMAIL: optional(z.email('FEEDBACK_EMAIL deve ser um e-mail')),
  LOG_LEVEL: orDefault(z.enum(LOG_LEVELS, `LOG_LEVEL deve ser ${LOG_LEVELS.join(', ')}`).default('info')),
  TRUST_PROXY: proxies('TRUST_PROXY'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl('OTEL_EXPORTER_OTLP_ENDPOINT')),
  /** OpenTelemetry's form: key=value pairs separated by commas, percent-encoded. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform((text, context) => {
      const headers = parseHeaders(text);
      if (headers) return headers;
      context.addIssue('OTEL_EXPORTER_OTLP_HEADERS deve ter a forma nome=valor,nome=valor');
      return z.NEVER;
    }),
  OTEL_SERVICE_NAME: z.string().default('prosa'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number(SAMPLER).min(0, SAMPLER).max(1, SAMPLER).default(1),
});

export type Env = Omit<z.output<typeof Variables>, 'APP_URL'> & {
  APP_URL: string;
  production: boolean;
};

/** A start that cannot go on; the message is for the operator and is all that is printed. */
export class StartRefused extends Error {}

export function parseEnv(variables: Record<string, string | undefined>): Env {
  const parsed = Variables.safeParse(variables);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.message}`);
    throw new StartRefused(`Configuração inválida:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  const misspelt = misspeltIn(variables, env);
  if (misspelt.length) throw new StartRefused(`Configuração inválida:\n${misspelt.join('\n')}`);
  const production = env.NODE_ENV === 'production';
  const unsafe = production ? unsafeSettings(env, variables) : [];
  if (unsafe.length)
    throw new StartRefused(
      `Configuração insegura para produção:\n${unsafe.map((why) => `  ${why}`).join('\n')}`,
    );
  const [lacking] = settingsThatNeedAnother(env);
  if (lacking) throw new StartRefused(lacking);
  return {
    ...env,
    production,
    DATA_DIR: resolve(env.DATA_DIR),
    APP_URL: env.APP_URL ?? `http://localhost:${env.PORT}`,
  };
}

/** The variables that name keys of further models are of the operator's own choice. */
function misspeltIn(
  variables: Record<string, string | undefined>,
  { MODEL_OVERRIDES }: Pick<Env, 'MODEL_OVERRIDES'>,
): string[] {
  const keys = Object.values(MODEL_OVERRIDES ?? {}).map(({ api_key_env }) => api_key_env);
  const given = Object.keys(variables).filter((name) => variables[name] && !keys.includes(name));
  return misspeltSettings(given, Object.keys(Variables.shape)).map(
    (one) => `  ${one.given} não é uma variável do Prosa: o nome certo é ${one.meant}.`,
  );
}
