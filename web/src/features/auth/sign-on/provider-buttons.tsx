/** One button for each provider of sign-on, below the form. */
import type { IdentityProviderKind } from '#contract/identity-providers.ts';
import { messageOf } from '../../../api/error-message.ts';
import { TabKeepsNothing } from '../../../lib/browser/sign-on-tab.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { beginSignOn } from './begin-sign-on.ts';
import { ProviderMark } from './provider-mark.tsx';
import { texts } from './texts.ts';

export type OfferedProvider = { slug: string; name: string; kind: IdentityProviderKind };

/** `preferred`: the provider by which the typed address enters. */
export function ProviderButtons({
  providers,
  email,
  preferred,
  isAlone = false,
}: {
  providers: readonly OfferedProvider[];
  email: string;
  preferred: string | null;
  /** No form stands above. */
  isAlone?: boolean;
}) {
  return (
    <div className="grid gap-3">
      {!isAlone && (
        <p className="flex items-center gap-3 text-small text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {texts.or}
        </p>
      )}
      {providers.map((provider) => (
        <ProviderButton
          key={provider.slug}
          provider={provider}
          email={email}
          isPreferred={provider.slug === preferred}
        />
      ))}
    </div>
  );
}

function ProviderButton({
  provider: { slug, name, kind },
  email,
  isPreferred,
}: {
  provider: OfferedProvider;
  email: string;
  isPreferred: boolean;
}) {
  const begin = useTask(() => beginSignOn(slug, isPreferred ? email : undefined));
  const { failure } = begin;
  return (
    <>
      {failure ? (
        <Alert
          title={
            failure instanceof TabKeepsNothing ? texts.keepsNothing(name) : messageOf(failure, texts.context)
          }
          retrying={begin.busy}
        />
      ) : null}
      <Button
        size="large"
        variant={isPreferred ? 'primary' : 'secondary'}
        icon={<ProviderMark kind={kind} />}
        busy={begin.busy}
        onClick={() => begin.run()}
        className={
          kind === 'govbr'
            ? 'h-12! rounded-full border-[#1351b4] bg-[#1351b4] text-white enabled:hover:bg-[#0c326f]'
            : 'h-12!'
        }
      >
        {begin.busy ? texts.opening(name) : texts.enter(name)}
      </Button>
    </>
  );
}
