import { ArrowUp } from 'lucide-react';
import { useId } from 'react';
import { QUESTION_MAX } from '#contract/limits.ts';
import { Button } from '../../ui/controls/button.tsx';
import { texts as words } from '../conversation/texts.ts';
import { texts } from './texts.ts';

type QuickQuestionProps = {
  value: string;
  onChange: (value: string) => void;
  /** Undefined until an agent was chosen. */
  onSend: ((question: string) => void) | undefined;
  busy: boolean;
};

/** The question at the foot of the chooser, for those who know whom to ask. */
export function QuickQuestion({ value, onChange, onSend, busy }: QuickQuestionProps) {
  const id = useId();
  const question = value.trim();
  return (
    <form
      className="flex w-full gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (question) onSend?.(question);
      }}
    >
      <label htmlFor={id} className="sr-only">
        {words.question}
      </label>
      <input
        id={id}
        value={value}
        maxLength={QUESTION_MAX}
        autoComplete="off"
        placeholder={onSend ? words.ask : texts.chooseFirst}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 min-w-0 flex-1 rounded-[14px] border border-line-strong bg-surface px-3.5 text-body focus-visible:border-brand focus-visible:outline-offset-1 phone:text-[16px] phone:placeholder:text-control"
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        icon={<ArrowUp />}
        busy={busy}
        disabled={!question || !onSend}
        className="phone:px-3.5"
      >
        {/* On a phone its room is the box's, whose hint would be cut. */}
        <span className="phone:sr-only">{words.send}</span>
      </Button>
    </form>
  );
}
