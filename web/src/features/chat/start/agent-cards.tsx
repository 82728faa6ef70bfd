/** The first agents of a new chat as cards: pressing a card chooses its agent, pressing a question asks it. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type AgentSummary, agentsApi } from '#contract/agents.ts';
import { START_AGENTS } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { AgentAvatar } from '../../../ui/display/avatar.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { moveAmongChips } from '../../conversation/openers/question-chips.tsx';
import { texts } from '../texts.ts';
import { CardSkeletons, gridOf } from './start-skeleton.tsx';

type AgentCardsProps = {
  onChoose: (agent: AgentSummary) => void;
  onAsk: (agent: AgentSummary, question: string) => void;
  onSeeAll: () => void;
};

export const startAgents = queryOptions({
  queryKey: ['agents', 'start'] as const,
  queryFn: ({ signal }) => call(agentsApi.start, {}, { signal }),
});

/** The questions of an agent that its card shows. */
const SHOWN = 3;

export function AgentCards({ onChoose, onAsk, onSeeAll }: AgentCardsProps) {
  const id = useId();
  const agents = useQuery(startAgents);
  const total = agents.data?.metadata.total ?? 0;
  // While they come, the line is as wide as the skeletons below it.
  const isNarrow = !agents.isPending && total < 3;
  return (
    <section aria-labelledby={id}>
      <div
        className={`mb-2.5 flex items-center justify-between gap-3 ${isNarrow ? 'mx-auto max-w-[760px]' : ''}`}
      >
        <h2 id={id} className="font-sans text-small font-medium text-ink-2">
          {texts.agents}
        </h2>
        {total > START_AGENTS && (
          <Button variant="ghost" size="small" onClick={onSeeAll}>
            {texts.seeAll(total)}
          </Button>
        )}
      </div>
      {agents.isPending && <CardSkeletons />}
      {agents.isError && <LoadFailure query={agents} text={texts.agentsFailed} />}
      <ul className={gridOf(agents.data?.data.length ?? 0)}>
        {agents.data?.data.map((agent) => (
          <AgentCard key={agent.id} agent={agent} onChoose={onChoose} onAsk={onAsk} />
        ))}
      </ul>
    </section>
  );
}

type AgentCardProps = Pick<AgentCardsProps, 'onChoose' | 'onAsk'> & { agent: AgentSummary };

function AgentCard({ agent, onChoose, onAsk }: AgentCardProps) {
  return (
    <li
      className={`${cardLook} relative flex min-w-0 flex-col gap-3 p-4 transition-colors focus-within:border-line-strong hover:border-line-strong`}
    >
      <button
        type="button"
        onClick={() => onChoose(agent)}
        className="flex min-w-0 items-start gap-3 rounded-control text-left after:absolute after:inset-0 after:rounded-card"
      >
        <AgentAvatar id={agent.id} name={agent.name} />
        <span className="min-w-0">
          <span className="line-clamp-2 leading-snug font-semibold wrap-anywhere">{agent.name}</span>
          {agent.description && (
            <span className="mt-0.5 line-clamp-2 text-small text-ink-2 wrap-anywhere">
              {agent.description}
            </span>
          )}
        </span>
      </button>
      {agent.openers.length > 0 && (
        <ul
          aria-label={texts.openersOf(agent.name)}
          onKeyDown={moveAmongChips}
          className="relative z-10 grid justify-items-start gap-1"
        >
          {agent.openers.slice(0, SHOWN).map((opener) => (
            <li key={opener} className="max-w-full min-w-0">
              <button
                type="button"
                onClick={() => onAsk(agent, opener)}
                className="link max-w-full py-0.5 text-left text-control wrap-anywhere phone:min-h-11"
              >
                {opener}
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
