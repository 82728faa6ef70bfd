import { Badge } from '../../ui/display/badge.tsx';
import { texts } from './texts.ts';

export function DeployBadge({ deployed }: { deployed: boolean }) {
  return (
    <Badge tone={deployed ? 'ok' : 'neutral'}>
      {deployed ? texts.agentsCard.deployed : texts.agentsCard.draft}
    </Badge>
  );
}
