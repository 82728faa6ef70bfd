/** The agents that answer from this source. */
import { useQueryClient } from '@tanstack/react-query';
import { Bot, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { agentLinksApi } from '#contract/agent-links.ts';
import type { DataSource } from '#contract/data-sources.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { paths } from '../../lib/paths.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { AgentAvatar } from '../../ui/display/avatar.tsx';
import { Card } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { AgentPicker } from './agent-picker.tsx';
import { DeployBadge } from './deploy-badge.tsx';
import { keepSource } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.agentsCard;

export function AssociatedAgents({ source }: { source: DataSource }) {
  const cache = useQueryClient();
  const [picking, setPicking] = useState(false);
  const [leaving, setLeaving] = useState<number | null>(null);
  const removal = useTask(async (agentId: number) => {
    setLeaving(agentId);
    await keepSource(
      cache,
      await call(agentLinksApi.removeDataSource, { params: { id: source.id, agentId } }),
    );
  });
  const associate = (
    <Button icon={<Plus />} onClick={() => setPicking(true)}>
      {texts.associate}
    </Button>
  );
  const none = source.agents.length === 0;
  return (
    <Card title={texts.title} line={texts.line} aside={!none && associate}>
      {removal.failure !== null && (
        <Alert
          title={texts.removeFailed}
          line={failureText(removal.failure, texts.removeContext)}
          className="mb-4"
        />
      )}
      {none ? (
        <EmptyState icon={<Bot />} title={texts.none} line={texts.noneLine} action={associate} />
      ) : (
        <ul aria-label={texts.list} className="-mx-5 -mb-5 divide-y divide-line border-t border-line">
          {source.agents.map((agent) => (
            <li key={agent.id} className="flex items-center gap-3 py-2.5 pr-3 pl-5">
              <AgentAvatar id={agent.id} name={agent.name} />
              <div className="min-w-0 flex-1">
                <div className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
                  <Link
                    to={paths.adminAgent(agent.id)}
                    className="link line-clamp-2 font-medium wrap-anywhere"
                  >
                    {agent.name}
                  </Link>
                  <DeployBadge deployed={agent.deploy_status} />
                </div>
                {agent.description && (
                  <p className="line-clamp-1 text-small wrap-anywhere text-ink-2">{agent.description}</p>
                )}
              </div>
              <Button
                variant="ghost"
                size="small"
                aria-label={texts.removeOne(agent.name)}
                busy={removal.busy && leaving === agent.id}
                disabled={removal.busy}
                onClick={() => removal.run(agent.id)}
              >
                {removal.busy && leaving === agent.id ? texts.removing : texts.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {picking && <AgentPicker source={source} onClose={() => setPicking(false)} />}
    </Card>
  );
}
