/** The stored parameters, one row each. */
import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { REGEX_SAMPLE } from '#contract/limits.ts';
import { classes } from '../../../ui/classes.ts';
import { type Draft, type DraftParameter, valuesOf } from '../draft.ts';
import { texts as all } from '../texts-settings.ts';
import { RegexTest } from './regex-test.tsx';
import { Values } from './values.tsx';

const texts = all.parameter;

type ParameterListProps = { source_id: number; draft: Draft };
type Row = ParameterListProps & { parameter: DraftParameter };

const columns: { header: string; width: string; cell: (row: Row) => ReactNode }[] = [
  {
    header: texts.column,
    width: 'minmax(110px, 1fr)',
    cell: ({ parameter }) => <code className="font-mono text-control wrap-anywhere">{parameter.name}</code>,
  },
  {
    header: texts.values,
    width: 'minmax(0, 3fr)',
    cell: ({ parameter: { values, regex } }) => (
      <Values
        label={texts.values}
        values={valuesOf(values)}
        shown={REGEX_SAMPLE}
        {...(regex.enabled ? { none: texts.fromColumn } : {})}
      />
    ),
  },
  {
    header: texts.regex,
    width: 'minmax(96px, 1fr)',
    cell: ({ parameter: { regex } }) =>
      regex.enabled ? (
        <code className="font-mono text-small text-ink-2 wrap-anywhere">{regex.include_pattern}</code>
      ) : (
        <span className="text-small text-ink-3">{texts.fixed}</span>
      ),
  },
  {
    header: '',
    width: '124px',
    cell: (row) => row.parameter.regex.enabled && <RegexTest {...row} />,
  },
];
const widths = { '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties;
const grid = '@min-[600px]:grid-cols-(--columns) @min-[600px]:items-center @min-[600px]:gap-x-4';

export function ParameterList({ source_id, draft }: ParameterListProps) {
  const { parameters } = draft.profile_extraction;
  if (parameters.length === 0) return <p className="text-small text-ink-3">{all.noParameters}</p>;
  return (
    <div style={widths} className="@container -mx-5 border-y border-line phone:-mx-4">
      <div
        aria-hidden="true"
        className={classes('hidden px-5 py-2 text-small text-ink-2 @min-[600px]:grid', grid)}
      >
        {columns.map(({ header }) => (
          <span key={header}>{header}</span>
        ))}
      </div>
      <ul
        aria-label={texts.list}
        className="divide-y divide-line border-line @min-[600px]:border-t phone:[&>li]:px-4"
      >
        {parameters.map((parameter) => (
          <li
            key={parameter.key}
            className={classes(
              grid,
              'grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2 px-5 py-2.5 @min-[600px]:justify-items-stretch @min-[600px]:gap-y-2.5 @min-[600px]:[&>:nth-child(n+5)]:col-span-full',
            )}
          >
            {columns.map(({ header, cell }) => (
              <Fragment key={header}>{cell({ source_id, draft, parameter })}</Fragment>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
