/** The audited values of a data source. Queries, prompts and value lists are kept as fingerprints. */
import { FIRST_CONNECTION } from '#contract/connections.ts';
import type { RagConfig } from '#contract/data-sources.ts';
import { canonical, markOf, type Values } from '../../audit/values.ts';

type Source = {
  id: number;
  name: string;
  description: string | null;
  rag_config: RagConfig;
  connection_id: number | null;
};

export const auditLabel = ({ id, name }: Pick<Source, 'id' | 'name'>) => ({
  object_type: 'data_source' as const,
  object_id: id,
  object_name: name,
});

export function auditValues({ name, description, rag_config, connection_id }: Omit<Source, 'id'>): Values {
  const { profile_extraction, document_search, document_filter } = rag_config;
  return {
    name,
    description,
    connection_id: connection_id ?? FIRST_CONNECTION,
    'profile_extraction.model_name': profile_extraction.model_name,
    'profile_extraction.system_prompt': markOf(profile_extraction.system_prompt),
    'profile_extraction.terminology_mapping': markOf(canonical(profile_extraction.terminology_mapping)),
    'document_search.base_sql_query': markOf(document_search.base_sql_query),
    'document_search.main_content_column': document_search.main_content_column,
    'document_search.max_documents': document_search.max_documents,
    'document_filter.system_prompt': markOf(document_filter.system_prompt),
    'document_filter.model_name': document_filter.model_name,
    'document_filter.max_filtered_documents': document_filter.max_filtered_documents,
  };
}
