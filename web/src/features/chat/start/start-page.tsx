/** The part of a new chat below its question box: what may be asked of whom, and the newest conversations. */
import { useQuery } from '@tanstack/react-query';
import type { AgentSummary } from '#contract/agents.ts';
import { AgentOpeners } from '../../conversation/openers/agent-openers.tsx';
import { AgentCards, startAgents } from './agent-cards.tsx';
import { RecentConversations } from './recent-conversations.tsx';
import { startLook } from './start-skeleton.tsx';

type StartPageProps = {
  agent: AgentSummary | undefined;
  onChoose: (agent: AgentSummary) => void;
  onAsk: (agent: AgentSummary, question: string) => void;
  /** Opens the chooser. */
  onSeeAll: () => void;
};

export function StartPage({ agent, onChoose, onAsk, onSeeAll }: StartPageProps) {
  const { isPending } = useQuery({ ...startAgents, enabled: !agent });
  return (
    <div className={startLook}>
      {agent ? (
        <div className="mx-auto w-full max-w-[760px]">
          <AgentOpeners agent={introduced(agent)} onAsk={(question) => onAsk(agent, question)} />
        </div>
      ) : (
        <AgentCards onChoose={onChoose} onAsk={onAsk} onSeeAll={onSeeAll} />
      )}
      {/* Out of sight until the cards above are here: they would be pushed down. */}
      <div className={!agent && isPending ? 'invisible' : undefined}>
        <RecentConversations />
      </div>
    </div>
  );
}

/** An agent that was made a moment ago has no scope note yet: its description says what it is for. */
const introduced = (agent: AgentSummary): AgentSummary => ({
  ...agent,
  scope_note: agent.scope_note || agent.description,
});
