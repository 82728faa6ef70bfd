/** The profile of a base query: computed facts about its columns, and the words that administrators gave them. */
import { z } from 'zod';
import { get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { Id, Time } from './paging.ts';
import { COLUMN_KINDS, type ColumnKind } from './table-plan.ts';

const WordOfRows = z
  .string()
  .trim()
  .min(1, 'Diga como as linhas se chamam, no singular e no plural.')
  .max(60, 'O nome das linhas deve ter no máximo 60 caracteres.');

export const RowsWord = z.object({ one: WordOfRows, many: WordOfRows });
/** How the rows of a table are called: «licitação», «licitações». */
export type RowsWord = z.output<typeof RowsWord>;

export const MISFITS_MAX = 20;
export const COMMON_VALUES_MAX = 10;
/** Further columns of a query are not asked. */
export const PROFILE_COLUMNS_MAX = 100;

const Counted = z.object({ value: z.string(), count: z.int() });

/** Facts of the rows; cells are the text of the database. Null where the rows were not read. */
export const ComputedColumn = z.object({
  name: z.string(),
  /** As PostgreSQL calls it. */
  type: z.string(),
  kind: z.enum(COLUMN_KINDS),
  /** The column is text that holds numbers, durations or days. */
  reads: z.enum(['number', 'duration', 'date']).nullable(),
  label: z.string(),
  unit: z.string().nullable(),
  /** Cells that are not empty. */
  filled: z.int().nullable(),
  distinct: z.int().nullable(),
  minimum: z.string().nullable(),
  maximum: z.string().nullable(),
  /** The commonest first: all values of a category, ten of another column. */
  values: z.array(Counted),
  /** Cells that do not fit the kind, the commonest first. */
  misfits: z.array(Counted),
});
export type ComputedColumn = z.output<typeof ComputedColumn>;

/** Why the kinds may come from the types of the columns alone. */
export const PROFILE_BASES = ['rows', 'too_slow', 'personal'] as const;
export type ProfileBasis = (typeof PROFILE_BASES)[number];

export type ComputedProfile = {
  columns: ComputedColumn[];
  /** The rows that were read; null where none were. */
  rows: number | null;
  /** There are more rows than were read. */
  sampled: boolean;
  basis: ProfileBasis;
};

export const SYNONYMS_MAX = 20;
export const SYNONYM_MAX = 60;
export const LABEL_MAX = 100;
export const UNIT_MAX = 20;

const ColumnName = z.string().max(63, 'O nome da coluna é longo demais.');

/** The words of an administrator for one column. */
export const ProfileColumnSettings = z.object({
  name: ColumnName,
  label: z
    .string()
    .trim()
    .min(1, 'Toda coluna precisa de um nome.')
    .max(LABEL_MAX, 'O nome de uma coluna deve ter no máximo 100 caracteres.'),
  kind: z.enum(COLUMN_KINDS),
  unit: z
    .string()
    .trim()
    .max(UNIT_MAX, 'Uma unidade deve ter no máximo 20 caracteres.')
    .transform((unit) => unit || null)
    .nullable(),
  synonyms: z
    .array(z.string().trim().min(1).max(SYNONYM_MAX, 'Um sinônimo deve ter no máximo 60 caracteres.'))
    .max(SYNONYMS_MAX, 'Cada coluna pode ter no máximo 20 sinônimos.'),
  /** Never asked, shown, or in a CSV file. */
  hidden: z.boolean(),
});
export type ProfileColumnSettings = z.output<typeof ProfileColumnSettings>;

/** The settings of one column as they are stored: a label, kind or unit that is absent is guessed. */
export type StoredColumnSettings = Pick<ProfileColumnSettings, 'name' | 'synonyms' | 'hidden'> &
  Partial<Pick<ProfileColumnSettings, 'label' | 'kind' | 'unit'>>;

/** The kinds that the cells of a column of this type can be read as. The main content column is never a category. */
export function kindsOfType(type: string, isMain: boolean): ColumnKind[] {
  const words: ColumnKind[] = isMain ? ['text', 'identifier'] : ['category', 'text', 'identifier'];
  if (type === 'boolean') return ['boolean', ...words];
  if (/^(date|timestamp)/.test(type)) return ['date', ...words];
  if (/^(smallint|integer|bigint|numeric|real|double precision|money)/.test(type))
    return ['number', 'money', ...words];
  return [...words, 'number', 'money', 'date', 'boolean'];
}

export const COLUMN_GUESSES = ['label', 'kind', 'unit'] as const;
export type ColumnGuess = (typeof COLUMN_GUESSES)[number];

/** Facts of a column and the words for it; facts are null where the rows were not read. */
export const ColumnProfile = z
  .object({
    name: z.string(),
    /** As PostgreSQL calls it. */
    type: z.string(),
    kind: z.enum(COLUMN_KINDS),
    label: z.string(),
    unit: z.string().nullable(),
    synonyms: z.array(z.string()),
    hidden: z.boolean(),
    guessed: z.array(z.enum(COLUMN_GUESSES)),
    rows: z.int().nullable(),
    nulls: z.int().nullable(),
    distinct: z.int().nullable(),
    minimum: z.string().nullable(),
    maximum: z.string().nullable(),
    common: z.array(Counted).max(COMMON_VALUES_MAX),
    misfits: z.array(Counted).max(MISFITS_MAX),
  })
  .meta({ id: 'ColumnProfile' });
export type ColumnProfile = z.output<typeof ColumnProfile>;

export const PROFILE_STATES = ['ready', 'computing', 'failed'] as const;

export const SourceProfile = z
  .object({
    /** Null until it was computed once. */
    computed_at: Time.nullable(),
    state: z.enum(PROFILE_STATES),
    /** Why it could not be computed; null unless `state` is `failed`. */
    failure: z.string().nullable(),
    basis: z.enum(PROFILE_BASES),
    /** There are more rows than were read. */
    sampled: z.boolean(),
    rows_word: RowsWord,
    /** The date that «em 2025» means. */
    date_column: z.string().nullable(),
    /** The money that «maiores» means. */
    money_column: z.string().nullable(),
    guessed: z.array(z.enum(['rows_word', 'date_column', 'money_column'])),
    main_content_column: z.string(),
    /** Columns that the query has gained, lost or given another type since the profile was computed. */
    changed_columns: z.array(z.string()),
    /** When the settings were last changed; a change of them sends it back. */
    updated_at: Time,
    columns: z.array(ColumnProfile),
  })
  .meta({ id: 'SourceProfile' });
export type SourceProfile = z.output<typeof SourceProfile>;

/** Columns that are left out lose their settings; a value that equals the guess counts as guessed. */
export const ProfileChange = z.object({
  rows_word: RowsWord,
  date_column: ColumnName.nullable(),
  money_column: ColumnName.nullable(),
  updated_at: z.iso.datetime(),
  columns: z.array(ProfileColumnSettings).max(PROFILE_COLUMNS_MAX),
});
export type ProfileChange = z.output<typeof ProfileChange>;

export const sourceProfilesApi = {
  one: get('/data-sources/:id/profile', {
    access: 'admin',
    summary: 'The columns of a data source: facts about their cells, and the words for them',
    params: Id,
    reply: SourceProfile,
    missing: 'data_source_not_found',
  }),
  change: put('/data-sources/:id/profile', {
    access: 'admin',
    summary: 'Changes the words, kinds and visibility of the columns of a data source',
    params: Id,
    body: ProfileChange,
    reply: SourceProfile,
    missing: 'data_source_not_found',
  }),
  refresh: post('/data-sources/:id/profile/refresh', {
    access: 'admin',
    summary: 'Begins to read the columns of a data source anew',
    params: Id,
    reply: Nothing,
    status: 202,
    missing: 'data_source_not_found',
  }),
};
