import { Field } from '../../ui/controls/field.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { type DraftRegex, maxValuesOf } from './draft.ts';
import { texts as all } from './texts-settings.ts';

const texts = all.parameter;

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
        // While it is typed it may be anything; left behind, it is a number or all of them.
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
