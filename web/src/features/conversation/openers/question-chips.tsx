/** Whole questions as buttons: one press asks. Arrow keys move from one to the next. */
import { type KeyboardEvent, useId } from 'react';

type QuestionChipsProps = {
  title: string;
  questions: string[];
  onAsk: (question: string) => void;
  /** The title is for screen readers only. */
  quiet?: boolean;
};

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function QuestionChips({ title, questions, onAsk, quiet = false }: QuestionChipsProps) {
  const id = useId();
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={quiet ? 'sr-only' : 'mb-2 font-sans text-small font-medium text-ink-2'}>
        {title}
      </h2>
      <ul onKeyDown={moveAmongChips} className="flex flex-wrap gap-2 phone:grid phone:grid-cols-1">
        {questions.map((question) => (
          <li key={question} className="min-w-0">
            <button
              type="button"
              onClick={() => onAsk(question)}
              className="min-h-9 w-full rounded-[18px] border border-line bg-surface px-3.5 py-1.5 text-left text-control wrap-anywhere transition-colors hover:border-line-strong hover:bg-sunken phone:min-h-11"
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function moveAmongChips(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const chips: (Element | null)[] = [...event.currentTarget.querySelectorAll('button')];
  const next = chips[chips.indexOf(document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  (next as HTMLElement).focus();
}
