/** The scope note and the example questions of an agent. */
import { useQuery } from '@tanstack/react-query';
import { agentsApi } from '#contract/agents.ts';
import { call } from '../../../api/client.ts';
import { QuestionChips } from './question-chips.tsx';
import { texts } from './texts.ts';

type AgentOpenersProps = {
  agent: { openers?: string[]; scope_note?: string | null };
  onAsk: (question: string) => void;
};

export function AgentOpeners({ agent, onAsk }: AgentOpenersProps) {
  // Absent in a history entry of an earlier release.
  const { openers = [], scope_note } = agent;
  if (openers.length === 0 && !scope_note) return null;
  return (
    <div className="grid gap-4">
      {scope_note && <p className="text-ink-2 wrap-anywhere">{scope_note}</p>}
      <QuestionChips title={texts.openers} questions={openers} onAsk={onAsk} />
    </div>
  );
}

/** The same where only the id of the agent is known. Nothing while it is fetched, and nothing where it may not be asked. */
export function OpenersOf({ agentId, onAsk }: { agentId: number; onAsk: (question: string) => void }) {
  const agent = useQuery({
    queryKey: ['agents', 'available', 'one', agentId] as const,
    queryFn: ({ signal }) => call(agentsApi.one, { params: { id: agentId } }, { signal }),
    retry: false,
  });
  if (!agent.data?.deploy_status) return null;
  return (
    <div className="mx-auto w-full max-w-[760px]">
      <AgentOpeners agent={agent.data} onAsk={onAsk} />
    </div>
  );
}
