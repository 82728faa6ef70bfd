/** Links the account of a directory, which has no pages of its own: its name and password are typed here. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EMAIL_MAX } from '#contract/limits.ts';
import { type LinkedAccounts, linkedAccountsApi } from '#contract/sign-on.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field, PasswordField } from '../../../ui/controls/field.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { linkedAccounts } from './queries.ts';
import { texts } from './texts.ts';

type NetworkLinkProps = { provider: LinkedAccounts['offered'][number]; onLinked: () => void };

export function NetworkLink({ provider, onLinked }: NetworkLinkProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} className="slim:w-full">
        {texts.link(provider.name)}
      </Button>
      {isOpen && <NetworkForm provider={provider} onLinked={onLinked} onClose={() => setOpen(false)} />}
    </>
  );
}

function NetworkForm({ provider, onLinked, onClose }: NetworkLinkProps & { onClose: () => void }) {
  const cache = useQueryClient();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const link = useTask(async () => {
    const params = { slug: provider.slug };
    const linked = await call(linkedAccountsApi.byPassword, { params, body: { username, password } });
    onClose();
    onLinked();
    cache.setQueryData(linkedAccounts().queryKey, linked);
  });
  const { bind } = useCheckedForm();
  const isMissing = !username.trim() || !password;
  return (
    <FormDialog
      title={texts.link(provider.name)}
      line={texts.network.line}
      size="small"
      form={bind(isMissing, link.run)}
      words={{ submit: texts.network.submit, submitting: texts.network.submitting }}
      busy={link.busy}
      disabled={isMissing}
      failure={link.failure === null ? null : failureText(link.failure, texts.linkFailed)}
      onClose={onClose}
    >
      <Field
        label={texts.network.username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={EMAIL_MAX}
        value={username}
        onChange={(event) => {
          link.forgive();
          setUsername(event.target.value);
        }}
      />
      <PasswordField
        label={texts.network.password}
        autoComplete="off"
        required
        value={password}
        onChange={(event) => {
          link.forgive();
          setPassword(event.target.value);
        }}
      />
    </FormDialog>
  );
}
