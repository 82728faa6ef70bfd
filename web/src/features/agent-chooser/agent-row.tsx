import { type KeyboardEvent, memo } from 'react';
import type { AgentSummary } from '#contract/agents.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { AgentAvatar } from '../../ui/display/avatar.tsx';
import { places, Skeleton } from '../../ui/display/skeleton.tsx';
import { TagBadges } from './agent-detail.tsx';
import { texts } from './texts.ts';

type AgentRowProps = {
  agent: AgentSummary;
  chosen: boolean;
  onChoose: (agent: AgentSummary) => void;
  onAbout: (agent: AgentSummary) => void;
};

export const AgentRow = memo(function AgentRow({ agent, chosen, onChoose, onAbout }: AgentRowProps) {
  const press = (event: KeyboardEvent) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!plain || !(event.key === 'i' || event.key === 'ArrowRight')) return;
    event.preventDefault();
    onAbout(agent);
  };
  return (
    <li
      className={classes(
        'flex items-center gap-1.5 rounded-card pr-2.5 focus-within:bg-sunken hover:bg-sunken phone:pr-0',
        chosen && 'bg-brand-soft hover:bg-brand-soft focus-within:bg-brand-soft',
      )}
    >
      <button
        type="button"
        data-agent-choice
        aria-current={chosen || undefined}
        aria-keyshortcuts="i ArrowRight"
        onClick={() => onChoose(agent)}
        onKeyDown={press}
        className="flex min-w-0 flex-1 items-center gap-3.5 rounded-card px-2.5 py-[11px] text-left"
      >
        <AgentAvatar id={agent.id} name={agent.name} />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-1 font-semibold wrap-anywhere phone:line-clamp-2">{agent.name}</span>
          {agent.description && (
            <span className="line-clamp-1 text-small text-ink-2 wrap-anywhere phone:line-clamp-2">
              {agent.description}
            </span>
          )}
        </span>
        <TagBadges tags={agent.tags.slice(0, 3)} className="hidden max-w-[45%] justify-end desk:flex" />
      </button>
      <IconButton label={texts.about(agent.name)} onClick={() => onAbout(agent)}>
        {infoMark}
      </IconButton>
    </li>
  );
});

/** The library's mark drawn with one path, and made once for all rows. */
const infoMark = (
  <svg
    aria-hidden="true"
    className="lucide"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d="M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0ZM12 16v-4M12 8h.01" />
  </svg>
);

export function AgentRowSkeletons() {
  return places(5).map((index) => (
    <div key={index} className="flex items-center gap-3.5 px-2.5 py-[11px]">
      <Skeleton className="size-8" />
      <div className="grid flex-1 gap-2">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3 w-4/5" />
      </div>
    </div>
  ));
}
