import type { RagConfig } from '#contract/data-sources.ts';

/** Whether agents can read it: it has a query, and says which of its columns is searched. */
export const isSetUp = ({ document_search }: RagConfig): boolean =>
  document_search.base_sql_query.trim() !== '' && document_search.main_content_column.trim() !== '';
