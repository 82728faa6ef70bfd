import { Trash2 } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { IconButton } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { TextArea } from '../../ui/controls/text-area.tsx';
import { type Draft, type DraftParameter, switchRegex } from './draft.ts';
import type { ParameterProblems } from './problems.ts';
import { RegexFields } from './regex-fields.tsx';
import { RegexTest } from './regex-test.tsx';
import { texts as all } from './texts-settings.ts';
import { hasColumn, type QueryColumn } from './use-columns.ts';

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

/** One parameter: the column it is, and which of its values questions may ask for. */
export function ParameterEditor(props: ParameterEditorProps) {
  const { source_id, draft, parameter, problems, columns, onChange, onRemove } = props;
  const listId = useId();
  const name = parameter.name.trim();
  return (
    <li className="min-w-0">
      <fieldset
        onKeyDown={keepEnter}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line p-4"
      >
        <legend className="sr-only">{name || texts.untitled}</legend>
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1 desk:max-w-[320px]">
            <Field
              label={texts.name}
              list={listId}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={200}
              hint={hintFor(name, columns)}
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

/** Enter in a field would save the form, and with it a pattern that is half written. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

function hintFor(name: string, columns: QueryColumn[]) {
  if (!name || columns.length === 0 || hasColumn(columns, name)) return texts.nameHint;
  return <span className="text-ipe-ink">{texts.notAColumn}</span>;
}
