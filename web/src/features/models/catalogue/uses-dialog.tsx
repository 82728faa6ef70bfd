/** The agents and data sources that name a model. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ModelInfo } from '#contract/models.ts';
import { paths } from '../../../lib/paths.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { texts } from './texts.ts';

type UsesDialogProps = { model: ModelInfo; models: ModelInfo[]; onClose: () => void };

export function UsesDialog({ model, models, onClose }: UsesDialogProps) {
  const running = models.find(({ id }) => id === (model.runs_on ?? model.successor));
  return (
    <Modal
      open
      onClose={onClose}
      title={texts.usesTitle(model.name)}
      line={running && model.runs_on ? texts.runsOn(running.name) : undefined}
    >
      <div className="grid gap-5">
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
