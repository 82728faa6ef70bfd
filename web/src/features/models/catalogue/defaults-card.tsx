/** The default models of the installation. Administrators read them. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ModelDefaultsInfo, modelDefaultsApi } from '#contract/model-defaults.ts';
import type { ModelInfo } from '#contract/models.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { refreshModels } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.defaults;
const NONE = '';
const RESERVES = [0, 1] as const;

type DefaultsCardProps = { models: ModelInfo[]; defaults: ModelDefaultsInfo; mayEdit: boolean };

export function DefaultsCard({ models, defaults, mayEdit }: DefaultsCardProps) {
  const cache = useQueryClient();
  const [draft, setDraft] = useState<ModelDefaultsInfo | null>(null);
  const shown = draft ?? defaults;
  const save = useTask(async () => {
    const { default: chosen, steps, reserves, follow_successor, version } = shown;
    const body = { default: chosen, steps, reserves, follow_successor, version };
    await call(modelDefaultsApi.change, { body });
    await refreshModels(cache);
    setDraft(null);
  });
  const change = (part: Partial<ModelDefaultsInfo>) => setDraft({ ...shown, ...part });
  const disabled = !mayEdit || defaults.local;
  return (
    <Card title={words.title} line={words.line}>
      <div className="grid gap-4">
        <DefaultSelects models={models} shown={shown} disabled={disabled} onChange={change} />
        <Switch
          label={words.follow}
          line={words.followHint}
          checked={shown.follow_successor}
          disabled={disabled}
          onChange={(follow_successor) => change({ follow_successor })}
        />
        {save.failure !== null && <Alert title={failureText(save.failure, words.failed)} />}
        {draft && (
          <div className="flex justify-end gap-2.5">
            <Button onClick={() => setDraft(null)}>{texts.cancel}</Button>
            <Button variant="primary" busy={save.busy} onClick={save.run}>
              {texts.save}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

type SelectsProps = {
  models: ModelInfo[];
  shown: ModelDefaultsInfo;
  disabled: boolean;
  onChange: (part: Partial<ModelDefaultsInfo>) => void;
};

function DefaultSelects({ models, shown, disabled, onChange }: SelectsProps) {
  const optionsOf = (empty: string, chosen: string | null, without: (string | null)[] = []) => [
    { value: NONE, label: empty },
    ...models
      .filter(
        ({ id, state }) =>
          id === chosen || (!['retired', 'hidden', 'no_key'].includes(state) && !without.includes(id)),
      )
      .map(({ id, name }) => ({ value: id, label: name })),
  ];
  const setReserve = (place: number, id: string) => {
    const reserves = [...shown.reserves];
    reserves[place] = id;
    onChange({ reserves: reserves.filter(Boolean) });
  };
  return (
    <div className="grid gap-4 desk:grid-cols-2">
      {(['default', 'steps'] as const).map((name) => (
        <NativeSelect
          key={name}
          label={words[name]}
          value={shown[name] ?? NONE}
          options={optionsOf(words.automatic, shown[name])}
          disabled={disabled}
          onChange={(id) => onChange({ [name]: id || null })}
        />
      ))}
      {RESERVES.map((place) => (
        <NativeSelect
          key={place}
          label={words.reserve(place + 1)}
          value={shown.reserves[place] ?? NONE}
          options={optionsOf(words.noReserve, shown.reserves[place] ?? null, [
            shown.default,
            ...shown.reserves,
          ])}
          disabled={disabled || place > shown.reserves.length}
          onChange={(id) => setReserve(place, id)}
        />
      ))}
    </div>
  );
}
