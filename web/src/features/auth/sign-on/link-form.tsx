/** An account with the address exists: its owner proves it once with its password. */
import { useState } from 'react';
import { Link } from 'react-router';
import type { SecondStep as Begun, LinkProof, TokenPair } from '#contract/sign-in.ts';
import { signOnApi } from '#contract/sign-on.ts';
import { call } from '../../../api/client.ts';
import { messageOf } from '../../../api/error-message.ts';
import { paths } from '../../../lib/paths.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PasswordField } from '../../../ui/controls/field.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { SecondStepOf } from './second-step-of.tsx';
import { texts as all } from './texts.ts';

const texts = all.link;

type LinkFormProps = {
  link: LinkProof['link'];
  name: string;
  onEntered: (tokens: TokenPair) => Promise<void>;
};

export function LinkForm({ link, name, onEntered }: LinkFormProps) {
  const [password, setPassword] = useState('');
  const [begun, setBegun] = useState<Begun['second_step'] | null>(null);
  const { checked, bind } = useCheckedForm();
  const prove = useTask(async () => {
    const reply = await call(signOnApi.link, { body: { token: link.token, password } });
    if ('second_step' in reply) setBegun(reply.second_step);
    else await onEntered(reply);
  });
  if (begun) return <SecondStepOf begun={begun} onEntered={onEntered} />;
  return (
    <AuthFrame title={texts.title} line={texts.line(link.email_masked, name)}>
      {prove.failure ? <Alert title={messageOf(prove.failure, texts.context)} retrying={prove.busy} /> : null}
      <form {...bind(!password, prove.run)} className="grid gap-[22px]">
        <PasswordField
          label={texts.password}
          hint={texts.never}
          name="password"
          autoComplete="current-password"
          autoFocus
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={checked && !password ? texts.missing : null}
          aside={
            <Link to={paths.recover} className="link text-small phone:inline-block phone:py-3">
              {texts.forgot}
            </Link>
          }
        />
        <Button type="submit" variant="primary" size="large" busy={prove.busy}>
          {prove.busy ? texts.submitting : texts.submit}
        </Button>
      </form>
    </AuthFrame>
  );
}
