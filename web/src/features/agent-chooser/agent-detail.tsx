/** Details of an agent before it is chosen. */
import type { AgentSummary } from '#contract/agents.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { AgentAvatar } from '../../ui/display/avatar.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';

type AgentDetailProps = {
  agent: AgentSummary | undefined;
  /** The choice is being checked. */
  busy: boolean;
  onClose: () => void;
  onChoose: (agent: AgentSummary) => void;
};

export function AgentDetail({ agent, busy, onClose, onChoose }: AgentDetailProps) {
  if (!agent) return null;
  return (
    <Modal
      open
      onClose={onClose}
      title={agent.name}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.back}</Button>
          <Button variant="primary" busy={busy} onClick={() => onChoose(agent)}>
            {texts.choose}
          </Button>
        </>
      }
    >
      <div className="flex items-start gap-4">
        <AgentAvatar id={agent.id} name={agent.name} size="large" />
        <div className="min-w-0">
          <p className="whitespace-pre-wrap wrap-anywhere text-ink-2">
            {agent.description || texts.noDescription}
          </p>
          <TagBadges tags={agent.tags} className="mt-3.5 flex" />
        </div>
      </div>
    </Modal>
  );
}

const tagLook =
  'inline-block max-w-40 truncate rounded-full bg-sunken px-2 text-tiny leading-[22px] font-medium text-ink-2';

export function TagBadges({ tags, className }: { tags: AgentSummary['tags']; className: string }) {
  if (tags.length === 0) return null;
  return (
    <span className={`${className} flex-wrap gap-1.5`}>
      {tags.map((tag) => (
        // One element each: ten rows of three are a good part of what the chooser draws.
        <span key={tag.id} className={tagLook}>
          {tag.name}
        </span>
      ))}
    </span>
  );
}
