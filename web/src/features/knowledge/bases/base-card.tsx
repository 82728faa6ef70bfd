import { Library } from 'lucide-react';
import { Link } from 'react-router';
import type { KnowledgeBase } from '#contract/knowledge.ts';
import { paths } from '../../../lib/paths.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { GridCard } from '../../../ui/page/card-grid.tsx';
import { texts } from '../texts.ts';

export function BaseCard({ base }: { base: KnowledgeBase }) {
  return (
    <GridCard
      mark={
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-control bg-brand-soft text-brand"
        >
          <Library />
        </span>
      }
      link={<Link to={paths.adminDatabase(base.id)}>{base.name}</Link>}
      badge={<Badge>{texts.docs(base.documents_count)}</Badge>}
      description={base.description}
      noDescription={texts.noDescription}
      moments={[
        { name: texts.created, time: base.created_at },
        { name: texts.updated, time: base.updated_at },
      ]}
    />
  );
}
