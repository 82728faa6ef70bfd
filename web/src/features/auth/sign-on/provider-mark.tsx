/** The mark on the button of a provider, drawn here: no picture is fetched from elsewhere. */
import { KeyRound } from 'lucide-react';
import type { IdentityProviderKind } from '#contract/identity-providers.ts';

export function ProviderMark({ kind }: { kind: IdentityProviderKind }) {
  if (kind === 'entra')
    return (
      <svg viewBox="0 0 21 21" className="size-[18px]" aria-hidden="true">
        <path fill="#f25022" d="M0 0h10v10H0z" />
        <path fill="#7fba00" d="M11 0h10v10H11z" />
        <path fill="#00a4ef" d="M0 11h10v10H0z" />
        <path fill="#ffb900" d="M11 11h10v10H11z" />
      </svg>
    );
  if (kind === 'google')
    return (
      <svg viewBox="0 0 24 24" className="size-[18px]" aria-hidden="true">
        <path
          fill="#4285f4"
          d="M23.5 12.3c0-.8-.1-1.6-.2-2.3H12v4.5h6.5a5.5 5.5 0 0 1-2.4 3.6v3h3.9c2.2-2.1 3.5-5.2 3.5-8.8Z"
        />
        <path
          fill="#34a853"
          d="M12 24c3.2 0 6-1.1 8-2.9l-3.9-3a7.2 7.2 0 0 1-10.8-3.8H1.3v3.1A12 12 0 0 0 12 24Z"
        />
        <path fill="#fbbc05" d="M5.3 14.3a7.2 7.2 0 0 1 0-4.6V6.6h-4a12 12 0 0 0 0 10.8l4-3.1Z" />
        <path
          fill="#ea4335"
          d="M12 4.8c1.8 0 3.4.6 4.6 1.8l3.4-3.4A12 12 0 0 0 1.3 6.6l4 3.1A7.2 7.2 0 0 1 12 4.8Z"
        />
      </svg>
    );
  return <KeyRound aria-hidden="true" />;
}
