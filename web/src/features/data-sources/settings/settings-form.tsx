import { type FormEvent, type ReactNode, useId } from 'react';
import type { DataSource } from '#contract/data-sources.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { type Draft, isSetUp } from '../draft.ts';
import type { Problems } from '../problems.ts';
import { useColumns } from '../query/use-columns.ts';
import { texts } from '../texts-settings.ts';
import { ExtractionStep } from './extraction-step.tsx';
import { FilterStep } from './filter-step.tsx';
import { GeneralCard } from './general-card.tsx';
import { SearchStep } from './search-step.tsx';

/** The field that gets the focus when editing begins. */
export type FirstField = 'name' | 'query';

type SettingsFormProps = {
  id: string;
  source: DataSource;
  draft: Draft;
  problems: Problems;
  /** Null while the form is read-only. */
  first: FirstField | null;
  /** While saving the fields are disabled: text typed then would be lost. */
  busy: boolean;
  onChange: (change: Partial<Draft>) => void;
  onSubmit: () => void;
  onBegin: (first: FirstField) => void;
  /** The button that begins editing. */
  edit: ReactNode;
};

export function SettingsForm(props: SettingsFormProps) {
  const { id, source, draft, problems, first, busy, onChange, onSubmit, onBegin, edit } = props;
  const titleId = useId();
  const query = useColumns(draft.document_search.base_sql_query, draft.connection_id);
  const editing = first !== null;
  const form = { draft, problems, editing };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form id={id} noValidate onSubmit={submit} aria-label={texts.form}>
      <fieldset disabled={busy} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-[22px]">
        <GeneralCard {...form} focused={first === 'name'} edit={edit} onChange={onChange} />
        {!editing && !isSetUp(source.rag_config) && (
          <Alert tone="warn" title={texts.notSetUp} line={texts.notSetUpLine}>
            <Button size="small" onClick={() => onBegin('query')}>
              {texts.startHere}
            </Button>
          </Alert>
        )}
        <section aria-labelledby={titleId} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <header>
            <h2 id={titleId} className="text-title">
              {texts.ragConfiguration}
            </h2>
            <p className="mt-1 text-small text-ink-2">{texts.ragLine}</p>
          </header>
          <div>
            <ExtractionStep
              {...form}
              source_id={source.id}
              columns={query.columns}
              onChange={(profile_extraction) => onChange({ profile_extraction })}
            />
            <SearchStep
              {...form}
              focused={first === 'query'}
              query={query}
              onChange={(document_search) => onChange({ document_search })}
            />
            <FilterStep {...form} onChange={(document_filter) => onChange({ document_filter })} />
          </div>
        </section>
      </fieldset>
    </form>
  );
}
