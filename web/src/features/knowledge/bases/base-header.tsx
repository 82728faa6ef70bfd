import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { type KnowledgeBase, knowledgeApi } from '#contract/knowledge.ts';
import { call } from '../../../api/client.ts';
import { paths } from '../../../lib/paths.ts';
import { formatFileSize, formatTokens } from '../../../lib/text/figures.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { OPENS_FORM } from '../../../ui/dialogs/use-opened-by-link.ts';
import { DetailTitle } from '../../../ui/page/detail-page.tsx';
import { keepBase } from '../queries.ts';
import { texts as all } from '../texts.ts';
import { BaseForm } from './base-form.tsx';

const texts = all.page;

/** The name of the base, its size, and the agents that answer from it. */
export function BaseHeader({ base }: { base: KnowledgeBase }) {
  const cache = useQueryClient();
  const [editing, setEditing] = useState(false);
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0 flex-1 basis-96 phone:basis-full">
        <DetailTitle
          name={base.name}
          beside={
            <Button size="small" icon={<Pencil className="size-4" />} onClick={() => setEditing(true)}>
              {all.edit.open}
            </Button>
          }
          description={base.description}
          noDescription={all.noDescription}
        />
        <Agents base={base} />
      </div>
      <dl className="flex gap-7 desk:ml-auto">
        <Total name={texts.totalStorage} value={formatFileSize(base.total_storage)} />
        <Total name={texts.totalTokens} value={formatTokens(base.total_tokens)} />
      </dl>
      {editing && (
        <BaseForm
          title={all.edit.title}
          words={all.edit}
          initial={base}
          onClose={() => setEditing(false)}
          onSubmit={async (body) => {
            await keepBase(cache, await call(knowledgeApi.update, { params: { id: base.id }, body }));
            setEditing(false);
          }}
        />
      )}
    </header>
  );
}

function Total({ name, value }: { name: string; value: string }) {
  return (
    <div className="desk:text-right">
      <dt className="text-tiny text-ink-3">{name}</dt>
      <dd className="display text-[22px] whitespace-nowrap tabular-nums">{value}</dd>
    </div>
  );
}

const NAMED = 5;

function Agents({ base: { id, name, agents } }: { base: KnowledgeBase }) {
  if (agents.length === 0)
    return (
      <p className="mt-2 flex flex-wrap items-center gap-x-3 text-small text-ink-3">
        {texts.noAgents}
        <Link
          to={paths.adminAgents}
          state={{ ...OPENS_FORM, base: { id, name } }}
          className="link font-medium phone:py-2.5"
        >
          {texts.makeAgent}
        </Link>
      </p>
    );
  const more = agents.length - NAMED;
  return (
    <p className="mt-2 text-small text-ink-2 wrap-anywhere">
      {texts.agents(agents.length)}:{' '}
      {agents.slice(0, NAMED).map((agent, index) => (
        <Fragment key={agent.id}>
          {index > 0 && ', '}
          <Link to={`${paths.adminAgent(agent.id)}?tab=knowledge`} className="link font-medium">
            {agent.name}
          </Link>
          {!agent.deploy_status && ` (${texts.draft})`}
        </Fragment>
      ))}
      {more > 0 && ` ${texts.allAgents(more)}`}
    </p>
  );
}
