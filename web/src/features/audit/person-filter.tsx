/** Filters by the acting person, who is found by name or e-mail and chosen from a list under the box. */
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { SEARCH_DEBOUNCE_MS, SEARCH_MAX } from '#contract/limits.ts';
import type { User } from '#contract/users.ts';
import { failureText } from '../../api/error-message.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { classes } from '../../ui/classes.ts';
import { controlBorder, controlLook } from '../../ui/controls/field.tsx';
import { peopleNamed } from './queries.ts';
import { texts } from './texts.ts';

export type Chosen = Pick<User, 'id' | 'name'>;

export function PersonFilter({ onChoose }: { onChoose: (person: Chosen) => void }) {
  const id = useId();
  const [term, setTerm] = useState('');
  const [active, setActive] = useState(0);
  const wanted = term.trim();
  const search = useDebounced(wanted, SEARCH_DEBOUNCE_MS);
  const found = useQuery(peopleNamed(search));
  // Results of other words do not answer these.
  const people =
    wanted !== '' && wanted === search && !found.isPlaceholderData ? found.data?.data : undefined;

  const choose = (person: User | undefined) => {
    if (!person) return;
    setTerm('');
    onChoose(person);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setTerm('');
    if (!people?.length || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') choose(people[active]);
    else if (event.key === 'ArrowDown') setActive(Math.min(active + 1, people.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else return;
    event.preventDefault();
  };

  return (
    <div className="relative grid gap-1.5">
      <label htmlFor={id} className="text-label font-medium">
        {texts.person}
      </label>
      <input
        id={id}
        role="combobox"
        aria-expanded={people !== undefined}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={people?.length ? `${id}-${active}` : undefined}
        autoComplete="off"
        placeholder={texts.personHint}
        maxLength={SEARCH_MAX}
        value={term}
        onChange={(event) => {
          setTerm(event.target.value);
          setActive(0);
        }}
        onKeyDown={keys}
        onBlur={() => setTerm('')}
        className={classes(controlLook, controlBorder(false), 'h-[42px] truncate px-3 phone:h-11')}
      />
      {wanted !== '' && found.isError && (
        <p role="alert" className="text-small text-danger">
          {failureText(found.error, texts.peopleFailed)}
        </p>
      )}
      {people && <People id={id} people={people} active={active} onActive={setActive} onChoose={choose} />}
    </div>
  );
}

type PeopleProps = {
  id: string;
  people: User[];
  active: number;
  onActive: (index: number) => void;
  onChoose: (person: User) => void;
};

function People({ id, people, active, onActive, onChoose }: PeopleProps) {
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1.5 rounded-card @max-[720px]:left-auto @max-[720px]:w-[100cqw] border border-line bg-surface p-1.5 shadow-2 animate-appear">
      <div id={`${id}-list`} role="listbox" aria-label={texts.people}>
        {people.map((person, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box hears the keys
          // biome-ignore lint/a11y/useFocusableInteractive: named by aria-activedescendant instead
          <div
            key={person.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerMove={() => onActive(index)}
            // The box must not lose the focus before the click is done.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(person)}
            className={classes(
              'cursor-pointer rounded-control px-2.5 py-1.5 phone:min-h-11',
              index === active && 'bg-sunken',
            )}
          >
            <span className="block truncate text-control font-medium">{person.name}</span>
            <span className="block truncate text-tiny text-ink-3">{person.email}</span>
          </div>
        ))}
      </div>
      {people.length === 0 && <p className="px-2.5 py-1.5 text-small text-ink-2">{texts.nobody}</p>}
    </div>
  );
}
