/** A row of a data source, column by column. */
import { texts } from './texts.ts';

export function SourceRecord({ row }: { row: Record<string, unknown> }) {
  return (
    <>
      <p className="mt-6 text-tiny font-medium text-ink-3">{texts.record}</p>
      <dl className="mt-2 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-small">
        {Object.entries(row).map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-3 wrap-anywhere">{name}</dt>
            <dd className="wrap-anywhere">{wordsOf(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
