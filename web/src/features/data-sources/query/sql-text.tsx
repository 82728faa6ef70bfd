import { Fragment, useMemo } from 'react';
import { type SqlToken, sqlTokens } from './sql-tokens.ts';

// Colours only: another weight would misalign the copy with the typed text.
const inks: Record<SqlToken['kind'], string | null> = {
  keyword: 'text-brand',
  string: 'text-ipe-ink',
  number: 'text-ok',
  comment: 'text-ink-3',
  plain: null,
};

/** Highlighted SQL. */
export function SqlText({ sql }: { sql: string }) {
  const tokens = useMemo(() => sqlTokens(sql), [sql]);
  return tokens.map(({ kind, text }, index) => {
    const ink = inks[kind];
    return ink ? (
      <span key={index} data-sql={kind} className={ink}>
        {text}
      </span>
    ) : (
      <Fragment key={index}>{text}</Fragment>
    );
  });
}

/** Shared by the text area and the highlighted copy, so that both wrap alike. */
export const sqlLook =
  'px-4 py-3.5 font-mono text-[13.5px] leading-[1.6] whitespace-pre-wrap wrap-anywhere [tab-size:2]';

/** A read-only query. */
export function SqlBlock({ sql, label }: { sql: string; label: string }) {
  return (
    <section
      tabIndex={0}
      aria-label={label}
      className="max-h-[360px] overflow-y-auto rounded-control bg-sunken"
    >
      <pre className={sqlLook}>
        <SqlText sql={sql} />
      </pre>
    </section>
  );
}
