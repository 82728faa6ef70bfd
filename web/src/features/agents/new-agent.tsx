import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { agentsApi } from '#contract/agents.ts';
import { NEW_AGENT } from '#contract/model-catalogue.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { paths } from '../../lib/paths.ts';
import { useTask } from '../../lib/use-task.ts';
import { type NameAndDescription, NameDialog } from '../../ui/name-dialog.tsx';
import { keepAgent } from './queries.ts';
import { texts } from './texts.ts';

export function NewAgent({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const create = useTask(async (fields: NameAndDescription) => {
    const agent = await call(agentsApi.create, {
      body: { ...fields, use_guided_prompt: true, use_security_prompt: true, ...NEW_AGENT },
    });
    await keepAgent(cache, agent);
    onClose();
    await navigate(paths.adminAgent(agent.id));
  });
  return (
    <NameDialog
      title={texts.newAgent}
      line={texts.create.line}
      words={texts.create}
      busy={create.busy}
      failure={create.failure === null ? null : failureText(create.failure, texts.create.failed)}
      onSubmit={create.run}
      onClose={onClose}
    />
  );
}
