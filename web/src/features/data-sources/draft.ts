/** The draft that the Settings tab edits. Numbers and lists are kept as typed. */
import type { DataSource, RagConfig, RegexConfig, TerminologyEntry } from '#contract/data-sources.ts';

export type DraftRegex = {
  enabled: boolean;
  include_pattern: string;
  exclude_pattern: string;
  case_insensitive: boolean;
  max_values: string;
};

export type DraftParameter = {
  /** Local to the form, because names change while they are typed. */
  key: string;
  name: string;
  /** One value a line. */
  values: string;
  regex: DraftRegex;
};

export type Draft = {
  name: string;
  description: string;
  connection_id: number;
  profile_extraction: { model_name: string; system_prompt: string; parameters: DraftParameter[] };
  document_search: { base_sql_query: string; main_content_column: string; max_documents: string };
  document_filter: { model_name: string; system_prompt: string; max_filtered_documents: string };
};

export const ALL_VALUES = -1;
const plainRegex: DraftRegex = {
  enabled: false,
  include_pattern: '',
  exclude_pattern: '',
  case_insensitive: true,
  max_values: String(ALL_VALUES),
};

let made = 0;
export function newParameter(name: string): DraftParameter {
  made += 1;
  return { key: `new-${made}`, name: name.trim(), values: '', regex: plainRegex };
}

export function draftOf({ name, description, connection_id, rag_config }: DataSource): Draft {
  const { profile_extraction, document_search, document_filter } = rag_config;
  const { terminology_mapping, ...extraction } = profile_extraction;
  return {
    name,
    description: description ?? '',
    connection_id,
    profile_extraction: {
      ...extraction,
      parameters: Object.entries(terminology_mapping).map(([parameter, entry]) =>
        parameterOf(parameter, entry),
      ),
    },
    document_search: { ...document_search, max_documents: String(document_search.max_documents) },
    document_filter: {
      ...document_filter,
      max_filtered_documents: String(document_filter.max_filtered_documents),
    },
  };
}

function parameterOf(name: string, { values, regex_config }: TerminologyEntry): DraftParameter {
  const regex = regex_config
    ? {
        ...regex_config,
        exclude_pattern: regex_config.exclude_pattern ?? '',
        max_values: String(regex_config.max_values),
      }
    : plainRegex;
  return { key: `stored-${name}`, name, values: values.join('\n'), regex };
}

/** Switching it on without a pattern sets one that keeps everything. */
export function switchRegex(regex: DraftRegex, enabled: boolean): DraftRegex {
  return { ...regex, enabled, include_pattern: regex.include_pattern || (enabled ? '.*' : '') };
}

/** A whole number from -1; anything else becomes -1, which keeps all values. */
export function maxValuesOf(typed: string): number {
  const value = typed.trim() === '' ? ALL_VALUES : Number(typed);
  return Number.isInteger(value) && value >= ALL_VALUES ? value : ALL_VALUES;
}

/** Trimmed lines without empty ones and duplicates. */
export function valuesOf(typed: string): string[] {
  const lines = typed.split(/\r?\n/).map((line) => line.trim());
  return [...new Set(lines.filter(Boolean))];
}

export const regexOf = (regex: DraftRegex): RegexConfig => ({
  enabled: regex.enabled,
  include_pattern: regex.include_pattern,
  exclude_pattern: regex.exclude_pattern || null,
  case_insensitive: regex.case_insensitive,
  max_values: maxValuesOf(regex.max_values),
});

/** The request body. Parameters without a name are left out. */
export function changeOf(draft: Draft) {
  const { profile_extraction, document_search, document_filter } = draft;
  const { parameters, ...extraction } = profile_extraction;
  const rag_config: RagConfig = {
    profile_extraction: {
      ...extraction,
      terminology_mapping: Object.fromEntries(
        parameters.filter(({ name }) => name.trim()).map((each) => [each.name.trim(), entryOf(each)]),
      ),
    },
    document_search: {
      ...document_search,
      main_content_column: document_search.main_content_column.trim(),
      max_documents: Number(document_search.max_documents),
    },
    document_filter: {
      ...document_filter,
      max_filtered_documents: Number(document_filter.max_filtered_documents),
    },
  };
  return {
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    rag_type: 'relational' as const,
    connection_id: draft.connection_id,
    rag_config,
  };
}

function entryOf({ values, regex }: DraftParameter): TerminologyEntry {
  const touched = regex.enabled || regex.include_pattern !== '' || regex.exclude_pattern !== '';
  return { values: valuesOf(values), regex_config: touched ? regexOf(regex) : null };
}

/** Whether both drafts would be stored alike. */
export const sameDraft = (one: Draft, other: Draft): boolean => fingerprint(one) === fingerprint(other);

/** Leaves out values that a pattern reads from the column: the server refreshes them by itself. */
function fingerprint(draft: Draft): string {
  const change = changeOf(draft);
  const { terminology_mapping } = change.rag_config.profile_extraction;
  const terms = Object.entries(terminology_mapping).map(([name, { values, regex_config }]) => [
    name,
    regex_config?.enabled ? [] : values,
    regex_config && [
      regex_config.enabled,
      regex_config.include_pattern,
      regex_config.exclude_pattern,
      regex_config.case_insensitive,
      regex_config.max_values,
    ],
  ]);
  const { profile_extraction: extraction, document_filter: filter } = draft;
  const { base_sql_query, main_content_column } = change.rag_config.document_search;
  return JSON.stringify([
    change.name,
    change.description,
    change.connection_id,
    [extraction.model_name, extraction.system_prompt, terms],
    // As typed, because an invalid number is a change too.
    [base_sql_query, main_content_column, draft.document_search.max_documents],
    [filter.model_name, filter.system_prompt, filter.max_filtered_documents],
  ]);
}

/** Whether agents can use it: it has a query and a main content column. */
export const isSetUp = ({ document_search }: RagConfig): boolean =>
  document_search.base_sql_query.trim() !== '' && document_search.main_content_column.trim() !== '';
