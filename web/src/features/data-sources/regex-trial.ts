/** Trying the patterns of one parameter, as they stand in the form. Saves nothing. */
import { DRAFT_QUERY_KEY, dataSourcesApi, type RegexStats } from '#contract/data-sources.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { type Draft, type DraftParameter, regexOf } from './draft.ts';
import { texts } from './texts-settings.ts';

export type Trial = { statistics: RegexStats; values: string[] };

/** Why there is nothing to try; null when there is. */
export function trialProblem(parameters: DraftParameter[], key: string): string | null {
  const parameter = parameters.find((each) => each.key === key);
  if (!parameter?.name.trim()) return texts.regex.noParameter;
  return parameter.regex.enabled ? null : texts.regex.notEnabled;
}

/** With the query of the form, which may not be saved yet. Fails with a sentence for the screen. */
export async function tryRegex(
  source_id: number,
  { name, regex }: DraftParameter,
  { base_sql_query }: Draft['document_search'],
): Promise<Trial> {
  const parameter = name.trim();
  try {
    const { statistics, terminology_mapping } = await call(dataSourcesApi.testRegex, {
      query: { data_source_id: source_id },
      body: {
        [parameter]: regexOf(regex),
        ...(base_sql_query.trim() ? { [DRAFT_QUERY_KEY]: base_sql_query } : {}),
      },
    });
    const figures = statistics[parameter];
    if (!figures) throw new Error(`nothing was answered about ${parameter}`);
    return { statistics: figures, values: terminology_mapping[parameter]?.values ?? [] };
  } catch (cause) {
    throw new Error(texts.regex.failed(parameter, failureText(cause, texts.regex.failedAlone)), { cause });
  }
}
