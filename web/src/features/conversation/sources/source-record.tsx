/** A row of a data source, column by column. */
import type { Source } from '#contract/chat.ts';
import { cellWords } from '#contract/records.ts';
import { texts } from '../texts.ts';

type SourceRecordProps = { row: NonNullable<Source['row']>; columns?: Source['columns'] };

export function SourceRecord({ row, columns }: SourceRecordProps) {
  // Cited before the order of the columns was kept: as it was stored.
  const shown = columns ?? Object.keys(row).map((name) => ({ name, kind: 'text' as const }));
  return (
    <>
      <p className="mt-6 text-tiny font-medium text-ink-3">{texts.record}</p>
      <dl className="mt-2 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-small">
        {shown.map(({ name, kind }) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-3 wrap-anywhere">{name}</dt>
            <dd className="wrap-anywhere">{cellWords(row[name], kind) || '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
