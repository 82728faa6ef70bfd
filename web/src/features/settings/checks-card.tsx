/** When checks run by themselves, how many tokens a night may take, and the gate of agents without one of their own. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DEPLOY_GATES } from '#contract/gate.ts';
import { type InterfaceSettings, interfaceApi } from '#contract/interface.ts';
import { NIGHTLY_TOKENS_MAX } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { formatNumber } from '../../lib/format.ts';
import { withoutThousands } from '../../lib/text/figures.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { interfaceSettings } from './interface-settings.ts';
import { StoredCard } from './stored-card.tsx';
import { texts as all } from './texts.ts';

const texts = all.checks;

export function ChecksCard({ mayChange }: { mayChange: boolean }) {
  return (
    <StoredCard found={useQuery(interfaceSettings())} texts={texts}>
      {(stored) => <ChecksForm key={ownFields(stored)} stored={stored} mayChange={mayChange} />}
    </StoredCard>
  );
}

/** The form keeps what is typed in it when another card saves its part of the same record. */
const ownFields = ({ nightly_hour, nightly_tokens, deploy_gate }: InterfaceSettings) =>
  `${nightly_hour} ${nightly_tokens} ${deploy_gate}`;

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: texts.hourOf(hour) }));

function ChecksForm({ stored, mayChange }: { stored: InterfaceSettings; mayChange: boolean }) {
  const client = useQueryClient();
  const [hour, setHour] = useState(String(stored.nightly_hour));
  const [gate, setGate] = useState(stored.deploy_gate);
  const [tokens, setTokens] = useState(formatNumber(stored.nightly_tokens));
  const typed = withoutThousands(tokens);
  const isNumber = /^\d{1,10}$/.test(typed) && Number(typed) <= NIGHTLY_TOKENS_MAX;
  const saving = useTask(async () => {
    const body = { nightly_hour: Number(hour), nightly_tokens: Number(typed), deploy_gate: gate };
    client.setQueryData(interfaceSettings().queryKey, await call(interfaceApi.change, { body }));
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isNumber) saving.run();
      }}
      className="grid gap-4"
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NativeSelect
          label={texts.hour}
          value={hour}
          options={HOURS}
          disabled={!mayChange}
          onChange={setHour}
        />
        <Field
          label={texts.tokens}
          hint={texts.tokensHint}
          inputMode="numeric"
          readOnly={!mayChange}
          value={tokens}
          error={isNumber ? null : texts.tokensWrong}
          onChange={(event) => setTokens(event.target.value.trim())}
        />
        <NativeSelect
          label={texts.gate}
          value={gate}
          options={DEPLOY_GATES.map((value) => ({ value, label: texts.gates[value] }))}
          disabled={!mayChange}
          onChange={setGate}
        />
      </div>
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
