import { useState } from 'react';
import { Link } from 'react-router';
import { authApi } from '#contract/auth.ts';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error-message.ts';
import { paths } from '../../lib/paths.ts';
import { messages } from '../../lib/text/field-messages.ts';
import { useTitle } from '../../lib/title.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { BackToLogin } from './back-to-login.tsx';
import { isEmail } from './registration.ts';
import { texts as all } from './texts.ts';

const texts = all.recover;

export function RecoverScreen() {
  useTitle(texts.tab);
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const fault = isEmail(email) ? null : messages.emailInvalid;

  const recover = useTask(async () => {
    await call(authApi.requestReset, { query: { email: email.trim() } });
    setSent(true);
  });
  const { checked, setChecked, bind } = useCheckedForm();

  if (sent) {
    return (
      <AuthFrame title={texts.title} line={email.trim()}>
        <Alert tone="ok" title={authApi.requestReset.message} />
        <BackToLogin email={email.trim()} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={texts.title} line={texts.line}>
      {recover.failure ? (
        <Alert
          title={texts.failed}
          line={messageOf(recover.failure, texts.context)}
          retrying={recover.busy}
        />
      ) : null}
      <form {...bind(fault !== null, recover.run)} className="grid gap-[22px]">
        <Field
          label={texts.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          onBlur={() => email && setChecked(true)}
          error={checked ? fault : null}
        />
        <Button type="submit" variant="primary" size="large" busy={recover.busy}>
          {recover.busy ? texts.submitting : texts.submit}
        </Button>
      </form>
      <Link to={paths.login} className="link text-small phone:inline-block phone:py-3">
        {all.toLogin}
      </Link>
    </AuthFrame>
  );
}
