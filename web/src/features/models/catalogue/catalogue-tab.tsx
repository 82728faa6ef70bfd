/** The catalogue of models: which there are, how they do, who uses them. Administrators only read it. */
import { useQuery } from '@tanstack/react-query';
import { Bot, ChevronDown, ChevronRight, Plus, Search } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { ModelDefaultsInfo } from '#contract/model-defaults.ts';
import type { ModelInfo } from '#contract/models.ts';
import { failureWords } from '../../../api/error-message.ts';
import { useAddressFilters } from '../../../lib/use-address-filters.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { isSuperadmin } from '../../session/role.ts';
import { useMe } from '../../session/use-me.tsx';
import { CatalogueNotices } from './catalogue-notices.tsx';
import { DefaultsCard } from './defaults-card.tsx';
import { DiscoverDialog } from './dialogs/discover-dialog.tsx';
import { ModelDialog } from './dialogs/model-dialog.tsx';
import { ProbeDialog } from './dialogs/probe-dialog.tsx';
import { UsesDialog } from './dialogs/uses-dialog.tsx';
import { ModelActions } from './model-actions.tsx';
import { type ModelFilters, modelAddress, sectionsOf, usesOf } from './model-filters.ts';
import { ModelRowSkeletons, ModelRows } from './model-rows.tsx';
import { modelCatalogue, modelDefaults } from './queries.ts';
import { texts } from './texts.ts';

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

/** One dialog at a time. */
type Open = { kind: 'uses' | 'edit' | 'probe'; id: string } | { kind: 'add' | 'discover' } | null;

function Catalogue({ models, defaults }: CatalogueProps) {
  const { filters, term, search, change } = useAddressFilters(modelAddress);
  const mayEdit = isSuperadmin(useMe());
  const [open, setOpen] = useState<Open>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { usable, retired, hidden } = sectionsOf(models, filters);
  const show = (kind: 'uses' | 'edit' | 'probe') => (model: ModelInfo) => setOpen({ kind, id: model.id });
  const rowsOf = (rows: ModelInfo[]) => (
    <ModelRows
      models={rows}
      all={models}
      defaults={defaults}
      onUses={show('uses')}
      {...(mayEdit
        ? {
            actionsOf: (model: ModelInfo) => (
              <ModelActions
                model={model}
                onProbe={() => show('probe')(model)}
                onEdit={() => show('edit')(model)}
                onUses={() => show('uses')(model)}
                onFailure={setFailure}
              />
            ),
          }
        : {})}
    />
  );
  const isEmpty = !usable.length && !retired.length && !hidden.length;
  return (
    <div className="grid gap-[18px]">
      <CatalogueNotices
        models={models}
        defaults={defaults}
        onUses={show('uses')}
        {...(mayEdit ? { onProbe: show('probe') } : {})}
      />
      {failure && <Alert title={failure} />}
      <DefaultsCard models={models} defaults={defaults} mayEdit={mayEdit} />
      {mayEdit && <AddButtons onOpen={(kind) => setOpen({ kind })} />}
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
      <OpenDialog open={open} models={models} onClose={() => setOpen(null)} />
    </div>
  );
}

const AddButtons = ({ onOpen }: { onOpen: (kind: 'add' | 'discover') => void }) => (
  <div className="flex flex-wrap justify-end gap-2.5">
    <Button icon={<Search />} onClick={() => onOpen('discover')}>
      {texts.discoverModels}
    </Button>
    <Button variant="primary" icon={<Plus />} onClick={() => onOpen('add')}>
      {texts.addModel}
    </Button>
  </div>
);

function OpenDialog({ open, models, onClose }: { open: Open; models: ModelInfo[]; onClose: () => void }) {
  if (!open) return null;
  if (open.kind === 'discover') return <DiscoverDialog onClose={onClose} />;
  const model = 'id' in open ? models.find(({ id }) => id === open.id) : undefined;
  if (open.kind === 'add' || (open.kind === 'edit' && model))
    return (
      <ModelDialog model={model ?? null} models={models} providers={providersIn(models)} onClose={onClose} />
    );
  if (!model) return null;
  if (open.kind === 'probe') return <ProbeDialog model={model} onClose={onClose} />;
  return <UsesDialog model={model} models={models} onClose={onClose} />;
}

/** The configured providers that the catalogue names, each once. */
function providersIn(models: ModelInfo[]): { id: number; name: string }[] {
  const names = new Map<number, string>();
  for (const { provider_id, provider_name } of models)
    if (provider_id !== null) names.set(provider_id, provider_name);
  return [...names].map(([id, name]) => ({ id, name }));
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
        className="w-[220px] slim:w-full"
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
