/** The monthly cap that a person sets for themselves. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { OWN_CAP } from '#contract/limits.ts';
import { usersApi } from '#contract/users.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { formatNumber } from '../../../lib/format.ts';
import { withoutThousands } from '../../../lib/text/figures.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { me } from '../../session/queries.ts';
import { tokenUsage } from '../queries.ts';
import { texts as all } from '../texts.ts';

const texts = all.usage.cap;

export function OwnCap() {
  const { data } = useQuery(tokenUsage());
  // The usage above says why it is not there.
  return data ? <CapForm key={data.own_cap} cap={data.own_cap} /> : null;
}

function CapForm({ cap }: { cap: number | null }) {
  const cache = useQueryClient();
  const [typed, setTyped] = useState(cap === null ? '' : formatNumber(cap));
  const [checked, setChecked] = useState(false);
  const wanted = capOf(typed);
  const save = useTask(async () => {
    if (wanted === undefined) return;
    await call(usersApi.setCap, { body: { tokens: wanted } });
    await cache.invalidateQueries({ queryKey: me().queryKey });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (wanted !== undefined) save.run();
  };
  const wrong = checked && wanted === undefined ? texts.wrong : null;
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
      <Field
        label={texts.label}
        hint={texts.hint}
        value={typed}
        inputMode="numeric"
        maxLength={16}
        error={wrong ?? (save.failure === null ? null : failureText(save.failure, texts.failed))}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" busy={save.busy} disabled={wanted === cap} className="mt-[27px]">
        {save.busy ? texts.saving : texts.save}
      </Button>
    </form>
  );
}

/** Null for a blank field, undefined for what is no cap. */
function capOf(typed: string): number | null | undefined {
  const digits = withoutThousands(typed);
  if (digits === '') return null;
  const tokens = /^\d{1,10}$/.test(digits) ? Number(digits) : 0;
  return tokens >= OWN_CAP.min && tokens <= OWN_CAP.max ? tokens : undefined;
}
