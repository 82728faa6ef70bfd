/** Removes a provider once its name has been typed. */
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { type IdentityProvider, identityProvidersApi } from '#contract/identity-providers.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { paths } from '../../../lib/paths.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { oneProvider, providerList } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.danger;

export function DangerZone({ provider }: { provider: IdentityProvider }) {
  const title = useId();
  const [isAsking, setAsking] = useState(false);
  return (
    <section
      aria-labelledby={title}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-danger/40 bg-surface p-[18px] shadow-1"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 id={title} className="font-sans text-body font-semibold tracking-normal text-danger">
          {texts.title}
        </h2>
        <p className="mt-0.5 text-small text-ink-2">{texts.line}</p>
      </div>
      <Button className="border-danger/40! text-danger!" onClick={() => setAsking(true)}>
        {texts.open}
      </Button>
      {isAsking && <Removal provider={provider} onClose={() => setAsking(false)} />}
    </section>
  );
}

function Removal({ provider, onClose }: { provider: IdentityProvider; onClose: () => void }) {
  const { id, name, people } = provider;
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { checked, bind } = useCheckedForm();
  const isRight = typed.trim() === name;
  const remove = useTask(async () => {
    await call(identityProvidersApi.remove, { params: { id } });
    await navigate(paths.adminAccess, { replace: true });
    cache.removeQueries({ queryKey: oneProvider(id).queryKey });
    await cache.invalidateQueries({ queryKey: providerList().queryKey });
  });
  const failure = failedWith(remove.failure, 'reauthentication_required') ? null : remove.failure;
  return (
    <FormDialog
      title={texts.ask(name)}
      line={texts.effect(all.people(people), people === 1, name)}
      size="small"
      variant="danger"
      form={bind(!isRight, remove.run)}
      words={{ submit: texts.confirm, submitting: texts.confirming }}
      busy={remove.busy}
      failure={failure === null ? null : failureText(failure, texts.failed)}
      onClose={remove.busy ? () => {} : onClose}
    >
      <Field
        label={texts.type(name)}
        value={typed}
        autoComplete="off"
        error={checked && !isRight ? texts.mistyped : null}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
