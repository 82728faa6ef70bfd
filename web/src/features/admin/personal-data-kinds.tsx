/** The kinds of personal data to choose from, as checkboxes. */
import { PERSONAL_DATA_KINDS, type PersonalDataKind } from '#contract/personal-data.ts';
import { texts } from './texts.ts';

export const KIND_NAMES = texts.personalData.kinds;

type PersonalDataKindsProps = {
  legend: string;
  value: readonly PersonalDataKind[];
  disabled?: boolean;
  error?: string | null;
  onChange: (kinds: PersonalDataKind[]) => void;
};

export function PersonalDataKinds({ legend, value, disabled, error, onChange }: PersonalDataKindsProps) {
  const toggle = (kind: PersonalDataKind) =>
    onChange(
      PERSONAL_DATA_KINDS.filter((one) => (one === kind ? !value.includes(one) : value.includes(one))),
    );
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="text-label font-medium">{legend}</legend>
      <div className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1">
        {PERSONAL_DATA_KINDS.map((kind) => (
          <label key={kind} className="flex min-h-9 items-center gap-2 phone:min-h-11">
            <input
              type="checkbox"
              checked={value.includes(kind)}
              onChange={() => toggle(kind)}
              className="size-[18px] shrink-0 accent-brand"
            />
            {KIND_NAMES[kind]}
          </label>
        ))}
      </div>
      {error && <p className="text-small text-danger">{error}</p>}
    </fieldset>
  );
}
