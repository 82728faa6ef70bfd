import { Field } from '../../../ui/controls/field.tsx';

type CountFieldProps = {
  label: string;
  hint: string;
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
};

/** A number of rows, kept as typed so that an emptied field stays empty. */
export function CountField({ label, hint, value, error, onChange }: CountFieldProps) {
  return (
    <Field
      label={label}
      type="number"
      min={1}
      max={50}
      step={1}
      inputMode="numeric"
      required
      hint={hint}
      error={error ?? null}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="tabular-nums"
    />
  );
}

export function CountShown({ label, value }: { label: string; value: string }) {
  return (
    <p className="text-small text-ink-2">
      {label} <strong className="font-semibold text-ink tabular-nums">{value}</strong>
    </p>
  );
}
