/** The catalogue of models: which there are, how they do, who uses them. Administrators only read it. */
import { useQuery } from '@tanstack/react-query';
import { Bot, ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { ModelDefaultsInfo, ModelInfo } from '#contract/models.ts';
import { failureWords } from '../../../api/error-message.ts';
import { useAddressFilters } from '../../../lib/use-address-filters.ts';
import { Chip } from '../../../ui/controls/chip.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { CatalogueNotices } from './catalogue-notices.tsx';
import { type ModelFilters, modelAddress, sectionsOf, usesOf } from './model-filters.ts';
import { ModelRowSkeletons, ModelRows } from './model-rows.tsx';
import { modelCatalogue, modelDefaults } from './queries.ts';
import { texts } from './texts.ts';
import { UsesDialog } from './uses-dialog.tsx';

export function CatalogueTab() {
  const models = useQuery(modelCatalogue());
  const defaults = useQuery(modelDefaults());
  const failed = [models, defaults].find(({ isError, data }) => isError && !data);
  if (failed)
    return (
      <Alert
        {...failureWords(failed.error, texts.loadFailed)}
        onRetry={() => void Promise.all([models.refetch(), defaults.refetch()])}
        retrying={models.isFetching || defaults.isFetching}
      />
    );
  if (!models.data || !defaults.data) return <ModelRowSkeletons />;
  return <Catalogue models={models.data} defaults={defaults.data} />;
}

type CatalogueProps = { models: ModelInfo[]; defaults: ModelDefaultsInfo };

function Catalogue({ models, defaults }: CatalogueProps) {
  const { filters, term, search, change } = useAddressFilters(modelAddress);
  const [usesOfModel, showUses] = useState<ModelInfo | null>(null);
  const { usable, retired, hidden } = sectionsOf(models, filters);
  const rowsOf = (rows: ModelInfo[]) => (
    <ModelRows models={rows} all={models} defaults={defaults} onUses={showUses} />
  );
  const isEmpty = !usable.length && !retired.length && !hidden.length;
  return (
    <div className="grid gap-[18px]">
      <CatalogueNotices models={models} defaults={defaults} onUses={showUses} />
      <Filters models={models} filters={filters} term={term} onSearch={search} onChange={change} />
      {isEmpty && <EmptyState icon={<Bot />} title={texts.none} />}
      {usable.length > 0 && rowsOf(usable)}
      {retired.length > 0 && (
        <Section
          title={texts.retired(retired.length)}
          opened={filters.retired || filters.search !== '' || retired.some((model) => usesOf(model) > 0)}
        >
          {rowsOf(retired)}
        </Section>
      )}
      {hidden.length > 0 && (
        <Section title={texts.hidden(hidden.length)} opened={filters.search !== ''}>
          {rowsOf(hidden)}
        </Section>
      )}
      {usesOfModel && <UsesDialog model={usesOfModel} models={models} onClose={() => showUses(null)} />}
    </div>
  );
}

type FiltersProps = {
  models: ModelInfo[];
  filters: ModelFilters;
  term: string;
  onSearch: (term: string) => void;
  onChange: (part: (now: ModelFilters) => Partial<ModelFilters>) => void;
};

function Filters({ models, filters, term, onSearch, onChange }: FiltersProps) {
  const providers = [...new Set(models.map(({ provider_name }) => provider_name).filter(Boolean))];
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox value={term} onChange={onSearch} label={texts.search} className="min-w-[240px] flex-1" />
      <NativeSelect
        label={texts.provider}
        labelHidden
        value={providers.includes(filters.provider) ? filters.provider : ''}
        options={[
          { value: '', label: texts.anyProvider },
          ...providers.map((name) => ({ value: name, label: name })),
        ]}
        onChange={(provider) => onChange(() => ({ provider }))}
        className="w-[220px] phone:w-full"
      />
      <Chip pressed={filters.used} onToggle={() => onChange(({ used }) => ({ used: !used }))}>
        {texts.onlyUsed}
      </Chip>
      <Chip pressed={filters.retired} onToggle={() => onChange(({ retired }) => ({ retired: !retired }))}>
        {texts.onlyRetired}
      </Chip>
    </div>
  );
}

/** Closed until it is wanted, or until a filter speaks of what is in it. */
function Section({ title, opened, children }: { title: string; opened: boolean; children: ReactNode }) {
  const id = useId();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? opened;
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-sans text-[15.5px] font-semibold tracking-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setChosen(!isOpen)}
          className="-ml-1 inline-flex min-h-9 items-center gap-1.5 rounded-control px-1 text-ink-2 hover:text-ink phone:min-h-11"
        >
          {isOpen ? <ChevronDown /> : <ChevronRight />}
          {title}
        </button>
      </h2>
      {isOpen && children}
    </section>
  );
}
