import type { Draft } from '../draft.ts';
import type { Problems } from '../problems.ts';
import { MainColumn } from '../query/main-column.tsx';
import { QueryField } from '../query/query-field.tsx';
import type { ColumnsOfQuery } from '../query/use-columns.ts';
import { texts } from '../texts-settings.ts';
import { CountField, CountShown } from './count-field.tsx';
import { Step } from './step.tsx';

type SearchStepProps = {
  draft: Draft;
  problems: Problems;
  editing: boolean;
  focused: boolean;
  query: ColumnsOfQuery;
  onChange: (search: Draft['document_search']) => void;
};

export function SearchStep({ draft, problems, editing, focused, query, onChange }: SearchStepProps) {
  const search = draft.document_search;
  return (
    <Step
      number={2}
      title={texts.search.title}
      line={texts.search.line}
      aside={!editing && <CountShown label={texts.maxDocuments} value={search.max_documents} />}
    >
      <QueryField
        value={search.base_sql_query}
        editing={editing}
        focused={focused}
        query={query}
        onChange={(base_sql_query) => onChange({ ...search, base_sql_query })}
      />
      <div className="grid items-start gap-x-[18px] gap-y-4 sm:grid-cols-2">
        <MainColumn
          value={search.main_content_column}
          editing={editing}
          query={query}
          onChange={(main_content_column) => onChange({ ...search, main_content_column })}
        />
        {editing && (
          <CountField
            label={texts.maxDocuments}
            hint={texts.maxDocumentsHint}
            value={search.max_documents}
            error={problems.max_documents}
            onChange={(max_documents) => onChange({ ...search, max_documents })}
          />
        )}
      </div>
    </Step>
  );
}
