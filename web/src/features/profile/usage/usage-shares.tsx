/** Where the tokens of the cycle went: by agent and by the purpose of the model call. */
import { type ReactNode, useState } from 'react';
import type { TokenUsage } from '#contract/users.ts';
import { formatNumber } from '../../../lib/format.ts';
import { AgentAvatar } from '../../../ui/display/avatar.tsx';
import { percentOf } from '../../../ui/percent.ts';
import { ShowAll } from '../show-all.tsx';
import { texts as all } from '../texts.ts';

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

/** Tokens by the purpose of the model call. */
export function UsageByPurpose({ usage }: { usage: TokenUsage }) {
  const { purposes, token_used } = usage;
  return (
    <div>
      <h3 className="text-control font-semibold">{texts.byPurpose}</h3>
      <p className="mb-3 text-small text-ink-2">{texts.byPurposeLine}</p>
      <ul className="grid grid-cols-1 gap-4">
        {purposes.map(({ purpose, tokens, calls }) => {
          const percent = percentOf(tokens, token_used);
          return (
            <UsageShare
              key={purpose}
              name={texts.purposes[purpose]}
              tokens={texts.tokens(tokens, formatNumber(tokens))}
              percent={percent}
              line={`${texts.share(percent)} · ${texts.calls(calls, formatNumber(calls))}`}
            />
          );
        })}
      </ul>
    </div>
  );
}

type UsageShareProps = {
  /** Shown before the name. */
  mark?: ReactNode;
  name: string;
  /** In words. */
  tokens: string;
  percent: number;
  /** Under the bar. */
  line: string;
};

/** One of those among whom the tokens were spent, with a bar of its part. */
function UsageShare({ mark, name, tokens, percent, line }: UsageShareProps) {
  return (
    <li className="flex items-center gap-3">
      {mark}
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3 text-small">
          <span className="min-w-0 truncate text-control font-medium" title={name}>
            {name}
          </span>
          <span className="shrink-0 tabular-nums">{tokens}</span>
        </p>
        <div aria-hidden="true" className="my-1 h-1.5 overflow-hidden rounded-full bg-line">
          <div className="h-full min-w-0.5 rounded-full bg-brand" style={{ width: `${percent}%` }} />
        </div>
        <p className="text-tiny text-ink-3 tabular-nums">{line}</p>
      </div>
    </li>
  );
}
