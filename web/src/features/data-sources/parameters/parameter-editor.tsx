import { Trash2 } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { type Draft, type DraftParameter, type DraftRegex, maxValuesOf, switchRegex } from '../draft.ts';
import type { ParameterProblems } from '../problems.ts';
import { hasColumn, type QueryColumn } from '../query/use-columns.ts';
import { texts as all } from '../texts-settings.ts';
import { RegexTest } from './regex-test.tsx';

const texts = all.parameter;

type ParameterEditorProps = {
  source_id: number;
  draft: Draft;
  parameter: DraftParameter;
  problems: ParameterProblems;
  columns: QueryColumn[];
  onChange: (parameter: DraftParameter) => void;
  onRemove: () => void;
};

/** Edits one parameter: its column and the values that questions may ask for. */
export function ParameterEditor(props: ParameterEditorProps) {
  const { source_id, draft, parameter, problems, onChange, onRemove } = props;
  const name = parameter.name.trim();
  return (
    <li className="min-w-0">
      <fieldset
        onKeyDown={keepEnter}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line p-4"
      >
        <legend className="sr-only">{name || texts.untitled}</legend>
        <div className="flex items-start gap-2">
          <ParameterName {...props} />
          <IconButton
            label={texts.remove(name || texts.untitled)}
            onClick={onRemove}
            className="mt-[26px] ml-auto"
          >
            <Trash2 />
          </IconButton>
        </div>
        <Switch
          label={texts.useRegex}
          line={texts.useRegexLine}
          checked={parameter.regex.enabled}
          onChange={(enabled) => onChange({ ...parameter, regex: switchRegex(parameter.regex, enabled) })}
        />
        {parameter.regex.enabled ? (
          <RegexFields
            regex={parameter.regex}
            problem={problems.include_pattern}
            onChange={(regex) => onChange({ ...parameter, regex })}
          />
        ) : (
          <TextArea
            label={texts.typed}
            hint={texts.typedHint}
            error={problems.values ?? null}
            rows={4}
            spellCheck={false}
            value={parameter.values}
            onChange={(event) => onChange({ ...parameter, values: event.target.value })}
          />
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 [&>button]:justify-self-start">
          <RegexTest source_id={source_id} draft={draft} parameter={parameter} />
        </div>
      </fieldset>
    </li>
  );
}

function ParameterName({ parameter, problems, columns, onChange }: ParameterEditorProps) {
  const listId = useId();
  return (
    <div className="min-w-0 flex-1 desk:max-w-[320px]">
      <Field
        label={texts.name}
        list={listId}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        hint={hintFor(parameter.name.trim(), columns)}
        error={problems.name ?? null}
        value={parameter.name}
        onChange={(event) => onChange({ ...parameter, name: event.target.value })}
        className="font-mono text-control"
      />
      <datalist id={listId}>
        {columns.map((column) => (
          <option key={column.name} value={column.name} />
        ))}
      </datalist>
    </div>
  );
}

/** Keeps Enter from submitting the form with a half-written pattern. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

function hintFor(name: string, columns: QueryColumn[]) {
  if (!name || columns.length === 0 || hasColumn(columns, name)) return texts.nameHint;
  return <span className="text-ipe-ink">{texts.notAColumn}</span>;
}

type RegexFieldsProps = {
  regex: DraftRegex;
  problem: string | undefined;
  onChange: (regex: DraftRegex) => void;
};

export function RegexFields({ regex, problem, onChange }: RegexFieldsProps) {
  const pattern = {
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    className: 'font-mono text-control',
  } as const;
  return (
    <div className="grid items-start gap-x-[18px] gap-y-4 sm:grid-cols-2">
      <Field
        {...pattern}
        label={texts.include}
        required
        hint={texts.includeHint}
        error={problem ?? null}
        value={regex.include_pattern}
        onChange={(event) => onChange({ ...regex, include_pattern: event.target.value })}
      />
      <Field
        {...pattern}
        label={texts.exclude}
        hint={texts.excludeHint}
        value={regex.exclude_pattern}
        onChange={(event) => onChange({ ...regex, exclude_pattern: event.target.value })}
      />
      <Field
        label={texts.maxValues}
        type="number"
        min={-1}
        step={1}
        hint={texts.maxValuesHint}
        value={regex.max_values}
        onChange={(event) => onChange({ ...regex, max_values: event.target.value })}
        // Normalised on blur: a number, or -1 for all values.
        onBlur={() => onChange({ ...regex, max_values: String(maxValuesOf(regex.max_values)) })}
        className="tabular-nums"
      />
      <div className="sm:pt-6">
        <Switch
          label={texts.caseInsensitive}
          checked={regex.case_insensitive}
          onChange={(case_insensitive) => onChange({ ...regex, case_insensitive })}
        />
      </div>
    </div>
  );
}
