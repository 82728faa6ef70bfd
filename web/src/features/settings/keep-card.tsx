/** How long conversations are kept. A shorter time erases what cannot come back, so it is asked for twice. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type InterfaceSettings, interfaceApi } from '#contract/interface.ts';
import { KEEP_MONTHS } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { interfaceSettings } from './interface-settings.ts';
import { StoredCard } from './stored-card.tsx';
import { texts as all } from './texts.ts';

const texts = all.keep;

/** In months. The API takes any number between the first and the limit. */
const OFFERED = [KEEP_MONTHS.min, 6, 12, 24, 36, 60, KEEP_MONTHS.max];
const FOR_EVER = '';

export function KeepCard({ mayChange }: { mayChange: boolean }) {
  return (
    <StoredCard found={useQuery(interfaceSettings())} texts={texts}>
      {({ keep_months }) => <KeepForm key={keep_months} stored={keep_months} mayChange={mayChange} />}
    </StoredCard>
  );
}

type Months = InterfaceSettings['keep_months'];

const optionsWith = (stored: Months) => [
  { value: FOR_EVER, label: texts.forEver },
  ...[...new Set([...OFFERED, ...(stored === null ? [] : [stored])])]
    .sort((a, b) => a - b)
    .map((months) => ({ value: String(months), label: texts.after(months) })),
];

function KeepForm({ stored, mayChange }: { stored: Months; mayChange: boolean }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(stored === null ? FOR_EVER : String(stored));
  const [isAsking, setAsking] = useState(false);
  const keep_months = chosen === FOR_EVER ? null : Number(chosen);
  const erasesMore = keep_months !== null && (stored === null || keep_months < stored);
  const saving = useTask(async () => {
    client.setQueryData(
      interfaceSettings().queryKey,
      await call(interfaceApi.change, { body: { keep_months } }),
    );
    setAsking(false);
  });
  const failure = saving.failure === null ? null : failureText(saving.failure, texts.saveFailed);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (erasesMore) setAsking(true);
        else saving.run();
      }}
      className="grid gap-4"
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NativeSelect
          label={texts.months}
          value={chosen}
          options={optionsWith(stored)}
          disabled={!mayChange}
          onChange={setChosen}
        />
      </div>
      <p className="text-small text-ink-2">{texts.stays}</p>
      {failure && !isAsking && <Alert title={failure} />}
      {mayChange && (
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={saving.busy} className="slim:w-full">
            {texts.save}
          </Button>
        </div>
      )}
      <Confirm
        open={isAsking}
        text={texts.sure(keep_months ?? 0)}
        detail={texts.sureDetail}
        failure={failure}
        confirmLabel={texts.sureYes}
        busy={saving.busy}
        onConfirm={() => saving.run()}
        onCancel={() => setAsking(false)}
      />
    </form>
  );
}
