/** The links of invitations where no letter carries them: made when they are wanted, copied, and shown to be selected. */
import { useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { invitationsApi } from '#contract/invitations.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { knownHosts } from '../../api/hosts.ts';
import { paths } from '../../lib/paths.ts';
import { useCopy } from '../../lib/use-copy.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { CopyBox } from '../admin/copy-box.tsx';
import { isOnThisMachine } from '../admin/this-machine.ts';
import { INVITATIONS } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.handed;

/** `sent_at`: when a link was made before, which the next one voids. */
type Invited = { id: number; email: string; sent_at?: string | null };
type Made = { id: number; email: string; link: string; voidsEarlier: boolean };
export type HandedLinks = ReturnType<typeof useHandedLinks>;

/** Pressed again, the same link is copied: another one would void what was sent on already. */
export function useHandedLinks() {
  const cache = useQueryClient();
  // The one that was asked for last comes last.
  const [known, setKnown] = useState<Made[]>([]);
  const { copied, copy } = useCopy<string>();
  const make = useTask(async ({ id, email, sent_at = null }: Invited) => {
    const made = known.find((one) => one.id === id) ?? {
      id,
      email,
      link: linkOf((await call(invitationsApi.link, { params: { id } })).token),
      voidsEarlier: sent_at !== null,
    };
    setKnown((before) => [...before.filter((one) => one.id !== id), made]);
    copy(made.link, made.link);
    await cache.invalidateQueries({ queryKey: INVITATIONS });
  });
  const made = known.at(-1);
  return {
    made: made && { ...made, isCopied: copied === made.link, copy: () => copy(made.link, made.link) },
    make,
  };
}

/** Builds the link with the address in the window, because that one is known to work. */
const linkOf = (token: string): string => `${location.origin}${paths.invitation}#${token}`;

export function HandOver({ invited, links }: { invited: Invited; links: HandedLinks }) {
  return (
    <Button
      size="small"
      icon={<Link2 className="size-4" />}
      aria-label={texts.copyOf(invited.email)}
      disabled={links.make.busy}
      onClick={() => links.make.run(invited)}
    >
      {texts.copy}
    </Button>
  );
}

/** The link that was made last. */
export function MadeLink({ links: { made, make } }: { links: HandedLinks }) {
  return (
    <>
      {make.failure !== null && <Alert title={failureText(make.failure, texts.failed)} />}
      {made && (
        <CopyBox
          label={made.voidsEarlier ? texts.newLinkOf(made.email) : texts.linkOf(made.email)}
          copyLabel={texts.copyOf(made.email)}
          words={{ copy: texts.copy, copied: texts.copied }}
          text={made.link}
          isCopied={made.isCopied}
          onCopy={made.copy}
        />
      )}
    </>
  );
}

/** Said before anything is sent: colleagues could not open the links. */
export function UnreachableLinks({ className }: { className?: string }) {
  const { sends_mail, links_stay_here } = knownHosts();
  const staysHere = sends_mail ? links_stay_here : isOnThisMachine(location.hostname);
  if (!staysHere) return null;
  const { title, line, letters } = all.unreachable;
  return (
    <Alert
      tone="warn"
      className={className}
      title={title}
      line={sends_mail ? letters : line(location.origin)}
    />
  );
}
