/** The name that receipts have, and whether everybody may check them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type InterfaceSettings, interfaceApi } from '#contract/interface.ts';
import { ORGANISATION_NAME_MAX } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { interfaceSettings } from './interface-settings.ts';
import { StoredCard } from './stored-card.tsx';
import { texts as all } from './texts.ts';

const texts = all.receipts;

export function ReceiptsCard({ mayChange }: { mayChange: boolean }) {
  return (
    <StoredCard found={useQuery(interfaceSettings())} texts={texts}>
      {(stored) => <ReceiptsForm key={stored.organisation_name} stored={stored} mayChange={mayChange} />}
    </StoredCard>
  );
}

function ReceiptsForm({ stored, mayChange }: { stored: InterfaceSettings; mayChange: boolean }) {
  const client = useQueryClient();
  const [name, setName] = useState(stored.organisation_name ?? '');
  const saving = useTask(async (body: Partial<InterfaceSettings>) => {
    client.setQueryData(interfaceSettings().queryKey, await call(interfaceApi.change, { body }));
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        saving.run({ organisation_name: name.trim() || null });
      }}
      className="grid gap-4"
    >
      <Switch
        label={texts.open}
        line={texts.openLine}
        checked={stored.receipts_public}
        disabled={!mayChange || saving.busy}
        onChange={(receipts_public) => saving.run({ receipts_public })}
      />
      <Field
        label={texts.name}
        hint={texts.nameHint}
        maxLength={ORGANISATION_NAME_MAX}
        readOnly={!mayChange}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {saving.failure !== null && <Alert title={failureText(saving.failure, texts.saveFailed)} />}
      {mayChange && (
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={saving.busy} className="slim:w-full">
            {texts.save}
          </Button>
        </div>
      )}
    </form>
  );
}
