import { Database } from 'lucide-react';
import { Link } from 'react-router';
import type { DataSource } from '#contract/data-sources.ts';
import { paths } from '../../../lib/paths.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { GridCard } from '../../../ui/page/card-grid.tsx';
import { isSetUp } from '../draft.ts';
import { texts } from '../texts.ts';

type SourceCardProps = {
  source: DataSource;
  /** The search that found it, for the link back. */
  search: string;
};

export function SourceCard({ source, search }: SourceCardProps) {
  return (
    <GridCard
      mark={
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-control bg-brand-soft text-brand"
        >
          <Database />
        </span>
      }
      link={
        <Link to={paths.adminDataSource(source.id)} state={{ search }}>
          {source.name}
        </Link>
      }
      description={source.description}
      noDescription={texts.noDescription}
      moments={[
        { name: texts.created, time: source.created_at },
        { name: texts.updated, time: source.updated_at },
      ]}
    >
      <div className="mt-3 flex flex-wrap gap-2">
        <Badge>{texts.agents(source.agents.length)}</Badge>
        {!isSetUp(source.rag_config) && (
          <span title={texts.notSetUpHint} className="flex">
            <Badge tone="warn">{texts.notSetUp}</Badge>
          </span>
        )}
      </div>
    </GridCard>
  );
}
