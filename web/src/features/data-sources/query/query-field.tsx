/** The base query with its check and its columns. */
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useCopy } from '../../../lib/use-copy.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { texts } from '../texts-settings.ts';
import { SqlEditor } from './sql-editor.tsx';
import { SqlBlock } from './sql-text.tsx';
import type { ColumnsOfQuery, QueryColumn } from './use-columns.ts';

type QueryFieldProps = {
  value: string;
  editing: boolean;
  focused: boolean;
  query: ColumnsOfQuery;
  onChange: (sql: string) => void;
};

export function QueryField({ value, editing, focused, query, onChange }: QueryFieldProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex min-h-8 items-center justify-between gap-3">
        {editing ? (
          <label htmlFor={id} className="text-label font-medium">
            {texts.query}
          </label>
        ) : (
          <span className="text-label font-medium">{texts.query}</span>
        )}
        {value.trim() !== '' && <CopyQuery sql={value} />}
      </div>
      {editing && (
        <SqlEditor
          id={id}
          value={value}
          placeholder={texts.queryExample}
          wrong={query.state === 'fails'}
          focused={focused}
          onChange={onChange}
          onRest={query.checkNow}
        />
      )}
      {!editing && value.trim() !== '' && <SqlBlock sql={value} label={texts.query} />}
      {!editing && value.trim() === '' && <p className="text-small text-ink-3">{texts.notFilledIn}</p>}
      {editing && (
        <p id={`${id}-note`} className="text-small text-ink-3">
          {texts.queryHint}
        </p>
      )}
      <QueryState query={query} />
      {query.columns.length > 0 && <Columns columns={query.columns} />}
    </div>
  );
}

function CopyQuery({ sql }: { sql: string }) {
  const { copied, failed, copy } = useCopy<'query'>();
  return (
    <span className="flex items-center gap-1">
      <span role="status" className="text-small text-ink-2">
        {copied ? texts.copied : failed ? texts.copyFailed : ''}
      </span>
      <IconButton label={texts.copyQuery} size="small" onClick={() => copy('query', sql)}>
        {copied ? <Check className="size-4 text-ok" /> : <Copy className="size-4" />}
      </IconButton>
    </span>
  );
}

/** The state of the check below the query. */
function QueryState({ query }: { query: ColumnsOfQuery }): ReactNode {
  if (query.state === 'fails') return <Alert title={texts.doesNotRun} line={query.failure} />;
  return (
    <p role="status" className="flex min-h-[22px] items-center text-small text-ink-2">
      {query.state === 'checking' && texts.checking}
      {query.state === 'runs' && (
        <Badge tone="ok" icon={<Check />}>
          {texts.runs(query.columns.length)}
        </Badge>
      )}
    </p>
  );
}

function Columns({ columns }: { columns: QueryColumn[] }) {
  return (
    <ul aria-label={texts.columns} className="flex max-h-[132px] flex-wrap gap-1.5 overflow-y-auto">
      {columns.map(({ name, type }) => (
        <li
          key={name}
          className="inline-flex max-w-full items-baseline gap-1.5 rounded-full bg-sunken px-2.5 py-0.5 text-tiny"
        >
          <code className="font-mono text-ink wrap-anywhere">{name}</code>
          <span className="text-ink-3">{type}</span>
        </li>
      ))}
    </ul>
  );
}
