/** Edits the parameters: adds them by column or name, changes and removes them. */
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { PARAMETERS_MAX } from '#contract/limits.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { type Draft, type DraftParameter, newParameter } from '../draft.ts';
import type { Problems } from '../problems.ts';
import type { QueryColumn } from '../query/use-columns.ts';
import { texts as all } from '../texts-settings.ts';
import { ParameterEditor } from './parameter-editor.tsx';

const texts = all.parameter;

type ParameterFormProps = {
  source_id: number;
  draft: Draft;
  problems: Problems;
  /** The columns of the typed query; empty while it does not run. */
  columns: QueryColumn[];
  onChange: (parameters: DraftParameter[]) => void;
};

export function ParameterForm({ source_id, draft, problems, columns, onChange }: ParameterFormProps) {
  const { parameters } = draft.profile_extraction;
  const name = useRef<HTMLInputElement>(null);
  const taken = new Set(parameters.map((parameter) => parameter.name.trim()));
  const unused = columns.filter((column) => !taken.has(column.name));
  const add = (typed: string) => onChange([...parameters, newParameter(typed)]);
  const remove = (key: string) => {
    onChange(parameters.filter((parameter) => parameter.key !== key));
    name.current?.focus({ preventScroll: true });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {parameters.length > 0 && (
        <ul aria-label={texts.list} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {parameters.map((parameter) => (
            <ParameterEditor
              key={parameter.key}
              source_id={source_id}
              draft={draft}
              parameter={parameter}
              problems={problems.parameters[parameter.key] ?? {}}
              columns={columns}
              onChange={(next) => onChange(parameters.map((each) => (each.key === next.key ? next : each)))}
              onRemove={() => remove(parameter.key)}
            />
          ))}
        </ul>
      )}
      {parameters.length >= PARAMETERS_MAX ? (
        <p className="text-small text-ink-2">{texts.full}</p>
      ) : (
        <NewParameter box={name} unused={unused} onAdd={add} />
      )}
    </div>
  );
}

type NewParameterProps = {
  box: React.RefObject<HTMLInputElement | null>;
  unused: QueryColumn[];
  onAdd: (name: string) => void;
};

function NewParameter({ box, unused, onAdd }: NewParameterProps) {
  const [typed, setTyped] = useState('');
  const add = () => {
    if (!typed.trim()) return;
    onAdd(typed);
    setTyped('');
  };
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Otherwise Enter would submit the form.
    event.preventDefault();
    add();
  };
  return (
    <div className="grid gap-2.5 rounded-card border border-dashed border-line-strong p-4">
      <div className="flex items-end gap-2.5">
        <div className="min-w-0 flex-1 desk:max-w-[320px]">
          <Field
            ref={box}
            label={texts.newName}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onEnter}
            className="font-mono text-control"
          />
        </div>
        <Button icon={<Plus />} disabled={!typed.trim()} onClick={add} className="h-[42px] phone:px-2.5">
          {texts.add}
        </Button>
      </div>
      <p className="text-small text-ink-3">{unused.length > 0 ? texts.newHintColumns : texts.newHint}</p>
      {unused.length > 0 && (
        <ul aria-label={texts.unused} className="flex max-h-[136px] flex-wrap gap-1.5 overflow-y-auto">
          {unused.map((column) => (
            <li key={column.name} className="max-w-full">
              <Button
                size="small"
                icon={<Plus className="size-4" />}
                aria-label={texts.addColumn(column.name)}
                onClick={() => onAdd(column.name)}
                className="max-w-full font-mono"
              >
                <span className="truncate">{column.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
