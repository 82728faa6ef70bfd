/** Proposals as cards with the words that they rest on; each is decided by its buttons, or by A, J and R while it has the focus. */
import { useQueryClient } from '@tanstack/react-query';
import { Check, Pencil, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { KnowledgeBase } from '#contract/knowledge.ts';
import { type ValidityProposal, validityApi } from '#contract/validity.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { type Changes, ProposalForm } from './proposal-form.tsx';
import { texts as all } from './texts.ts';
import { refreshValidity } from './validity-queries.ts';
import { proposalWords } from './validity-words.ts';

const texts = all.proposals;

type ProposalListProps = { base: KnowledgeBase; proposals: ValidityProposal[] };

export function ProposalList({ base, proposals }: ProposalListProps) {
  const [adjusted, setAdjusted] = useState<ValidityProposal | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const { deciding, said, decide } = useDecisions(base.id, list);
  const filenames = new Map(base.documents.map(({ id, original_filename }) => [id, original_filename]));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {said}
      </p>
      {deciding.failure !== null && adjusted === null && (
        <Alert title={failureText(deciding.failure, texts.failed)} />
      )}
      {proposals.length === 0 ? (
        <EmptyState title={texts.none} line={texts.noneLine} />
      ) : (
        <>
          <p className="text-small text-ink-2 phone:hidden">{texts.keys}</p>
          <ul ref={list} aria-label={texts.list} className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {proposals.map((proposal) => (
              <ProposalCard
                key={proposal.id}
                proposal={proposal}
                words={proposalWords(proposal, filenames.get(proposal.document_id) ?? proposal.document_name)}
                filename={filenames.get(proposal.document_id) ?? proposal.document_name}
                busy={deciding.busy}
                onDecide={(action) => decide(proposal, action)}
                onAdjust={() => setAdjusted(proposal)}
              />
            ))}
          </ul>
        </>
      )}
      {adjusted && (
        <ProposalForm
          proposal={adjusted}
          onClose={() => setAdjusted(null)}
          onSave={async (changes) => {
            await decide.now(adjusted, 'accept', changes);
            setAdjusted(null);
          }}
        />
      )}
    </div>
  );
}

type Action = 'accept' | 'reject';

/** The decided card goes; the one that takes its place gets the focus, so that keys go on working. */
function useDecisions(baseId: number, list: React.RefObject<HTMLUListElement | null>) {
  const cache = useQueryClient();
  const [said, setSaid] = useState('');
  const now = async ({ id, updated_at }: ValidityProposal, action: Action, changes?: Changes) => {
    const cards = [...(list.current?.children ?? [])];
    const place = cards.findIndex((card) => card.id === `proposal-${id}`);
    const body = { action, updated_at, ...(changes ? { changes } : {}) };
    try {
      await call(validityApi.decide, { params: { id: baseId, proposalId: id }, body });
      setSaid(action === 'accept' ? texts.accepted : texts.rejected);
    } finally {
      await refreshValidity(cache, baseId);
    }
    requestAnimationFrame(() => {
      const left = list.current?.children;
      const next = left?.[Math.min(place, left.length - 1)];
      if (next instanceof HTMLElement) next.focus();
    });
  };
  const deciding = useTask(now);
  return { deciding, said, decide: Object.assign(deciding.run, { now }) };
}

type ProposalCardProps = {
  proposal: ValidityProposal;
  words: string;
  filename: string;
  busy: boolean;
  onDecide: (action: Action) => void;
  onAdjust: () => void;
};

function ProposalCard({ proposal, words, filename, busy, onDecide, onAdjust }: ProposalCardProps) {
  const { id, kind, clause, day, is_presumed } = proposal;
  const needsDay = kind !== 'norm' && day === null;
  const press = (event: KeyboardEvent) => {
    if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const act =
      key === 'a' && !needsDay ? () => onDecide('accept') : key === 'r' ? () => onDecide('reject') : null;
    if (!act && key !== 'j' && !(key === 'a' && needsDay)) return;
    event.preventDefault();
    (act ?? onAdjust)();
  };
  return (
    <li
      id={`proposal-${id}`}
      tabIndex={0}
      aria-label={words}
      onKeyDown={press}
      className="grid grid-cols-[minmax(0,1fr)] gap-2.5 rounded-card border border-line bg-surface p-4 outline-none focus-visible:border-brand focus-visible:outline-2 focus-visible:outline-brand/45"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="brand">{texts.kinds[kind]}</Badge>
        {is_presumed && <Badge tone="warn">{texts.presumed}</Badge>}
      </div>
      <p className="font-medium wrap-anywhere">{words}</p>
      <figure className="grid gap-1">
        <figcaption className="text-tiny text-ink-2 wrap-anywhere">{texts.clauseOf(filename)}</figcaption>
        <blockquote className="rounded-control border-l-3 border-brand bg-sunken px-3 py-2 text-small whitespace-pre-line wrap-anywhere">
          {clause ? <mark className="bg-transparent text-ink">{clause}</mark> : texts.noClause}
        </blockquote>
      </figure>
      {needsDay && <p className="text-small text-ipe-ink">{texts.dayMissing}</p>}
      <div className="flex flex-wrap gap-2 phone:[&_.lucide]:hidden">
        <Button
          size="small"
          variant="primary"
          icon={<Check className="size-4" />}
          disabled={busy || needsDay}
          onClick={() => onDecide('accept')}
        >
          {texts.accept}
        </Button>
        <Button size="small" icon={<Pencil className="size-4" />} disabled={busy} onClick={onAdjust}>
          {texts.adjust}
        </Button>
        <Button
          size="small"
          icon={<X className="size-4" />}
          disabled={busy}
          onClick={() => onDecide('reject')}
        >
          {texts.reject}
        </Button>
      </div>
    </li>
  );
}
