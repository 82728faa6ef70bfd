/** The second step of an account that is entered by a provider. */
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { SecondStep as Begun, TokenPair } from '#contract/sign-in.ts';
import { paths } from '../../../lib/paths.ts';
import { buttonLook } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { SecondStep } from '../second-step.tsx';
import { texts as formTexts } from '../texts.ts';
import { texts as all } from './texts.ts';

type SecondStepOfProps = { begun: Begun['second_step']; onEntered: (tokens: TokenPair) => Promise<void> };

export function SecondStepOf({ begun, onEntered }: SecondStepOfProps) {
  const navigate = useNavigate();
  const [isExpired, setExpired] = useState(false);
  const step = formTexts.secondStep;
  return (
    <AuthFrame title={step.title} line={step.line}>
      {isExpired ? (
        <>
          <Alert title={step.expired} />
          <Link to={paths.login} className={buttonLook('secondary', 'large')}>
            {all.back.toLogin}
          </Link>
        </>
      ) : (
        <SecondStep
          begun={begun}
          onEntered={onEntered}
          onBack={(wasExpired) => {
            if (wasExpired) setExpired(true);
            else void navigate(paths.login, { replace: true });
          }}
        />
      )}
    </AuthFrame>
  );
}
