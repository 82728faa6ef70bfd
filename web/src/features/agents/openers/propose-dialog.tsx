/** Questions that the agent’s sources answer, to choose from. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openersApi, type ProposedOpener } from '#contract/openers.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Spinner } from '../../../ui/display/spinner.tsx';
import { texts } from './texts.ts';

type ProposeDialogProps = {
  agentId: number;
  hasBase: boolean;
  /** Fields that are free. */
  room: number;
  /** Saves those that were chosen. */
  saving: { run: (openers: string[]) => void; busy: boolean; failure: unknown };
  onClose: () => void;
};

export function ProposeDialog({ agentId, hasBase, room, saving, onClose }: ProposeDialogProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const proposed = useQuery({
    queryKey: ['openers', 'propose', agentId] as const,
    queryFn: ({ signal }) => call(openersApi.propose, { params: { id: agentId } }, { signal }),
    // Each call costs searches and perhaps a model: it is not repeated by itself.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const isFull = chosen.length >= room;
  const toggle = (text: string) =>
    setChosen((now) => (now.includes(text) ? now.filter((each) => each !== text) : [...now, text]));
  return (
    <Modal
      open
      size="medium"
      title={texts.proposeTitle}
      line={texts.proposeLine}
      onClose={onClose}
      footer={
        <Button
          variant="primary"
          busy={saving.busy}
          disabled={chosen.length === 0}
          onClick={() => saving.run(chosen)}
        >
          {saving.busy ? texts.saving : chosen.length === 0 ? texts.useNone : texts.use(chosen.length)}
        </Button>
      }
    >
      <div aria-live="polite" className="grid gap-3">
        {saving.failure !== null && <Alert title={failureText(saving.failure, texts.saveFailed)} />}
        {proposed.isPending && (
          <p className="flex items-center gap-3 py-6 text-ink-2">
            <Spinner /> {texts.proposing}
          </p>
        )}
        {proposed.isError && <LoadFailure query={proposed} text={texts.proposeFailed} />}
        {proposed.data?.length === 0 && (
          <p className="py-4 text-ink-2">{hasBase ? texts.noParts : texts.noProposals}</p>
        )}
        {proposed.data && proposed.data.length > 0 && isFull && (
          <p className="text-small text-ink-2">{texts.full}</p>
        )}
        <ul className="grid gap-1">
          {proposed.data?.map((one) => (
            <Choice
              key={one.text}
              proposed={one}
              isChosen={chosen.includes(one.text)}
              disabled={isFull && !chosen.includes(one.text)}
              onToggle={() => toggle(one.text)}
            />
          ))}
        </ul>
      </div>
    </Modal>
  );
}

type ChoiceProps = { proposed: ProposedOpener; isChosen: boolean; disabled: boolean; onToggle: () => void };

function Choice({ proposed, isChosen, disabled, onToggle }: ChoiceProps) {
  return (
    <li>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control px-2 py-2 hover:bg-sunken has-disabled:opacity-60">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={disabled}
          onChange={onToggle}
          className="mt-1 size-4 shrink-0 accent-brand"
        />
        <span className="min-w-0">
          <span className="block wrap-anywhere">{proposed.text}</span>
          <span className="block text-small text-ink-3 wrap-anywhere">{texts.readFrom(proposed.from)}</span>
        </span>
      </label>
    </li>
  );
}
