/** Finds a person by name or e-mail; one of a list under the box is chosen. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { SEARCH_DEBOUNCE_MS, SEARCH_MAX } from '#contract/limits.ts';
import { type User, usersApi } from '#contract/users.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { classes } from '../../ui/classes.ts';
import { controlBorder, controlLook } from '../../ui/controls/field.tsx';
import { texts as all } from './texts.ts';

export type FoundPerson = Pick<User, 'id' | 'name' | 'email'>;

const texts = all.people;

const PEOPLE_SHOWN = 8;

const peopleNamed = (search: string) =>
  queryOptions({
    queryKey: ['users', 'named', search] as const,
    queryFn: ({ signal }) =>
      call(usersApi.all, { query: { search, include_inactive: 'true', limit: PEOPLE_SHOWN } }, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });

type PersonSearchProps = {
  label: string;
  placeholder: string;
  /** The validation message, as a sentence. */
  error?: string | null;
  onChoose: (person: FoundPerson) => void;
};

/** `people`: undefined while nothing answers the words. */
function usePeopleSearch() {
  const [term, setTerm] = useState('');
  const wanted = term.trim();
  const search = useDebounced(wanted, SEARCH_DEBOUNCE_MS);
  const found = useQuery(peopleNamed(search));
  // Results of other words do not answer these.
  const isAnswered = wanted !== '' && wanted === search && !found.isPlaceholderData;
  return {
    term,
    setTerm,
    people: isAnswered ? found.data?.data : undefined,
    failure: wanted !== '' && found.isError ? found.error : null,
  };
}

export function PersonSearch({ label, placeholder, error = null, onChoose }: PersonSearchProps) {
  const id = useId();
  const { term, setTerm, people, failure } = usePeopleSearch();
  const [active, setActive] = useState(0);

  const choose = (person: User | undefined) => {
    if (!person) return;
    setTerm('');
    onChoose(person);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setTerm('');
    if (!people?.length || event.nativeEvent.isComposing) return;
    const next = stepOf(event.key, active, people.length);
    if (next !== null) setActive(next);
    else if (event.key === 'Enter') choose(people[active]);
    else return;
    event.preventDefault();
  };

  return (
    <div className="relative grid gap-1.5">
      <label htmlFor={id} className="text-label font-medium">
        {label}
      </label>
      <input
        id={id}
        role="combobox"
        aria-expanded={people !== undefined}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={people?.length ? `${id}-${active}` : undefined}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${id}-note`}
        autoComplete="off"
        placeholder={placeholder}
        maxLength={SEARCH_MAX}
        value={term}
        onChange={(event) => {
          setTerm(event.target.value);
          setActive(0);
        }}
        onKeyDown={keys}
        onBlur={() => setTerm('')}
        className={classes(controlLook, controlBorder(error !== null), 'h-[42px] truncate px-3 phone:h-11')}
      />
      {error !== null && (
        <p id={`${id}-note`} className="text-small text-danger">
          {error}
        </p>
      )}
      {failure !== null && (
        <p role="alert" className="text-small text-danger">
          {failureText(failure, texts.failed)}
        </p>
      )}
      {people && <People id={id} people={people} active={active} onActive={setActive} onChoose={choose} />}
    </div>
  );
}

/** Null for a key that does not move. */
function stepOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1);
  return key === 'ArrowUp' ? Math.max(at - 1, 0) : null;
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
      <div id={`${id}-list`} role="listbox" aria-label={texts.found}>
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
