/** Filters and days that were understood from the question, as chips; removing one asks again without it. */
import { CalendarDays, Filter, FilterX, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';
import { keyOf, partsOf, withoutAlso, wordsOf } from '../stream/filter-parts.ts';
import type { Ask, Turn, TurnAnswer } from '../stream/turns.ts';
import { texts } from '../texts.ts';

type FiltersProps = {
  turn: Turn;
  answer: TurnAnswer;
  /** Undefined while nothing may be asked. */
  onAsk: Ask | undefined;
};

export function Filters({ turn, answer, onAsk }: FiltersProps) {
  const { filters, results } = answer;
  // The block of a result has chips of its own, which can be changed too.
  const parts = partsOf(filters).filter(
    ({ data_source_id: id }) => !results.some(({ data_source_id }) => data_source_id === id),
  );
  const { question, without, on_date, without_files } = turn;
  const day = answer.on_date && answer.on_date.by !== 'today' ? answer.on_date.label : undefined;
  if (parts.length + without.length === 0 && day === undefined) return null;

  return (
    <ul aria-label={texts.filters} className="flex min-w-0 flex-wrap items-center gap-1.5">
      {day !== undefined && (
        <li className="flex max-w-full min-w-0">
          <Removable
            icon={<CalendarDays />}
            words={day}
            label={texts.removeDay(day)}
            onRemove={onAsk && (() => onAsk(question, { without, on_date: 'today', without_files }))}
          />
        </li>
      )}
      {parts.map((part) => (
        <li key={keyOf(part)} title={part.data_source_name} className="flex max-w-full min-w-0">
          <Removable
            icon={<Filter />}
            words={wordsOf(part)}
            onRemove={
              onAsk &&
              (() => onAsk(question, { without: withoutAlso(without, part), on_date, without_files }))
            }
          />
        </li>
      ))}
      {without.map((filter) => (
        <li key={keyOf(filter)} className="flex max-w-full min-w-0">
          <span className={classes(chipLook, 'border-line bg-surface text-ink-2')}>
            <FilterX />
            <span className="truncate">{texts.without(wordsOf(filter))}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

type RemovableProps = {
  icon: ReactNode;
  words: string;
  label?: string;
  /** Undefined while nothing may be asked. */
  onRemove: (() => void) | undefined;
};

function Removable({ icon, words, label = texts.removeFilter(words), onRemove }: RemovableProps) {
  return (
    <span className={classes(chipLook, 'border-transparent bg-brand-soft pr-1 text-brand')}>
      {icon}
      <span className="truncate">{words}</span>
      <button
        type="button"
        aria-label={label}
        title={label}
        disabled={!onRemove}
        onClick={onRemove}
        className="grid size-5 shrink-0 place-items-center rounded-full enabled:hover:bg-surface disabled:opacity-50 phone:-my-2 phone:size-11"
      >
        <X />
      </button>
    </span>
  );
}

const chipLook =
  'inline-flex h-7 max-w-full items-center gap-1.5 rounded-full border px-2.5 text-small font-medium phone:h-9 [&_.lucide]:size-4 [&_.lucide]:shrink-0';
