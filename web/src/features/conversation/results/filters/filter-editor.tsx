/** The fields in which one condition is written, by the kind of its column. */
import { Check } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Condition } from '#contract/table-plan.ts';
import type { FilterColumn } from '#contract/table-result.ts';
import { tableCellWords } from '#contract/table-words.ts';
import { dayOf } from '../../../../lib/text/day.ts';
import { plain } from '../../../../lib/text/matching.ts';
import { classes } from '../../../../ui/classes.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Chip } from '../../../../ui/controls/chip.tsx';
import { Field } from '../../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../../ui/controls/native-select.tsx';
import { SearchBox } from '../../../../ui/controls/search-box.tsx';
import { Segmented } from '../../../../ui/controls/segmented.tsx';
import { texts } from '../texts.ts';
import { periodOfKey, periodsAround } from './periods.ts';
import { boundsCondition, boundsOf, parseNumber, typedNumber } from './plan-edit.ts';

export type FilterEditorProps = {
  column: FilterColumn;
  /** Null for a new filter. */
  condition: Condition | null;
  onApply: (condition: Condition) => void;
};

export function FilterEditor(props: FilterEditorProps) {
  const { kind } = props.column;
  const op = props.condition?.op;
  if (kind === 'date') return <DateEditor {...props} />;
  if ((kind === 'number' || kind === 'money') && op !== 'not_in') return <RangeEditor {...props} />;
  const isText = kind === 'text' || kind === 'identifier';
  if (op === 'in' || op === 'not_in' || (!op && !isText)) return <ListEditor {...props} />;
  return <TextEditor {...props} />;
}

type FormProps = { error: string | null; onSubmit: () => void; children: ReactNode };

function Form({ error, onSubmit, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {children}
      {error && (
        <p role="alert" className="text-small text-danger">
          {error}
        </p>
      )}
      <Button type="submit" variant="primary" className="justify-self-end">
        {texts.apply}
      </Button>
    </form>
  );
}

function RangeEditor({ column, condition, onApply }: FilterEditorProps) {
  const known = boundsOf(condition);
  const [from, setFrom] = useState(typedNumber(known.from || undefined));
  const [to, setTo] = useState(typedNumber(known.to || undefined));
  const [error, setError] = useState<string | null>(null);
  const apply = () => {
    const bounds = { from: from.trim() && parseNumber(from), to: to.trim() && parseNumber(to) };
    if (bounds.from === null || bounds.to === null) return setError(texts.notANumber);
    const { from: low, to: high } = bounds;
    if (!low && !high) return setError(texts.noBound);
    if (low && high && Number(low) > Number(high)) return setError(texts.reversed);
    return onApply(boundsCondition(condition, column.name, { from: low, to: high }));
  };
  // Durations are compared in minutes.
  const unit = column.unit ? ` (${column.unit.replace(/^h /, '')})` : '';
  return (
    <Form error={error} onSubmit={apply}>
      <div className="grid grid-cols-2 gap-3">
        <Field
          label={`${texts.from}${unit}`}
          inputMode="decimal"
          autoComplete="off"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <Field
          label={`${texts.to}${unit}`}
          inputMode="decimal"
          autoComplete="off"
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      <p className="text-small text-ink-3">{texts.numberHint}</p>
    </Form>
  );
}

function DateEditor({ column, condition, onApply }: FilterEditorProps) {
  const [key] = condition?.op === 'in' && condition.values.length === 1 ? condition.values : [];
  const period = key === undefined ? null : periodOfKey(key);
  const known = period ? { from: period.first, to: period.last } : boundsOf(condition);
  const [from, setFrom] = useState(known.from);
  const [to, setTo] = useState(known.to);
  const [error, setError] = useState<string | null>(null);
  const [periods] = useState(() => periodsAround(dayOf(new Date().toISOString())));
  const apply = () => {
    if (!from && !to) return setError(texts.noBound);
    if (from && to && from > to) return setError(texts.reversed);
    return onApply(boundsCondition(condition, column.name, { from, to }));
  };
  return (
    <Form error={error} onSubmit={apply}>
      <fieldset>
        <legend className="mb-1.5 text-label font-medium">{texts.period}</legend>
        <div className="flex flex-wrap gap-1.5">
          {periods.map(({ label, first, last }) => (
            <Chip
              key={label}
              pressed={first === from && last === to}
              onToggle={() => {
                setFrom(first);
                setTo(last);
              }}
            >
              {label}
            </Chip>
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-2 gap-3">
        <Field label={texts.from} type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
        <Field label={texts.to} type="date" value={to} onChange={({ target }) => setTo(target.value)} />
      </div>
    </Form>
  );
}

/** Values that are drawn at once; typing finds the others. */
const SHOWN_VALUES = 60;

function ListEditor({ column, condition, onApply }: FilterEditorProps) {
  const [isNot, setIsNot] = useState(condition?.op === 'not_in');
  const [chosen, setChosen] = useState(condition?.values ?? []);
  const [term, setTerm] = useState('');
  const [error, setError] = useState<string | null>(null);
  const offered = [...new Set([...(condition?.values ?? []), ...chosen, ...column.values])];
  // The two values of a boolean are read as «Sim» and «Não».
  const wordsOf = (value: string) => tableCellWords(value, { ...column, bucket: null });
  const found = offered.filter((value) => plain(wordsOf(value)).includes(plain(term))).slice(0, SHOWN_VALUES);
  const typed = term.trim();
  const isNew = typed !== '' && !offered.some((value) => plain(wordsOf(value)) === plain(typed));
  const toggle = (value: string) =>
    setChosen(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  const apply = () => {
    if (chosen.length === 0) return setError(texts.noneChosen);
    return onApply({ column: column.name, op: isNot ? 'not_in' : 'in', values: chosen });
  };
  return (
    <Form error={error} onSubmit={apply}>
      <Segmented
        label={texts.condition}
        value={isNot ? 'not_in' : 'in'}
        options={[
          { value: 'in', label: texts.isOne },
          { value: 'not_in', label: texts.isNot },
        ]}
        onChange={(value) => setIsNot(value === 'not_in')}
      />
      <SearchBox value={term} onChange={setTerm} label={texts.findValue} />
      <fieldset className="min-w-0">
        <legend className="sr-only">{texts.values}</legend>
        <div className="-mx-1 grid max-h-56 gap-0.5 overflow-y-auto px-1">
          {found.map((value) => (
            <Choice
              key={value}
              label={wordsOf(value)}
              checked={chosen.includes(value)}
              onToggle={() => toggle(value)}
            />
          ))}
          {found.length === 0 && !isNew && <p className="py-2 text-small text-ink-3">{texts.noValues}</p>}
        </div>
      </fieldset>
      {isNew && (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => {
            toggle(typed);
            setTerm('');
          }}
        >
          {texts.addValue(typed)}
        </Button>
      )}
    </Form>
  );
}

type ChoiceProps = { label: string; checked: boolean; onToggle: () => void };

function Choice({ label, checked, onToggle }: ChoiceProps) {
  return (
    <label className="relative flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2 text-control hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-brand/70 phone:min-h-11">
      <input
        type="checkbox"
        checked={checked}
        onChange={onToggle}
        className="absolute inset-0 appearance-none rounded-control outline-none"
      />
      <span
        aria-hidden="true"
        className={classes(
          'grid size-[18px] shrink-0 place-items-center rounded-[5px] border',
          checked ? 'border-brand bg-brand text-on-brand' : 'border-line-strong bg-surface',
        )}
      >
        {checked && <Check className="size-3.5" />}
      </span>
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  );
}

const TEXT_OPERATORS = [
  { value: 'contains', label: texts.contains },
  { value: 'not_contains', label: texts.notContains },
  { value: 'starts_with', label: texts.startsWith },
] as const;

function TextEditor({ column, condition, onApply }: FilterEditorProps) {
  const known = TEXT_OPERATORS.find(({ value }) => value === condition?.op)?.value;
  const [op, setOp] = useState(known ?? 'contains');
  const [text, setText] = useState(condition?.values[0] ?? '');
  const [error, setError] = useState<string | null>(null);
  const apply = () => {
    const value = text.trim();
    if (!value) return setError(texts.noText);
    return onApply({ column: column.name, op, values: [value, ...(condition?.values.slice(1) ?? [])] });
  };
  return (
    <Form error={error} onSubmit={apply}>
      <NativeSelect label={texts.condition} value={op} options={TEXT_OPERATORS} onChange={setOp} />
      <Field
        label={texts.text}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </Form>
  );
}
