/** The actions about the model of an agent that is not being edited: comparing it, and taking the successor that answers for it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import { type Agent, agentsApi } from '#contract/agents.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { modelCatalogue } from '../../admin/model-picker.tsx';
import { CompareButton } from '../compare/compare-button.tsx';
import { keepAgent } from '../queries.ts';
import { texts } from '../texts-configuration.ts';

export function ModelActions({ agent }: { agent: Agent }) {
  const cache = useQueryClient();
  const compareButton = useRef<HTMLButtonElement>(null);
  const models = useQuery(modelCatalogue()).data ?? [];
  const present = models.find(({ id }) => id === (agent.model ?? AGENT_FALLBACK.model));
  const successor = models.find(({ id }) => id === present?.runs_on);
  const taking = useTask(async (model: string) => {
    const changed = await call(agentsApi.update, { params: { id: agent.id }, body: { model } });
    await keepAgent(cache, changed);
    // The button that had the focus is gone with the successor.
    compareButton.current?.focus();
  });
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <CompareButton ref={compareButton} agent={agent} about="models" label={texts.compare} />
        {successor && (
          <Button size="small" busy={taking.busy} onClick={() => taking.run(successor.id)}>
            {texts.use(successor.name)}
          </Button>
        )}
      </div>
      {taking.failure !== null && <Alert title={failureText(taking.failure, texts.saveFailed)} />}
    </div>
  );
}
