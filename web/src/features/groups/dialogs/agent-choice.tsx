import { memo } from 'react';
import type { GroupAgent } from '#contract/groups.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { texts as all } from '../texts.ts';
import { ChoiceRow } from './choice-row.tsx';

const texts = all.manage;

type AgentChoiceProps = GroupAgent & {
  mark: 'add' | 'remove' | null;
  onFlip: (id: number, is_associated: boolean) => void;
};

export const AgentChoice = memo(function AgentChoice({
  agent,
  is_associated,
  mark,
  onFlip,
}: AgentChoiceProps) {
  return (
    <ChoiceRow
      id={agent.id}
      name={agent.name}
      line={agent.description || texts.noDescription}
      checked={is_associated !== (mark !== null)}
      onToggle={(id) => onFlip(id, is_associated)}
    >
      {mark === 'add' && <Badge tone="brand">{texts.willAdd}</Badge>}
      {mark === 'remove' && <Badge tone="warn">{texts.willRemove}</Badge>}
      {!agent.deploy_status && <Badge>{texts.draft}</Badge>}
    </ChoiceRow>
  );
});

type Pages = { pages: { data: GroupAgent[] }[] };

export function agentsIn(data: Pages | undefined): GroupAgent[] {
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  return [...new Map(rows.map((row) => [row.agent.id, row])).values()];
}
