/** The agents and data sources that name a model; agents of one that ends can be given its successor. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type ModelInfo, modelsApi } from '#contract/models.ts';
import { call } from '../../../../api/client.ts';
import { failureText } from '../../../../api/error-message.ts';
import { paths } from '../../../../lib/paths.ts';
import { useTask } from '../../../../lib/use-task.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { refreshModels } from '../queries.ts';
import { texts } from '../texts.ts';

/** One call changes so many. */
const AGENTS_AT_ONCE = 500;

type UsesDialogProps = { model: ModelInfo; models: ModelInfo[]; onClose: () => void };

export function UsesDialog({ model, models, onClose }: UsesDialogProps) {
  const cache = useQueryClient();
  const [refused, setRefused] = useState<{ agent_id: number; reason: string }[]>([]);
  const running = models.find(({ id }) => id === (model.runs_on ?? model.successor));
  const replace = useTask(async () => {
    const agent_ids = model.uses.agents.map(({ id }) => id).slice(0, AGENTS_AT_ONCE);
    const outcome = await call(modelsApi.useSuccessor, { body: { model_id: model.id, agent_ids } });
    await refreshModels(cache);
    setRefused(outcome.refused);
    if (!outcome.refused.length) onClose();
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={texts.usesTitle(model.name)}
      line={running && model.runs_on ? texts.runsOn(running.name) : undefined}
      footer={
        running && model.uses.agents.length > 0 && model.state !== 'active' ? (
          <Button variant="primary" busy={replace.busy} onClick={replace.run}>
            {texts.replaceBy(running.name)}
          </Button>
        ) : undefined
      }
    >
      <div className="grid gap-5">
        {replace.failure !== null && <Alert title={failureText(replace.failure, texts.replaceFailed)} />}
        {refused.length > 0 && (
          <Alert tone="warn" title={texts.refused(refused.length)} line={refused[0]?.reason} />
        )}
        <Names title={texts.agents} count={model.uses.agents.length}>
          {model.uses.agents.map(({ id, name }) => (
            <Name key={id} to={paths.adminAgent(id)} name={name} />
          ))}
        </Names>
        <Names title={texts.sources} count={model.uses.data_sources.length}>
          {model.uses.data_sources.map(({ id, name }) => (
            <Name key={id} to={paths.adminDataSource(id)} name={name} />
          ))}
        </Names>
      </div>
    </Modal>
  );
}

function Names({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (!count) return null;
  return (
    <section>
      <h3 className="mb-1.5 text-small font-medium text-ink-2">{title}</h3>
      <ul className="divide-y divide-line rounded-card border border-line">{children}</ul>
    </section>
  );
}

function Name({ to, name }: { to: string; name: string }) {
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-11 items-center px-3.5 py-2 font-medium wrap-anywhere hover:bg-sunken"
      >
        {name}
      </Link>
    </li>
  );
}
