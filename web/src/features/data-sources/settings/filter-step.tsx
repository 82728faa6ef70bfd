import { DEFAULT_PROMPTS } from '#contract/data-source-prompts.ts';
import type { Draft } from '../draft.ts';
import type { Problems } from '../problems.ts';
import { texts } from '../texts-settings.ts';
import { CountField, CountShown } from './count-field.tsx';
import { ModelBadge, ModelSelect } from './model-select.tsx';
import { PromptEditor } from './prompt-editor.tsx';
import { Step } from './step.tsx';

type FilterStepProps = {
  draft: Draft;
  problems: Problems;
  editing: boolean;
  onChange: (filter: Draft['document_filter']) => void;
};

export function FilterStep({ draft, problems, editing, onChange }: FilterStepProps) {
  const filter = draft.document_filter;
  return (
    <Step
      number={3}
      title={texts.filter.title}
      line={texts.filter.line}
      aside={
        !editing && (
          <div className="flex flex-wrap items-center gap-3">
            <CountShown label={texts.maxFiltered} value={filter.max_filtered_documents} />
            <ModelBadge model={filter.model_name} />
          </div>
        )
      }
    >
      {editing && (
        <div className="grid items-start gap-x-[18px] gap-y-4 sm:grid-cols-2">
          <ModelSelect
            value={filter.model_name}
            onChange={(model_name) => onChange({ ...filter, model_name })}
          />
          <CountField
            label={texts.maxFiltered}
            hint={texts.maxFilteredHint}
            value={filter.max_filtered_documents}
            error={problems.max_filtered_documents}
            onChange={(max_filtered_documents) => onChange({ ...filter, max_filtered_documents })}
          />
        </div>
      )}
      <PromptEditor
        section={texts.filter.title}
        value={filter.system_prompt}
        standard={DEFAULT_PROMPTS.document_filter}
        editing={editing}
        onChange={(system_prompt) => onChange({ ...filter, system_prompt })}
      />
    </Step>
  );
}
