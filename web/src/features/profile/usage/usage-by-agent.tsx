import { useState } from 'react';
import type { TokenUsage } from '#contract/users.ts';
import { formatNumber } from '../../../lib/format.ts';
import { AgentAvatar } from '../../../ui/display/avatar.tsx';
import { percentOf } from '../../../ui/percent.ts';
import { ShowAll } from '../show-all.tsx';
import { texts as all } from '../texts.ts';
import { UsageShare } from './usage-share.tsx';

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
  const { agent_id, agent_name, tokens, answers } = agent;
  const name = agent_name ?? texts.goneAgent;
  return (
    <UsageShare
      mark={<AgentAvatar id={agent_id} name={name} />}
      name={name}
      tokens={texts.tokens(tokens, formatNumber(tokens))}
      percent={percent}
      line={`${texts.share(percent)} · ${texts.answers(answers, formatNumber(answers))}`}
    />
  );
}
