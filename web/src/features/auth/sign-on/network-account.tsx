/** The account of a directory has entered the form, and an account here has to be proved, or waits for approval. */
import type { LinkProof, TokenPair, Waiting } from '#contract/sign-in.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { LinkForm } from './link-form.tsx';
import { texts } from './texts.ts';

type NetworkAccountProps = {
  found: LinkProof | Waiting;
  onEntered: (tokens: TokenPair) => Promise<void>;
  onBack: () => void;
};

export function NetworkAccount({ found, onEntered, onBack }: NetworkAccountProps) {
  if ('link' in found)
    return <LinkForm link={found.link} name={texts.networkAccount} onEntered={onEntered} />;
  return (
    <AuthFrame title={texts.waiting.title} line={texts.waiting.line}>
      <Button size="large" onClick={onBack}>
        {texts.back.toLogin}
      </Button>
    </AuthFrame>
  );
}
