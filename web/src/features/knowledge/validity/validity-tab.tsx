/** The validity of a whole base: what waits for a decision, what holds since when, and what holds no more. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { KnowledgeBase } from '#contract/knowledge.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { CardSkeleton } from '../../../ui/display/skeleton.tsx';
import { OverdueTable } from './overdue.tsx';
import { ProposalList } from './proposal-cards.tsx';
import { texts } from './texts.ts';
import { type OnOpen, Timeline } from './timeline.tsx';
import { openProposals } from './validity-queries.ts';

const views = ['propostas', 'linha', 'vencidos'] as const;
type View = (typeof views)[number];

export function ValidityTab({ base, onOpen }: { base: KnowledgeBase; onOpen: OnOpen }) {
  const [address, setAddress] = useSearchParams();
  const view = views.find((one) => one === address.get('ver')) ?? 'propostas';
  const proposals = useQuery(openProposals(base.id));
  const show = (ver: View) => {
    const aba = address.get('aba') ?? '';
    setAddress(ver === 'propostas' ? { aba } : { aba, ver }, { replace: true });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-[22px]">
      <Segmented
        label={texts.views.label}
        value={view}
        options={[
          { value: 'propostas', label: texts.views.proposals(proposals.data?.length) },
          { value: 'linha', label: texts.views.timeline },
          { value: 'vencidos', label: texts.views.overdue },
        ]}
        onChange={show}
      />
      {view === 'propostas' && (
        <Card title={texts.proposals.list} line={texts.proposals.line}>
          {proposals.isPending && <CardSkeleton lines={4} className="min-h-[220px]" />}
          {proposals.isError && <LoadFailure query={proposals} text={texts.proposals.loadFailed} />}
          {proposals.data && <ProposalList base={base} proposals={proposals.data} />}
        </Card>
      )}
      {view === 'linha' && <Timeline base={base} onOpen={onOpen} />}
      {view === 'vencidos' && <OverdueTable baseId={base.id} />}
    </div>
  );
}
