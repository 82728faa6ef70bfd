/** The people who get the e-mails about a group's budget: found by name, added and dropped one at a time. */
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { BUDGET_NOTIFIED_MAX, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { failureText } from '../../../api/error-message.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { peopleNamed } from '../queries.ts';
import { texts as all } from '../texts.ts';
import type { LimitsDraft } from './limits-draft.ts';

const texts = all.limits;

type NotifiedPeopleProps = {
  people: LimitsDraft['notified'];
  readOnly: boolean;
  onChange: (people: LimitsDraft['notified']) => void;
};

export function NotifiedPeople({ people, readOnly, onChange }: NotifiedPeopleProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-label font-medium">{texts.notify}</legend>
      <p className="text-small text-ink-3">{texts.notifyLine}</p>
      {people.length > 0 && (
        <ul className="grid gap-1">
          {people.map((person) => (
            <li key={person.id} className="flex items-center justify-between gap-3 text-control">
              <span className="min-w-0 truncate">{person.name}</span>
              {!readOnly && (
                <IconButton
                  label={texts.drop(person.name)}
                  title={texts.drop(person.name)}
                  onClick={() => onChange(people.filter(({ id }) => id !== person.id))}
                >
                  <X />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {!readOnly && people.length < BUDGET_NOTIFIED_MAX && (
        <FindPeople taken={people} onAdd={(person) => onChange([...people, person])} />
      )}
    </fieldset>
  );
}

type Person = LimitsDraft['notified'][number];

function FindPeople({ taken, onAdd }: { taken: Person[]; onAdd: (person: Person) => void }) {
  const [term, setTerm] = useState('');
  const search = useDebounced(term.trim(), SEARCH_DEBOUNCE_MS);
  const found = useQuery(peopleNamed(search));
  const offered = found.data?.data.filter(({ id }) => taken.every((one) => one.id !== id));
  return (
    <div className="grid gap-2">
      <SearchBox value={term} onChange={setTerm} label={texts.search} />
      {search !== '' && found.isError && (
        <p role="alert" className="text-small text-danger">
          {failureText(found.error, texts.peopleFailed)}
        </p>
      )}
      {search !== '' && offered?.length === 0 && <p className="text-small text-ink-2">{texts.nobody}</p>}
      {search !== '' && offered && offered.length > 0 && (
        <ul className="grid gap-1">
          {offered.map(({ id, name, email }) => (
            <li key={id} className="flex items-center justify-between gap-3">
              <span className="min-w-0">
                <span className="block truncate text-control">{name}</span>
                <span className="block truncate text-tiny text-ink-3">{email}</span>
              </span>
              <Button
                size="small"
                aria-label={texts.add(name)}
                onClick={() => {
                  setTerm('');
                  onAdd({ id, name });
                }}
              >
                {texts.notify}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
