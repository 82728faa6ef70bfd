import type { ReactNode } from 'react';
import type { ColumnProfile } from '#contract/table-profile.ts';
import { tableCellWords } from '#contract/table-words.ts';
import { formatNumber } from '../../../lib/format.ts';
import { texts } from './texts.ts';

/** The facts of a column as its cells gave them. */
export function ColumnFacts({ column }: { column: ColumnProfile }) {
  const { rows, nulls, distinct, minimum, maximum, kind, common, misfits } = column;
  const cell = (value: string | null) => tableCellWords(value, { kind, unit: column.unit, bucket: null });
  // Cells of text are shown as they are written.
  const isText = /^(text|character|citext|name)/.test(column.type);
  // The order of texts is the database's, which may not be that of the alphabet.
  const hasOrder = kind === 'number' || kind === 'money' || kind === 'date';
  return (
    <section aria-label={texts.facts} className="grid min-w-0 gap-4 rounded-card bg-sunken p-4">
      <dl className="grid grid-cols-2 gap-x-[18px] gap-y-3 sm:grid-cols-3 lg:grid-cols-5">
        <Fact term={texts.type}>
          <span className="font-mono text-small">{column.type}</span>
        </Fact>
        {rows !== null && nulls !== null && (
          <Fact term={texts.filled}>{texts.filledOf(rows - nulls, rows)}</Fact>
        )}
        {distinct !== null && <Fact term={texts.distinct}>{formatNumber(distinct)}</Fact>}
        {hasOrder && minimum !== null && (
          <Fact term={kind === 'date' ? texts.first : texts.minimum}>{cell(minimum)}</Fact>
        )}
        {hasOrder && maximum !== null && (
          <Fact term={kind === 'date' ? texts.last : texts.maximum}>{cell(maximum)}</Fact>
        )}
      </dl>
      {rows === null && <p className="text-small text-ink-2">{texts.unread}</p>}
      <Counted
        title={texts.common}
        values={common.map(({ value, count }) => ({ value: isText ? value : cell(value), count }))}
      />
      <Counted title={texts.misfits} line={texts.misfitsLine} values={misfits} />
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-ink-2">{term}</dt>
      <dd className="line-clamp-3 wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

type CountedProps = { title: string; line?: string; values: { value: string; count: number }[] };

function Counted({ title, line, values }: CountedProps) {
  if (values.length === 0) return null;
  return (
    <div className="min-w-0">
      <p className="text-small text-ink-2">
        {title}
        {line && `. ${line}`}
      </p>
      <ul aria-label={title} className="mt-1.5 flex min-w-0 flex-wrap gap-1.5">
        {values.map(({ value, count }) => (
          <li
            key={value}
            className="flex max-w-full min-w-0 items-center gap-1.5 rounded-full border border-line bg-surface px-2 text-tiny leading-[22px] font-medium"
          >
            <span className="truncate" title={value}>
              {value}
            </span>
            <span className="shrink-0 text-ink-2 tabular-nums">{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
