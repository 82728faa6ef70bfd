import { useState } from 'react';
import type { TokenUsage } from '#contract/users.ts';
import { formatNumber } from '../../lib/format.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { percentOf } from '../../ui/percent.ts';
import { ShowAll } from './show-all.tsx';
import { texts as all } from './texts.ts';

const texts = all.usage;

const FIRST = 5;

export function UsageByAgent({ usage }: { usage: TokenUsage }) {
  const { agents, token_used } = usage;
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? agents : agents.slice(0, FIRST);
  return (
    <div>
      <h3 className="mb-3 text-control font-semibold">{texts.byAgent}</h3>
      <ul className="grid grid-cols-1 gap-4">
        {shown.map((agent) => (
          <AgentShare
            key={agent.agent_id ?? 'none'}
            agent={agent}
            percent={percentOf(agent.tokens, token_used)}
          />
        ))}
      </ul>
      {agents.length > FIRST && (
        <ShowAll all={texts.allAgents(agents.length)} isWhole={isWhole} onChange={setIsWhole} />
      )}
    </div>
  );
}

type AgentShareProps = { agent: TokenUsage['agents'][number]; percent: number };

function AgentShare({ agent, percent }: AgentShareProps) {
  const name = agent.agent_name ?? texts.goneAgent;
  return (
    <li className="flex items-center gap-3">
      <AgentAvatar id={agent.agent_id} name={name} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3 text-small">
          <span className="min-w-0 truncate text-control font-medium" title={name}>
            {name}
          </span>
          <span className="shrink-0 tabular-nums">
            {texts.tokens(agent.tokens, formatNumber(agent.tokens))}
          </span>
        </p>
        <div aria-hidden="true" className="my-1 h-1.5 overflow-hidden rounded-full bg-line">
          <div className="h-full min-w-0.5 rounded-full bg-brand" style={{ width: `${percent}%` }} />
        </div>
        <p className="text-tiny text-ink-3 tabular-nums">
          {`${texts.share(percent)} · ${texts.answers(agent.answers, formatNumber(agent.answers))}`}
        </p>
      </div>
    </li>
  );
}
