/** Fields that forms about norms share: a day, and the provisions that a relation names. */
import { Field } from '../../../ui/controls/field.tsx';
import { texts as all } from './texts.ts';

const texts = all.relationForm;

type DayFieldProps = {
  label: string;
  hint?: string;
  value: string;
  error?: string | null;
  onChange: (day: string) => void;
};

export function DayField({ onChange, ...field }: DayFieldProps) {
  return <Field {...field} type="date" onChange={({ target }) => onChange(target.value)} />;
}

type ProvisionsFieldProps = { value: string; onChange: (typed: string) => void };

export function ProvisionsField({ value, onChange }: ProvisionsFieldProps) {
  return (
    <Field
      label={texts.provisions}
      hint={texts.provisionsHint}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** «art:5/par:1, art:7» */
export const provisionsOf = (typed: string): string[] =>
  typed
    .split(/[,;\s]+/)
    .map((path) => path.trim())
    .filter(Boolean);
