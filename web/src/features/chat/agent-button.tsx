import { Bot, ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import type { AgentSummary } from '#contract/agents.ts';
import { Button } from '../../ui/controls/button.tsx';
import { AgentAvatar } from '../../ui/display/avatar.tsx';
import { texts } from './texts.ts';

type AgentButtonProps = {
  agent: AgentSummary | undefined;
  onPress: () => void;
  ref?: Ref<HTMLButtonElement>;
};

/** Opens the chooser, and shows what was chosen in it. */
export function AgentButton({ agent, onPress, ref }: AgentButtonProps) {
  if (!agent) {
    return (
      <Button ref={ref} size="large" icon={<Bot />} onClick={onPress}>
        {texts.chooseAgent}
      </Button>
    );
  }
  return (
    <Button
      ref={ref}
      size="large"
      aria-label={texts.changeAgent(agent.name)}
      onClick={onPress}
      className="max-w-full min-w-0 pl-2.5"
    >
      <AgentAvatar id={agent.id} name={agent.name} size="small" />
      <span className="truncate">{agent.name}</span>
      <ChevronDown className="text-ink-3" />
    </Button>
  );
}
