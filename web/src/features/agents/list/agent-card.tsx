import { Link } from 'react-router';
import type { Agent } from '#contract/agents.ts';
import { paths } from '../../../lib/paths.ts';
import { AgentAvatar } from '../../../ui/display/avatar.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { GridCard } from '../../../ui/page/card-grid.tsx';
import { TagBadges } from '../../agent-chooser/agent-detail.tsx';
import { texts } from '../texts.ts';

type AgentCardProps = {
  agent: Agent;
  /** The filters it was found by, for the way back. */
  from: string;
};

export function AgentCard({ agent, from }: AgentCardProps) {
  return (
    <GridCard
      mark={<AgentAvatar id={agent.id} name={agent.name} />}
      link={
        <Link to={paths.adminAgent(agent.id)} state={{ from }}>
          {agent.name}
        </Link>
      }
      badge={<DeployBadge deployed={agent.deploy_status} />}
      description={agent.description}
      noDescription={texts.noDescription}
      moments={[
        { name: texts.created, time: agent.created_at },
        { name: texts.updated, time: agent.updated_at },
      ]}
    >
      <TagBadges tags={agent.tags} className="mt-3 flex max-h-[50px] overflow-hidden" />
    </GridCard>
  );
}

export function DeployBadge({ deployed }: { deployed: boolean }) {
  return <Badge tone={deployed ? 'ok' : 'neutral'}>{deployed ? texts.deployed : texts.draft}</Badge>;
}
