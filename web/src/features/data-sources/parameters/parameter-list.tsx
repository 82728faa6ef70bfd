/** The stored parameters, one row each. */
import { REGEX_SAMPLE } from '#contract/limits.ts';
import { classes } from '../../../ui/classes.ts';
import { type Draft, type DraftParameter, valuesOf } from '../draft.ts';
import { texts as all } from '../texts-settings.ts';
import { RegexTest } from './regex-test.tsx';
import { Values } from './values.tsx';

const texts = all.parameter;

type ParameterListProps = { source_id: number; draft: Draft };

/** Where the card is wide enough for them; the window says nothing of that. */
const columns =
  '@min-[600px]:grid-cols-[minmax(110px,1fr)_minmax(0,3fr)_minmax(96px,1fr)_124px] @min-[600px]:items-center @min-[600px]:gap-x-4';

export function ParameterList({ source_id, draft }: ParameterListProps) {
  const { parameters } = draft.profile_extraction;
  if (parameters.length === 0) return <p className="text-small text-ink-3">{all.noParameters}</p>;
  return (
    <div className="@container -mx-5 border-y border-line phone:-mx-4">
      <div
        aria-hidden="true"
        className={classes('hidden px-5 py-2 text-small text-ink-2 @min-[600px]:grid', columns)}
      >
        <span>{texts.column}</span>
        <span>{texts.values}</span>
        <span>{texts.regex}</span>
      </div>
      <ul
        aria-label={texts.list}
        className="divide-y divide-line border-line @min-[600px]:border-t phone:[&>li]:px-4"
      >
        {parameters.map((parameter) => (
          <ParameterRow key={parameter.key} source_id={source_id} draft={draft} parameter={parameter} />
        ))}
      </ul>
    </div>
  );
}

function ParameterRow({ source_id, draft, parameter }: ParameterListProps & { parameter: DraftParameter }) {
  const { name, values, regex } = parameter;
  return (
    <li
      className={classes(
        columns,
        'grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2 px-5 py-2.5 @min-[600px]:justify-items-stretch @min-[600px]:gap-y-2.5 @min-[600px]:[&>:nth-child(n+5)]:col-span-full',
      )}
    >
      <code className="font-mono text-control wrap-anywhere">{name}</code>
      <Values
        label={texts.values}
        values={valuesOf(values)}
        shown={REGEX_SAMPLE}
        {...(regex.enabled ? { none: texts.fromColumn } : {})}
      />
      {regex.enabled ? (
        <code className="font-mono text-small text-ink-2 wrap-anywhere">{regex.include_pattern}</code>
      ) : (
        <span className="text-small text-ink-3">{texts.fixed}</span>
      )}
      {regex.enabled && <RegexTest source_id={source_id} draft={draft} parameter={parameter} />}
    </li>
  );
}
