import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Chip } from '../../ui/controls/chip.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { type FoundPerson, PersonSearch } from '../admin/person-search.tsx';
import { type AuditFilters, isFiltered, objects } from './audit-filters.ts';
import { nouns, texts } from './texts.ts';

type FilterBarProps = {
  filters: AuditFilters;
  term: string;
  /** The name of the person of the filter, where one of the loaded entries has it. */
  nameOf: (id: number) => string | undefined;
  onSearch: (term: string) => void;
  onChoose: (change: Partial<AuditFilters>) => void;
  onClear: () => void;
};

const ANY = '';
const objectOptions = [
  { value: ANY, label: texts.anyObject },
  ...objects.map((object) => ({ value: object, label: nouns[object].one })),
] as const;

export function FilterBar({ filters, term, nameOf, onSearch, onChoose, onClear }: FilterBarProps) {
  const [chosen, setChosen] = useState<FoundPerson | null>(null);
  const { actor } = filters;
  const actorName =
    actor === null
      ? null
      : ((chosen?.id === actor ? chosen.name : nameOf(actor)) ?? texts.unknownPerson(actor));
  return (
    <div className="@container grid gap-3">
      <SearchBox value={term} onChange={onSearch} label={texts.search} />
      <div className="grid grid-cols-2 gap-3 @min-[720px]:grid-cols-[1fr_1.2fr_160px_160px]">
        <NativeSelect
          label={texts.object}
          value={filters.object ?? ANY}
          options={objectOptions}
          onChange={(object) => onChoose({ object: object === ANY ? null : object })}
        />
        <PersonSearch
          label={texts.person}
          placeholder={texts.personHint}
          onChoose={(person) => {
            setChosen(person);
            onChoose({ actor: person.id });
          }}
        />
        <Field
          label={texts.from}
          type="date"
          max={filters.to ?? undefined}
          value={filters.from ?? ''}
          onChange={(event) => onChoose({ from: event.target.value || null })}
        />
        <Field
          label={texts.to}
          type="date"
          min={filters.from ?? undefined}
          value={filters.to ?? ''}
          onChange={(event) => onChoose({ to: event.target.value || null })}
        />
      </div>
      {isFiltered(filters) && (
        <div className="flex flex-wrap items-center gap-2">
          {actorName !== null && (
            <Chip pressed onRemove={() => onChoose({ actor: null })} removeLabel={texts.anyone}>
              {texts.onlyBy(actorName)}
            </Chip>
          )}
          <Button variant="ghost" size="small" onClick={onClear}>
            {texts.clear}
          </Button>
        </div>
      )}
    </div>
  );
}
