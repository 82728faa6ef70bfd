/** People who are notified of something: found by name or e-mail, added and dropped one at a time. */
import { X } from 'lucide-react';
import { IconButton } from '../../ui/controls/button.tsx';
import { PersonSearch } from './person-search.tsx';

type Person = { id: number; name: string };

type PeopleFieldProps = {
  people: Person[];
  most: number;
  words: { legend: string; hint: string; find: string; drop: (name: string) => string };
  error?: string | null;
  onChange: (people: Person[]) => void;
};

export function PeopleField({ people, most, words, error = null, onChange }: PeopleFieldProps) {
  return (
    <fieldset className="@container grid gap-2">
      <legend className="mb-1 text-label font-medium">{words.legend}</legend>
      <p className="text-small text-ink-2">{words.hint}</p>
      {people.map((person) => (
        <div key={person.id} className="flex items-center justify-between gap-3">
          <span className="min-w-0 truncate">{person.name}</span>
          <IconButton
            label={words.drop(person.name)}
            onClick={() => onChange(people.filter(({ id }) => id !== person.id))}
          >
            <X />
          </IconButton>
        </div>
      ))}
      {people.length < most && (
        <PersonSearch
          label={words.find}
          placeholder={words.find}
          error={error}
          onChoose={({ id, name }) =>
            onChange([...people.filter((person) => person.id !== id), { id, name }])
          }
        />
      )}
    </fieldset>
  );
}
