/** The rule of an agent on personal data that is about to leave, and the places where its models may process. */
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { RESIDENCIES } from '#contract/model-sets.ts';
import { PERSONAL_DATA_MODES, type PersonalDataMode } from '#contract/personal-data.ts';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { guardSettings, MODE_LINES, MODE_NAMES } from '../../admin/guard-settings.ts';
import { PersonalDataKinds } from '../../admin/personal-data-kinds.tsx';
import type { Draft } from '../draft.ts';
import { texts } from '../texts-configuration.ts';
import type { ModelBeyond } from './model-residency.ts';

type PersonalDataRulesProps = {
  draft: Draft;
  editing: boolean;
  /** The model that the chosen place forbids. */
  beyond: ModelBeyond | null;
  onChange: (change: Partial<Draft>) => void;
};

const DEFAULT = 'default';
const PLACES = RESIDENCIES.toReversed().map((value) => ({ value, label: texts.residencies[value] }));

export function PersonalDataRules({ draft, editing, beyond, onChange }: PersonalDataRulesProps) {
  const titleId = useId();
  const installation = useQuery(guardSettings()).data;
  const { personal_data, personal_data_kinds, residency_max } = draft;
  const mode = personal_data ?? installation?.mode;
  const kinds = personal_data_kinds ?? installation?.kinds;
  const hasOwnRule = personal_data !== null || personal_data_kinds !== null;
  return (
    <section aria-labelledby={titleId} className="grid gap-4 p-5">
      <div className="grid gap-0.5">
        <h3 id={titleId} className="text-label font-medium">
          {texts.personalData}
        </h3>
        <p className="text-small text-ink-2">{texts.personalDataLine}</p>
      </div>
      <div className="grid items-start gap-x-[18px] gap-y-5 sm:grid-cols-2">
        <div className="grid gap-1.5">
          <NativeSelect
            label={texts.personalDataMode}
            value={personal_data ?? DEFAULT}
            disabled={!editing}
            options={[
              {
                value: DEFAULT,
                label: texts.personalDataDefault(installation ? MODE_NAMES[installation.mode] : null),
              },
              ...PERSONAL_DATA_MODES.map((value) => ({ value, label: MODE_NAMES[value] })),
            ]}
            onChange={(next) => onChange(ruleWith(next, draft))}
          />
          {mode && <p className="text-small text-ink-2">{MODE_LINES[mode]}</p>}
        </div>
        <NativeSelect
          label={texts.residency}
          value={residency_max}
          disabled={!editing}
          options={PLACES}
          error={beyond && texts.modelBeyond(beyond.name, beyond.residency)}
          onChange={(next) => onChange({ residency_max: next })}
        />
      </div>
      {hasOwnRule && mode !== 'allow' && kinds && (
        <PersonalDataKinds
          legend={texts.personalDataKinds}
          value={kinds}
          disabled={!editing}
          error={kinds.length ? null : texts.personalDataKindsMissing}
          onChange={(next) => onChange({ personal_data_kinds: next })}
        />
      )}
    </section>
  );
}

/** Own kinds go with an own rule that looks for them. */
function ruleWith(
  next: PersonalDataMode | typeof DEFAULT,
  { personal_data_kinds }: Draft,
): Pick<Draft, 'personal_data' | 'personal_data_kinds'> {
  if (next === DEFAULT) return { personal_data: null, personal_data_kinds: null };
  return { personal_data: next, personal_data_kinds: next === 'allow' ? null : personal_data_kinds };
}
