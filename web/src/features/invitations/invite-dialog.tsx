/** Inviting people by their addresses, and what became of each. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Answer } from '#contract/endpoint.ts';
import { addressIn, type InvitationOutcome, invitationsApi, splitAddresses } from '#contract/invitations.ts';
import { INVITATIONS_MAX } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { knownHosts } from '../../api/hosts.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextArea } from '../../ui/controls/text-area.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { GroupSelect, useGroupChoice } from './group-select.tsx';
import { HandOver, MadeLink, UnreachableLinks, useHandedLinks } from './handed-link.tsx';
import { INVITATIONS } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.form;

/** Without e-mails nothing is sent: invitations are made, and their links handed over. */
const wordsNow = () => (knownHosts().sends_mail ? texts : all.handed);

type Results = Answer<typeof invitationsApi.send>['results'];

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const words = wordsNow();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  const [results, setResults] = useState<Results | null>(null);
  const choice = useGroupChoice(chosen);
  const emails = [...new Set(splitAddresses(typed))];
  // Entries without an address are sent as well, because the result names them.
  const addressed = new Set(emails.map(addressIn).filter((address) => address !== null)).size;
  const fault = emails.length > INVITATIONS_MAX ? texts.tooMany(formatNumber(INVITATIONS_MAX)) : null;
  // Said when the field is left, not while the first address is typed.
  const [isLeft, setLeft] = useState(false);
  const none = isLeft && typed.trim() && !addressed ? texts.noAddress : null;
  const { checked, bind } = useCheckedForm();
  const send = useTask(async () => {
    if (choice.group_id === null) return;
    const reply = await call(invitationsApi.send, { body: { emails, user_group_id: choice.group_id } });
    setResults(reply.results);
    await cache.invalidateQueries({ queryKey: INVITATIONS });
  });
  if (results) return <ResultsDialog results={results} onClose={onClose} />;
  const count = formatNumber(addressed);
  return (
    <FormDialog
      title={texts.title}
      line={knownHosts().sends_mail ? all.line : all.handed.line}
      initialFocus={field}
      form={bind(fault !== null || choice.group_id === null, send.run)}
      words={{
        submit: addressed ? words.submit(count, addressed === 1) : words.submitNone,
        submitting: words.submitting,
      }}
      disabled={!addressed}
      busy={send.busy}
      failure={send.failure === null ? null : failureText(send.failure, texts.failed)}
      onClose={onClose}
    >
      <UnreachableLinks />
      <TextArea
        ref={field}
        label={texts.emails}
        hint={texts.emailsHint}
        aside={
          <span role="status" className="text-small text-ink-3 tabular-nums">
            {texts.count(count, addressed === 1)}
          </span>
        }
        rows={6}
        value={typed}
        error={checked && fault ? fault : none}
        onBlur={() => setLeft(true)}
        onChange={(event) => setTyped(event.target.value)}
      />
      <GroupSelect choice={choice} onChange={setChosen} />
    </FormDialog>
  );
}

const tones: Record<InvitationOutcome, 'ok' | 'neutral' | 'danger'> = {
  domain_refused: 'danger',
  sent: 'ok',
  has_account: 'neutral',
  already_invited: 'neutral',
  invalid: 'danger',
};

function ResultsDialog({ results, onClose }: { results: Results; onClose: () => void }) {
  const sent = results.filter(({ outcome }) => outcome === 'sent').length;
  const { sends_mail, keeps_mail } = knownHosts();
  const links = useHandedLinks();
  const words = wordsNow();
  return (
    <Modal
      open
      onClose={onClose}
      title={sent ? words.resultsTitle(formatNumber(sent), sent === 1) : words.resultsNone}
      line={sent ? (sends_mail ? texts.resultsLine : all.handed.line) : undefined}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {sent > 0 && <UnreachableLinks />}
        <ul aria-label={texts.results} className="divide-y divide-line rounded-card border border-line">
          {results.map(({ email, outcome, id }) => (
            <li key={email} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 px-3.5 py-2">
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{email}</span>
              <Badge tone={tones[outcome]}>
                {outcome === 'sent' && !sends_mail ? all.handed.made : texts.outcomes[outcome]}
              </Badge>
              {id !== null && !sends_mail && <HandOver invited={{ id, email }} links={links} />}
            </li>
          ))}
        </ul>
        <MadeLink links={links} />
        {sent > 0 && keeps_mail && (
          <p className="text-small text-ink-2">
            {all.handed.mailbox}{' '}
            <a
              href="/dev/mailbox"
              target="_blank"
              rel="noopener"
              className="link underline underline-offset-3"
            >
              {texts.toMailbox}
            </a>
            .
          </p>
        )}
      </div>
    </Modal>
  );
}
