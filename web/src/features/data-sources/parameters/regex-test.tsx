import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { DRAFT_QUERY_KEY, dataSourcesApi, type RegexStats } from '#contract/data-sources.ts';
import { REGEX_SAMPLE } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { type Draft, type DraftParameter, regexOf } from '../draft.ts';
import { texts as all } from '../texts-settings.ts';
import { Values } from './values.tsx';

const texts = all.regex;

type RegexTestProps = { source_id: number; draft: Draft; parameter: DraftParameter };

/** Which values the patterns keep, as they stand in the form: a button, and what came of it, placed by who shows them. */
export function RegexTest({ source_id, draft, parameter }: RegexTestProps) {
  const [tried, setTried] = useState<{ of: string; trial: Trial } | null>(null);
  const [problem, setProblem] = useState<{ of: string; text: string } | null>(null);
  const now = JSON.stringify([parameter.name.trim(), regexOf(parameter.regex)]);
  const { include_pattern, enabled } = parameter.regex;

  const test = useTask(async () => {
    setTried(null);
    const text = trialProblem(draft.profile_extraction.parameters, parameter.key);
    setProblem(text === null ? null : { of: now, text });
    if (text !== null) return;
    setTried({ of: now, trial: await tryRegex(source_id, parameter, draft) });
  });
  const failure = test.failure instanceof Error ? test.failure.message : null;
  return (
    <>
      <Button
        size="small"
        icon={<FlaskConical className="size-4" />}
        aria-label={texts.testOne(parameter.name.trim() || all.parameter.untitled)}
        disabled={enabled && !include_pattern}
        busy={test.busy}
        onClick={test.run}
      >
        {test.busy ? texts.testing : texts.test}
      </Button>
      {/* A result is shown only while the form is as it was tried. */}
      {problem?.of === now && <Alert tone="warn" title={problem.text} />}
      {failure && <Alert title={failure} />}
      {tried?.of === now && <Outcome name={parameter.name.trim()} {...tried.trial} />}
    </>
  );
}

function Outcome({ name, statistics, values }: Trial & { name: string }) {
  return (
    <div role="status" className="grid w-full gap-2 rounded-control bg-sunken px-3 py-2.5">
      <p className="text-small tabular-nums">{stepsOf(statistics)}</p>
      {statistics.final_count === 0 ? (
        <p className="text-small font-medium">{texts.none}</p>
      ) : (
        <Samples name={name} values={values} count={statistics.final_count} />
      )}
      {statistics.truncated && <p className="text-small text-ink-2">{texts.truncated}</p>}
      {statistics.capped && <p className="text-small text-ink-2">{texts.capped}</p>}
    </div>
  );
}

/** The answer carries at most a thousand of them; how many there are is counted apart. */
function Samples({ name, values, count }: { name: string; values: string[]; count: number }) {
  return (
    <div className="flex flex-wrap items-center gap-1.5 [&_li]:bg-surface">
      <Values label={texts.samples(name)} values={values.slice(0, REGEX_SAMPLE)} shown={REGEX_SAMPLE} />
      {count > REGEX_SAMPLE && (
        <span className="text-small text-ink-2">{all.parameter.more(count - REGEX_SAMPLE)}</span>
      )}
    </div>
  );
}

const stepsOf = (figures: RegexStats): string =>
  texts.steps({
    rows: formatNumber(figures.total_rows),
    empty: formatNumber(figures.empty_rows),
    distinct: formatNumber(figures.distinct_values),
    matched: formatNumber(figures.included),
    excluded: formatNumber(figures.excluded),
    final: formatNumber(figures.final_count),
  });

/** Trying the patterns of one parameter, as they stand in the form. Saves nothing. */
export type Trial = { statistics: RegexStats; values: string[] };

/** Why there is nothing to try; null when there is. */
export function trialProblem(parameters: DraftParameter[], key: string): string | null {
  const parameter = parameters.find((each) => each.key === key);
  if (!parameter?.name.trim()) return texts.noParameter;
  return parameter.regex.enabled ? null : texts.notEnabled;
}

/** With the query of the form, which may not be saved yet. Fails with a sentence for the screen. */
export async function tryRegex(
  source_id: number,
  { name, regex }: DraftParameter,
  { connection_id, document_search: { base_sql_query } }: Draft,
): Promise<Trial> {
  const parameter = name.trim();
  try {
    const { statistics, terminology_mapping } = await call(dataSourcesApi.testRegex, {
      query: { data_source_id: source_id, connection_id },
      body: {
        [parameter]: regexOf(regex),
        ...(base_sql_query.trim() ? { [DRAFT_QUERY_KEY]: base_sql_query } : {}),
      },
    });
    const figures = statistics[parameter];
    if (!figures) throw new Error(`nothing was answered about ${parameter}`);
    return { statistics: figures, values: terminology_mapping[parameter]?.values ?? [] };
  } catch (cause) {
    throw new Error(texts.failed(parameter, failureText(cause, texts.failedAlone)), { cause });
  }
}
