import { Field } from '../../../ui/controls/field.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { texts } from '../texts-settings.ts';
import { type ColumnsOfQuery, hasColumn } from './use-columns.ts';

type MainColumnProps = {
  value: string;
  editing: boolean;
  query: ColumnsOfQuery;
  onChange: (column: string) => void;
};

/** Selects one of the query's columns; free text while the query does not run. */
export function MainColumn({ value, editing, query, onChange }: MainColumnProps) {
  const gone = query.state === 'runs' && value !== '' && !hasColumn(query.columns, value);
  if (!editing) {
    return (
      <p className="text-small text-ink-2">
        {texts.mainColumn}{' '}
        {value ? <code className="font-mono text-ink">{value}</code> : <em>{texts.notFilledIn}</em>}
        {gone && <span className="block text-ipe-ink">{texts.mainColumnGone(value)}</span>}
      </p>
    );
  }
  if (query.columns.length === 0) {
    return (
      <Field
        label={texts.mainColumn}
        hint={texts.mainColumnFree}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="font-mono text-control"
      />
    );
  }
  return (
    <div className="grid gap-1.5">
      <Select
        label={texts.mainColumn}
        value={value}
        shown={value ? <code className="font-mono text-control">{value}</code> : texts.mainColumnNone}
        groups={[
          {
            label: texts.columns,
            options: query.columns.map(({ name, type }) => ({
              value: name,
              text: name,
              content: (
                <span className="flex flex-wrap items-baseline gap-x-2.5">
                  <code className="font-mono text-control wrap-anywhere">{name}</code>
                  <span className="text-tiny text-ink-3">{type}</span>
                </span>
              ),
            })),
          },
        ]}
        onChange={onChange}
      />
      <p className={gone ? 'text-small text-ipe-ink' : 'text-small text-ink-3'}>
        {gone ? texts.mainColumnGone(value) : texts.mainColumnHint}
      </p>
    </div>
  );
}
