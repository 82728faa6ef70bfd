import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type GuardSettings, guardApi } from '#contract/guard.ts';
import { PERSONAL_DATA_MODES, type PersonalDataKind } from '#contract/personal-data.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { guardSettings, MODE_LINES, MODE_NAMES } from '../../admin/guard-settings.ts';
import { PersonalDataKinds } from '../../admin/personal-data-kinds.tsx';
import { texts } from './texts.ts';

type GuardRuleProps = {
  settings: GuardSettings;
  onKinds: (kinds: PersonalDataKind[] | null) => void;
};

const MODES = PERSONAL_DATA_MODES.map((value) => ({ value, label: MODE_NAMES[value] }));

export function GuardRule({ settings, onKinds }: GuardRuleProps) {
  const cache = useQueryClient();
  const [draft, setDraft] = useState(settings);
  const change = (fields: Partial<GuardSettings>) => {
    save.forgive();
    setDraft((now) => ({ ...now, ...fields }));
    if (fields.kinds) onKinds(fields.kinds.length ? fields.kinds : null);
  };
  const save = useTask(async () => {
    const saved = await call(guardApi.update, { body: draft });
    onKinds(null);
    cache.setQueryData(guardSettings().queryKey, saved);
  });
  const cancel = () => {
    onKinds(null);
    setDraft(settings);
  };
  const isDirty = JSON.stringify(draft) !== JSON.stringify(settings);
  const isReady = isDirty && draft.kinds.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) save.run();
  };
  return (
    <Card title={texts.rule} line={texts.ruleLine}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <ModeChoice mode={draft.mode} onChange={(mode) => change({ mode })} />
        <PersonalDataKinds
          legend={texts.kinds}
          value={draft.kinds}
          error={draft.kinds.length ? null : texts.kindsMissing}
          onChange={(kinds) => change({ kinds })}
        />
        <Switch
          label={texts.newLocal}
          line={texts.newLocalLine}
          checked={draft.new_agents_local}
          onChange={(new_agents_local) => change({ new_agents_local })}
        />
        {save.failure !== null && <Alert title={failureText(save.failure, texts.saveFailed)} />}
        <div className="flex flex-wrap justify-end gap-2.5">
          {isDirty && <Button onClick={cancel}>{texts.cancel}</Button>}
          <Button type="submit" variant="primary" disabled={!isReady} busy={save.busy}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}

type Mode = GuardSettings['mode'];

const ModeChoice = ({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) => (
  <div className="grid gap-2">
    <Segmented label={texts.mode} value={mode} options={MODES} onChange={onChange} />
    <p className="text-small text-ink-2">{MODE_LINES[mode]}</p>
  </div>
);
