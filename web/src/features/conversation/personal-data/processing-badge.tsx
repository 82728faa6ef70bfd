/** Says beside the agent's name where the conversation is processed. */
import type { ChatSession } from '#contract/chat.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Tooltip } from '../../../ui/display/tooltip.tsx';
import { texts } from './texts.ts';

type ProcessingBadgeProps = { processing: NonNullable<ChatSession['processing']> };

export function ProcessingBadge({ processing: { provider, residency, is_masked } }: ProcessingBadgeProps) {
  const isLocal = residency === 'local';
  const label = residency === 'exterior' ? texts.exterior(provider) : texts[residency];
  const line = isLocal ? texts.localLine : [texts.leaves, ...(is_masked ? [texts.masked] : [])].join(' ');
  return (
    <Tooltip text={line}>
      <button type="button" className="ml-2 min-w-0 shrink rounded-full phone:h-11">
        <Badge tone={isLocal ? 'ok' : 'neutral'}>
          <span className="truncate">{label}</span>
        </Badge>
      </button>
    </Tooltip>
  );
}
