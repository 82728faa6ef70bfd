/** Removes a provider once its name has been typed. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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
import { DangerCard, dangerLook } from '../../../ui/page/detail-page.tsx';
import { oneProvider, providerList } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.danger;

export function DangerZone({ provider }: { provider: IdentityProvider }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <DangerCard title={texts.title} line={texts.line}>
      <Button className={dangerLook} onClick={() => setAsking(true)}>
        {texts.open}
      </Button>
      {isAsking && <Removal provider={provider} onClose={() => setAsking(false)} />}
    </DangerCard>
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
