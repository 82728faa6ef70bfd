/** A page of rows as the server gave it, checked: whoever reads a table must not read half an answer. */
import type { ExecuteResult } from '#contract/data-sources.ts';
import { ApiFailure } from '../../api/failure.ts';
import { texts } from './texts.ts';

export type Row = Record<string, unknown>;
export type RowsPage = { total: number; results: Row[]; columns: { name: string; type: string }[] };

export function pageOf(answer: Partial<ExecuteResult> | null): RowsPage {
  const { total, results, columns } = answer ?? {};
  if (typeof total !== 'number' || !Array.isArray(results))
    throw new ApiFailure({ kind: 'malformed', status: 200, fallback: texts.viewer.malformed });
  return { total, results, columns: Array.isArray(columns) ? columns : namesIn(results) };
}

/** The columns are the product's own addition to the answer: without them the first row names them. */
const namesIn = ([first]: Row[]) => Object.keys(first ?? {}).map((name) => ({ name, type: 'text' }));
