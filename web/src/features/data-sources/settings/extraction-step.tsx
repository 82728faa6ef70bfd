import { DEFAULT_PROMPTS } from '#contract/data-source-prompts.ts';
import type { Draft } from '../draft.ts';
import { ParameterForm } from '../parameters/parameter-form.tsx';
import { ParameterList } from '../parameters/parameter-list.tsx';
import type { Problems } from '../problems.ts';
import type { QueryColumn } from '../query/use-columns.ts';
import { texts } from '../texts-settings.ts';
import { ModelBadge, ModelSelect } from './model-select.tsx';
import { PromptEditor } from './prompt-editor.tsx';
import { Step } from './step.tsx';

type ExtractionStepProps = {
  source_id: number;
  draft: Draft;
  problems: Problems;
  editing: boolean;
  columns: QueryColumn[];
  onChange: (extraction: Draft['profile_extraction']) => void;
};

export function ExtractionStep({
  source_id,
  draft,
  problems,
  editing,
  columns,
  onChange,
}: ExtractionStepProps) {
  const extraction = draft.profile_extraction;
  const words = texts.extraction;
  return (
    <Step
      number={1}
      title={words.title}
      line={words.line}
      aside={!editing && <ModelBadge model={extraction.model_name} />}
    >
      {editing && (
        <ModelSelect
          value={extraction.model_name}
          onChange={(model_name) => onChange({ ...extraction, model_name })}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div>
          <h4 className="text-label font-medium">{texts.terminology}</h4>
          {editing && <p className="mt-0.5 text-small text-ink-2">{texts.terminologyLine}</p>}
        </div>
        {editing ? (
          <ParameterForm
            source_id={source_id}
            draft={draft}
            problems={problems}
            columns={columns}
            onChange={(parameters) => onChange({ ...extraction, parameters })}
          />
        ) : (
          <ParameterList source_id={source_id} draft={draft} />
        )}
      </div>
      <PromptEditor
        section={words.title}
        value={extraction.system_prompt}
        standard={DEFAULT_PROMPTS.profile_extraction}
        editing={editing}
        onChange={(system_prompt) => onChange({ ...extraction, system_prompt })}
      />
    </Step>
  );
}
