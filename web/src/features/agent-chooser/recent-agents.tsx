/** The agents one talked to last, above the list; their rows stand in the list too, where they belong. */
import { createContext, use, useState } from 'react';
import type { AgentSummary } from '#contract/agents.ts';
import { AgentAvatar } from '../../ui/display/avatar.tsx';
import { texts } from './texts.ts';

const RECENT_AGENTS = 3;

/**
 * Provides the agents of the reader's latest conversations, latest first, from the cache. A context, because the chooser
 * must not import the conversations: the layout above both provides it.
 */
export const LatestAgents = createContext<() => { id: number; name: string }[]>(() => []);

type RecentAgentsProps = { known: AgentSummary[]; onChoose: (agent: AgentSummary) => void };

export function RecentAgents({ known, onChoose }: RecentAgentsProps) {
  const tell = use(LatestAgents);
  // As it was when the chooser opened: nothing moves under the pointer.
  const [recent] = useState(() => tell().slice(0, RECENT_AGENTS));
  if (recent.length === 0) return null;
  const agents = recent.map(({ id, name }) => known.find((agent) => agent.id === id) ?? bare(id, name));
  return (
    <fieldset className="mx-2 mt-1 mb-2.5 border-b border-line pb-3">
      <legend className="pb-1.5 text-tiny font-medium text-ink-3">{texts.recent}</legend>
      <div className="flex flex-wrap gap-2">
        {agents.map((agent) => (
          <button
            key={agent.id}
            type="button"
            data-agent-choice
            onClick={() => onChoose(agent)}
            className="flex h-10 max-w-60 min-w-0 items-center gap-2 rounded-card border border-line bg-surface pr-3 pl-1.5 text-control font-medium transition-colors hover:border-line-strong phone:h-11 phone:max-w-full"
          >
            <AgentAvatar id={agent.id} name={agent.name} size="small" />
            <span className="truncate">{agent.name}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** Summary of an agent that is on a page not loaded yet. */
const bare = (id: number, name: string): AgentSummary => ({
  id,
  name,
  description: null,
  tags: [],
  deploy_status: true,
  files: 'no',
  files_days: null,
  validity: false,
  openers: [],
  scope_note: null,
  temporary_mode: 'allowed',
});
