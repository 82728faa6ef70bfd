/** Results of data sources among the sources of an answer: cited ones keep their number, the others follow. */
import type { Source } from '#contract/citations.ts';
import type { TableResult } from '#contract/table-result.ts';

export function withResults(
  cited: Source[],
  results: TableResult[],
): { sources: Source[]; results: TableResult[] } {
  const sources = [...cited];
  const numbered = results.map((result) => {
    const own = sourceOf(result);
    const known = cited.find(
      ({ kind, data_source_id, snippet }) =>
        kind === 'result' && data_source_id === own.data_source_id && snippet === own.snippet,
    );
    if (known) return { ...result, index: known.index };
    const index = Math.max(0, ...sources.map((source) => source.index)) + 1;
    sources.push({ index, ...own });
    return { ...result, index };
  });
  return { sources, results: numbered };
}

const sourceOf = ({ data_source_name, data_source_id, understood }: TableResult) => ({
  kind: 'result' as const,
  title: data_source_name,
  snippet: understood,
  data_source_id,
});
