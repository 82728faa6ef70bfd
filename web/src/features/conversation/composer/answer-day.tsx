/** The day that the next questions are for, under the question box: today, or another one. */
import { CalendarDays, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import { shortDay } from '#contract/validity-state.ts';
import { classes } from '../../../ui/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { texts as all } from '../texts.ts';

const texts = all.day;
/** The days that the server takes, as a date field writes them. */
const FIRST_DAY = '1822-01-01';
const LAST_DAY = '2199-12-31';

type AnswerDayProps = {
  /** Undefined: today, unless a question names another day. */
  day: string | undefined;
  onChange: (day: string | undefined) => void;
};

export function AnswerDay({ day, onChange }: AnswerDayProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = (next: string | undefined) => {
    onChange(next);
    setOpen(false);
  };
  return (
    <div className="mx-auto flex w-full max-w-[760px] pt-2">
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <DayChip day={day} onChange={onChange} />
        <Popover.Portal>
          <Popover.Content
            aria-label={texts.title}
            align="start"
            side="top"
            sideOffset={6}
            collisionPadding={12}
            className="z-40 w-[min(320px,calc(100vw-24px))] rounded-card border border-line bg-surface p-4 shadow-2 outline-none animate-appear"
          >
            <DayForm day={day} onChoose={choose} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}

/** Opens the form; where a day was chosen, it also leads back to today. */
function DayChip({ day, onChange }: AnswerDayProps) {
  const chip = useRef<HTMLButtonElement>(null);
  const words = day === undefined ? texts.today : texts.chosen(shortDay(day));
  return (
    <span
      className={classes(
        look,
        day === undefined ? 'border-line text-ink-2' : 'border-transparent bg-brand-soft text-brand',
      )}
    >
      <Popover.Trigger asChild>
        <button
          ref={chip}
          type="button"
          aria-label={texts.change(words)}
          className={classes(
            'flex h-full items-center gap-1.5 rounded-full pl-2.5',
            day === undefined ? 'pr-2.5' : 'pr-1',
          )}
        >
          <CalendarDays />
          {words}
        </button>
      </Popover.Trigger>
      {day !== undefined && (
        <button
          type="button"
          aria-label={texts.toToday}
          title={texts.toToday}
          onClick={() => {
            onChange(undefined);
            chip.current?.focus();
          }}
          className="mr-1 grid size-5 place-items-center rounded-full hover:bg-surface phone:mr-0 phone:size-11"
        >
          <X />
        </button>
      )}
    </span>
  );
}

type DayFormProps = { day: string | undefined; onChoose: (day: string | undefined) => void };

function DayForm({ day, onChoose }: DayFormProps) {
  const [typed, setTyped] = useState(day ?? '');
  const [isWrong, setWrong] = useState(false);
  const submit = () => {
    if (typed >= FIRST_DAY && typed <= LAST_DAY) onChoose(typed);
    else setWrong(true);
  };
  return (
    <form
      // The browser's own sentence is in its own language.
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        type="date"
        label={texts.field}
        hint={texts.hint}
        min={FIRST_DAY}
        max={LAST_DAY}
        value={typed}
        onKeyDown={(event) => {
          // Not every browser sends a form from a date.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          submit();
        }}
        error={isWrong ? texts.wrong : null}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(false);
        }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {day !== undefined && (
          <Button size="small" onClick={() => onChoose(undefined)}>
            {texts.toToday}
          </Button>
        )}
        <Button size="small" type="submit" variant="primary">
          {texts.use}
        </Button>
      </div>
    </form>
  );
}

const look =
  'inline-flex h-7 items-center rounded-full border bg-surface text-small font-medium transition-colors hover:border-line-strong phone:h-11 [&_.lucide]:size-4 [&_.lucide]:shrink-0';
