/** Says beside the agent's name where the conversation is processed; on a phone an icon stands for the words. */
import { Globe, House, MapPin } from 'lucide-react';
import type { ChatSession } from '#contract/chat-session.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Tooltip } from '../../../ui/display/tooltip.tsx';
import { texts } from './texts.ts';

const ICONS = { local: House, brasil: MapPin, exterior: Globe };

type ProcessingBadgeProps = { processing: NonNullable<ChatSession['processing']> };

type Processing = ProcessingBadgeProps['processing'];

export function ProcessingBadge({ processing }: ProcessingBadgeProps) {
  const { residency, beyond } = processing;
  const Icon = ICONS[beyond?.residency ?? residency];
  const isKept = residency === 'local' && !beyond;
  return (
    <Tooltip text={lineOf(processing)}>
      <button type="button" className="ml-2 shrink-0 rounded-full phone:ml-0 phone:h-11">
        <Badge tone={isKept ? 'ok' : 'neutral'} icon={<Icon className="hidden phone:block" />}>
          <span className="phone:sr-only">{labelOf(processing)}</span>
        </Badge>
      </button>
    </Tooltip>
  );
}

function labelOf({ provider, residency, beyond }: Processing): string {
  if (residency === 'exterior') return texts.exterior(provider);
  return beyond ? texts.mayLeave[residency] : texts[residency];
}

function lineOf({ provider, residency, beyond, is_masked }: Processing): string {
  if (residency === 'local' && !beyond) return texts.localLine;
  const line = beyond ? texts.mayLeaveLine(provider, beyond.provider, beyond.residency) : texts.leaves;
  return is_masked ? `${line} ${texts.masked}` : line;
}
