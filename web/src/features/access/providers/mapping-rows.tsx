/** Lines that turn groups of a provider into a group here; the first one that fits counts. */
import { ChevronDown, ChevronUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { type MappingRow, newRow } from './provider-draft.ts';
import { texts as all } from './texts.ts';

const texts = all.form;

export type GroupChoice = { id: number; name: string };

type MappingRowsProps = {
  rows: MappingRow[];
  groups: GroupChoice[];
  mayGrant: boolean;
  isEditing: boolean;
  faults: ReadonlySet<string>;
  onChange: (rows: MappingRow[]) => void;
};

export function MappingRows({ rows, groups, mayGrant, isEditing, faults, onChange }: MappingRowsProps) {
  const [first] = groups;
  const edit = (key: string, part: Partial<MappingRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const move = (from: number, to: number) => {
    const moved = rows.toSpliced(from, 1);
    const [row] = rows.slice(from, from + 1);
    if (row) onChange(moved.toSpliced(to, 0, row));
  };
  return (
    <div className="grid gap-3">
      {rows.length === 0 && <p className="text-small text-ink-3">{texts.noRows}</p>}
      <ol className="grid gap-3">
        {rows.map((row, at) => (
          <li
            key={row.key}
            className="grid items-start gap-2 rounded-control border border-line p-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,200px)_auto]"
          >
            <Field
              label={texts.value(at + 1)}
              value={row.value}
              maxLength={500}
              error={faults.has(row.key) ? all.required : null}
              onChange={(event) => edit(row.key, { value: event.target.value })}
            />
            <NativeSelect
              label={texts.rowGroup(at + 1)}
              value={String(row.user_group_id)}
              options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(id) => edit(row.key, { user_group_id: Number(id) })}
            />
            {isEditing && (
              <div className="flex gap-1 sm:pt-[26px]">
                <IconButton label={texts.moveUp(at + 1)} disabled={at === 0} onClick={() => move(at, at - 1)}>
                  <ChevronUp />
                </IconButton>
                <IconButton
                  label={texts.moveDown(at + 1)}
                  disabled={at === rows.length - 1}
                  onClick={() => move(at, at + 1)}
                >
                  <ChevronDown />
                </IconButton>
                <IconButton
                  label={texts.removeRow(at + 1)}
                  onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
                >
                  <Trash2 />
                </IconButton>
              </div>
            )}
            {mayGrant && (
              <label className="flex items-center gap-2 text-control sm:col-span-3 phone:min-h-11">
                <input
                  type="checkbox"
                  checked={row.grants_admin}
                  onChange={(event) => edit(row.key, { grants_admin: event.target.checked })}
                  className="size-4 accent-brand"
                />
                {texts.grants}
              </label>
            )}
          </li>
        ))}
      </ol>
      {isEditing && first && (
        <Button
          icon={<Plus className="size-4" />}
          className="justify-self-start phone:w-full"
          onClick={() => onChange([...rows, newRow(first.id)])}
        >
          {texts.addRow}
        </Button>
      )}
    </div>
  );
}

type IconButtonProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode };

function IconButton({ label, disabled, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className="grid size-[42px] place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink disabled:opacity-40 phone:size-11"
    >
      {children}
    </button>
  );
}
