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
          <MappingLine
            key={row.key}
            row={row}
            at={at}
            isLast={at === rows.length - 1}
            groups={groups}
            mayGrant={mayGrant}
            isEditing={isEditing}
            isFaulty={faults.has(row.key)}
            onEdit={(part) => edit(row.key, part)}
            onMove={(to) => move(at, to)}
            onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ol>
      {isEditing && first && (
        <Button
          icon={<Plus className="size-4" />}
          className="justify-self-start slim:w-full"
          onClick={() => onChange([...rows, newRow(first.id)])}
        >
          {texts.addRow}
        </Button>
      )}
    </div>
  );
}

type MappingLineProps = Pick<MappingRowsProps, 'groups' | 'mayGrant' | 'isEditing'> & {
  row: MappingRow;
  /** Its place among the lines, from 0. */
  at: number;
  isLast: boolean;
  isFaulty: boolean;
  onEdit: (part: Partial<MappingRow>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

function MappingLine(props: MappingLineProps) {
  const { row, at, isLast, groups, mayGrant, isEditing, isFaulty, onEdit, onMove, onRemove } = props;
  return (
    <li className="grid items-start gap-2 rounded-control border border-line p-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,200px)_auto]">
      <Field
        label={texts.value(at + 1)}
        value={row.value}
        maxLength={500}
        error={isFaulty ? all.required : null}
        onChange={(event) => onEdit({ value: event.target.value })}
      />
      <NativeSelect
        label={texts.rowGroup(at + 1)}
        value={String(row.user_group_id)}
        options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => onEdit({ user_group_id: Number(id) })}
      />
      {isEditing && (
        <div className="flex gap-1 sm:pt-[26px]">
          <IconButton label={texts.moveUp(at + 1)} disabled={at === 0} onClick={() => onMove(at - 1)}>
            <ChevronUp />
          </IconButton>
          <IconButton label={texts.moveDown(at + 1)} disabled={isLast} onClick={() => onMove(at + 1)}>
            <ChevronDown />
          </IconButton>
          <IconButton label={texts.removeRow(at + 1)} onClick={onRemove}>
            <Trash2 />
          </IconButton>
        </div>
      )}
      {mayGrant && (
        <label className="flex items-center gap-2 text-control sm:col-span-3 phone:min-h-11">
          <input
            type="checkbox"
            checked={row.grants_admin}
            onChange={(event) => onEdit({ grants_admin: event.target.checked })}
            className="size-4 accent-brand"
          />
          {texts.grants}
        </label>
      )}
    </li>
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
