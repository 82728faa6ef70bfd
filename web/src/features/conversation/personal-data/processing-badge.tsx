/** Says beside the agent's name where the conversation is processed; on a phone an icon stands for the words. */
import { Globe, House, MapPin } from 'lucide-react';
import type { ChatSession } from '#contract/chat-session.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Tooltip } from '../../../ui/display/tooltip.tsx';
import { texts } from './texts.ts';

const ICONS = { local: House, brasil: MapPin, exterior: Globe };

type ProcessingBadgeProps = { processing: NonNullable<ChatSession['processing']> };

export function ProcessingBadge({ processing: { provider, residency, is_masked } }: ProcessingBadgeProps) {
  const Icon = ICONS[residency];
  const isLocal = residency === 'local';
  const label = residency === 'exterior' ? texts.exterior(provider) : texts[residency];
  const line = isLocal ? texts.localLine : [texts.leaves, ...(is_masked ? [texts.masked] : [])].join(' ');
  return (
    <Tooltip text={line}>
      <button type="button" className="ml-2 shrink-0 rounded-full phone:ml-0 phone:h-11">
        <Badge tone={isLocal ? 'ok' : 'neutral'} icon={<Icon className="hidden phone:block" />}>
          <span className="phone:sr-only">{label}</span>
        </Badge>
      </button>
    </Tooltip>
  );
}
