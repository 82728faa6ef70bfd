/** Relational data sources. */
import { z } from 'zod';
import { ConnectionId, FIRST_CONNECTION } from './connections.ts';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import {
  BASE_SQL_MAX,
  DATA_SOURCES_PAGE,
  DATA_VIEWER_PAGE,
  DATA_VIEWER_PAGE_MAX,
  DESCRIPTION_MAX,
  NAME_MAX,
  PARAMETERS_MAX,
  PATTERN_MAX,
  PROMPT_SECTION_MAX,
  QUESTION_MAX,
  TERM_MAX,
  TERMS_MAX,
  VIEW_REASON_MAX,
  VIEW_REASON_MIN,
} from './limits.ts';
import { Id, IdNumber, Limit, NamedId, Search, Skip, Time } from './paging.ts';
import { TableResult } from './table-result.ts';

/** The parts of `rag_config` with their defaults; what is absent gets one, so that older forms stay readable. */
export const RAG_DEFAULTS = { model_name: 'claude-3-7-sonnet', max_documents: 5, max_values: -1 } as const;

/** -1 keeps all values; anything that is no such number falls back to it. */
const MaxValues = z.int().min(-1).catch(RAG_DEFAULTS.max_values).default(RAG_DEFAULTS.max_values);

export const RegexConfig = z
  .object({
    enabled: z.boolean().default(false),
    include_pattern: z.string().max(PATTERN_MAX, 'O padrão deve ter no máximo 500 caracteres.').default(''),
    exclude_pattern: z
      .string()
      .max(PATTERN_MAX, 'O padrão deve ter no máximo 500 caracteres.')
      .nullable()
      .default(null)
      .transform((pattern) => pattern || null),
    case_insensitive: z.boolean().default(true),
    max_values: MaxValues,
  })
  // Switched on without a pattern it keeps everything.
  .transform((regex) => ({
    ...regex,
    include_pattern: regex.include_pattern || (regex.enabled ? '.*' : ''),
  }))
  .meta({ id: 'RegexConfig' });
export type RegexConfig = z.output<typeof RegexConfig>;

/** Whether the rows of a query depend on the person who asks. */
export const needsPerson = (base_sql_query: string): boolean =>
  /:usuario_(id|email|grupo)\b/.test(base_sql_query);

const BaseQuery = z.string().max(BASE_SQL_MAX, 'A consulta deve ter no máximo 20.000 caracteres.');

const Values = z
  .array(z.string().max(TERM_MAX, 'Cada valor deve ter no máximo 500 caracteres.'))
  .max(TERMS_MAX, 'Cada parâmetro pode ter no máximo 10.000 valores.')
  .transform((values) => [...new Set(values.map((value) => value.trim()).filter(Boolean))]);

/** Where the allowed values of a parameter come from. The older form, a plain list, is still read. */
export const TerminologyEntry = z
  .preprocess(
    (entry) => (Array.isArray(entry) ? { values: entry, regex_config: null } : entry),
    z.object({ values: Values.default([]), regex_config: RegexConfig.nullable().default(null) }),
  )
  .meta({ id: 'TerminologyEntry' });
export type TerminologyEntry = z.output<typeof TerminologyEntry>;

/** Parameter name (a column of the base query) → its values. */
export const Terminology = z
  .record(z.string(), TerminologyEntry)
  .transform((mapping) =>
    Object.fromEntries(
      Object.entries(mapping)
        .map(([name, entry]) => [name.trim(), entry] as const)
        .filter(([name]) => name),
    ),
  )
  .refine(
    (mapping) => Object.keys(mapping).length <= PARAMETERS_MAX,
    'São permitidos no máximo 20 parâmetros.',
  );
export type Terminology = z.output<typeof Terminology>;

const Count = z
  .number('Informe um número de 1 a 50.')
  .int('Informe um número de 1 a 50.')
  .min(1, 'Informe um número de 1 a 50.')
  .max(50, 'Informe um número de 1 a 50.')
  .default(RAG_DEFAULTS.max_documents);
const SystemPrompt = z
  .string()
  .max(PROMPT_SECTION_MAX, 'O prompt deve ter no máximo 20.000 caracteres.')
  .default('');
const ModelName = z.string().max(200).default(RAG_DEFAULTS.model_name);

export const RagConfig = z
  .object({
    profile_extraction: z
      .object({
        model_name: ModelName,
        /** Empty means the built-in one. */
        system_prompt: SystemPrompt,
        terminology_mapping: Terminology.default({}),
      })
      .prefault({}),
    document_search: z
      .object({
        base_sql_query: BaseQuery.default(''),
        main_content_column: z.string().trim().max(200).default(''),
        max_documents: Count,
      })
      .prefault({}),
    document_filter: z
      .object({ system_prompt: SystemPrompt, model_name: ModelName, max_filtered_documents: Count })
      .prefault({}),
  })
  .meta({ id: 'RagConfig' });
export type RagConfig = z.output<typeof RagConfig>;

export const DataSource = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    rag_type: z.literal('relational'),
    rag_config: RagConfig,
    /** The database that it reads. */
    connection_id: z.int(),
    agents: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        description: z.string().nullable(),
        deploy_status: z.boolean(),
      }),
    ),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'DataSource' });
export type DataSource = z.output<typeof DataSource>;

export const SourceName = z
  .string('Informe o nome da fonte de dados.')
  .trim()
  .min(1, 'Informe o nome da fonte de dados.')
  .max(NAME_MAX, 'O nome deve ter no máximo 200 caracteres.');
export const SourceDescription = z
  .string()
  .trim()
  .max(DESCRIPTION_MAX, 'A descrição deve ter no máximo 2.000 caracteres.')
  .nullable();

export const Column = z.object({
  name: z.string(),
  /** As PostgreSQL calls it. */
  type: z.string(),
});

/** A page of what the saved base query gives. */
export const ExecuteResult = z
  .object({
    total: z.int(),
    results: z.array(z.record(z.string(), z.unknown())),
    limit: z.int(),
    offset: z.int(),
    columns: z.array(Column),
  })
  .meta({ id: 'ExecuteResult' });
export type ExecuteResult = z.output<typeof ExecuteResult>;

/** How the values of a parameter came about, in the order of the steps. */
export const RegexStats = z
  .object({
    total_rows: z.int(),
    empty_rows: z.int(),
    distinct_values: z.int(),
    included: z.int(),
    excluded: z.int(),
    /** After max_values. */
    final_count: z.int(),
    /** max_values cut something. */
    truncated: z.boolean(),
    /** The column has more distinct values than are read. */
    capped: z.boolean(),
    duration_ms: z.number(),
  })
  .meta({ id: 'RegexStats' });
export type RegexStats = z.output<typeof RegexStats>;

/** The key of a draft query among the parameters that are tested. */
export const DRAFT_QUERY_KEY = '$base_sql_query';

/** The kind of test. A plain union would only report that neither alternative fits. */
const Tested = z.union([BaseQuery, RegexConfig], {
  error: ({ input, errors }) => errors[typeof input === 'string' ? 0 : 1]?.[0]?.message,
});

const VIEW_REASON = 'Escreva o motivo, com 10 a 500 caracteres.';

export const ViewAs = z.object({
  user_id: NamedId('Escolha uma pessoa.'),
  question: z
    .string('Escreva uma pergunta.')
    .trim()
    .min(1, 'Escreva uma pergunta.')
    .max(QUESTION_MAX, 'A pergunta é longa demais.'),
  reason: z.string(VIEW_REASON).trim().min(VIEW_REASON_MIN, VIEW_REASON).max(VIEW_REASON_MAX, VIEW_REASON),
});
export type ViewAs = z.output<typeof ViewAs>;

export const SeenAs = z
  .object({
    /** Null where the question asks for nothing of the table. */
    result: TableResult.nullable(),
    /** Sentences about what was not found or not computed. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'SeenAs' });
export type SeenAs = z.output<typeof SeenAs>;

export const dataSourcesApi = {
  list: get('/data-sources', {
    access: 'admin',
    summary: 'The data sources, last changed first',
    query: z.object({ skip: Skip, limit: Limit(DATA_SOURCES_PAGE), search: Search }),
    list: DataSource,
  }),
  create: post('/data-sources', {
    access: 'admin',
    summary: 'Makes a data source that is not configured yet',
    body: z.object({ name: SourceName, description: SourceDescription.default(null) }),
    reply: DataSource,
    status: 201,
    idempotent: true,
  }),
  one: get('/data-sources/:id', {
    access: 'admin',
    summary: 'One data source',
    params: Id,
    reply: DataSource,
    missing: 'data_source_not_found',
  }),
  /** `warning`: what does not work as it was saved, a sentence a line. */
  update: put('/data-sources/:id', {
    access: 'admin',
    summary: 'Changes a data source; `rag_config` is replaced whole',
    params: Id,
    body: z.object({
      name: SourceName.optional(),
      description: SourceDescription.optional(),
      rag_type: z.literal('relational').default('relational'),
      rag_config: RagConfig.optional(),
      connection_id: ConnectionId.optional(),
    }),
    reply: DataSource.extend({ warning: z.string().nullable() }),
    message_field: 'warning',
    missing: 'data_source_not_found',
  }),
  remove: del('/data-sources/:id', {
    access: 'admin',
    summary: 'Deletes a data source',
    params: Id,
    reply: Nothing,
    missing: 'data_source_not_found',
  }),
  execute: post('/data-sources/:id/execute', {
    access: 'admin',
    summary: 'Runs the saved base query and gives a page of its rows',
    params: Id,
    query: z.object({
      limit: Limit(DATA_VIEWER_PAGE).transform((limit) => Math.min(limit, DATA_VIEWER_PAGE_MAX)),
      offset: Skip,
    }),
    reply: ExecuteResult,
    missing: 'data_source_not_found',
  }),
  viewAs: post('/data-sources/:id/view-as', {
    access: 'superadmin',
    summary: 'The result that a person would get; recorded with the reason, and stored nowhere',
    params: Id,
    body: ViewAs,
    reply: SeenAs,
    missing: 'data_source_not_found',
  }),
  /** The body maps parameters to their regex_config; beside them the query of an unsaved form. */
  testRegex: post('/data-sources/test-regex', {
    access: 'admin',
    summary: 'Which values of a column the patterns keep; saves nothing',
    query: z.object({ data_source_id: IdNumber.optional(), connection_id: IdNumber.optional() }),
    body: z.record(z.string().max(200), Tested),
    reply: z.object({
      statistics: z.record(z.string(), RegexStats),
      terminology_mapping: z.record(
        z.string(),
        z.object({ values: z.array(z.string()), regex_config: RegexConfig }),
      ),
    }),
  }),
  columns: post('/data-sources/columns', {
    access: 'admin',
    summary: 'The columns that a query gives, to choose from in the form; a query that does not run is a 422',
    body: z.object({ base_sql_query: BaseQuery, connection_id: ConnectionId.default(FIRST_CONNECTION) }),
    reply: z.array(Column),
  }),
};
