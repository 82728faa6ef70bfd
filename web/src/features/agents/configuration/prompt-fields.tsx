import { useRef } from 'react';
import { PROMPT_SECTIONS } from '#contract/agent-prompt.ts';
import { PROMPT_SECTION_MAX } from '#contract/limits.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import type { Draft } from '../draft.ts';
import { texts } from '../texts-configuration.ts';
import { UnknownVariables, VariableMenu } from './prompt-variables.tsx';

type PromptFieldsProps = {
  draft: Draft;
  editing: boolean;
  onChange: (change: Partial<Draft>) => void;
};

/** Either five guided sections or one text of one's own; the other is kept, whichever is used. */
export function PromptFields({ draft, editing, onChange }: PromptFieldsProps) {
  return (
    <div className="grid gap-5">
      <Switch
        label={texts.guided}
        line={draft.use_guided_prompt ? texts.guidedLine : texts.notGuidedLine}
        checked={draft.use_guided_prompt}
        disabled={!editing}
        onChange={(use_guided_prompt) => onChange({ use_guided_prompt })}
      />
      {draft.use_guided_prompt ? (
        PROMPT_SECTIONS.map((name) => (
          <Section
            key={name}
            name={name}
            value={draft.prompt_sections[name]}
            editing={editing}
            onChange={(text) => onChange({ prompt_sections: { ...draft.prompt_sections, [name]: text } })}
          />
        ))
      ) : (
        <CustomPrompt
          value={draft.custom_prompt ?? ''}
          editing={editing}
          onChange={(custom_prompt) => onChange({ custom_prompt })}
        />
      )}
    </div>
  );
}

type EditorProps = { value: string; editing: boolean; onChange: (text: string) => void };

function Section({ name, value, editing, onChange }: EditorProps & { name: keyof typeof texts.sections }) {
  const { label, help, example } = texts.sections[name];
  if (!editing) return <Shown label={label} value={value} />;
  return (
    <div className="grid gap-2">
      <PromptBox label={label} hint={help} rows={rowsFor(value)} value={value} onChange={onChange} />
      {value.trim() === '' && (
        <div className="flex items-start gap-3 rounded-control bg-sunken px-3 py-2 text-small text-ink-2 phone:flex-col">
          <p lang="pt-BR" className="min-w-0 flex-1">
            <span lang={__LANGUAGE__ === 'pt-BR' ? 'pt-BR' : 'en'} className="font-medium">
              {texts.example}
            </span>{' '}
            {example}
          </p>
          <Button size="small" aria-label={texts.exampleFor(label)} onClick={() => onChange(example)}>
            {texts.insertExample}
          </Button>
        </div>
      )}
    </div>
  );
}

function CustomPrompt({ value, editing, onChange }: EditorProps) {
  if (!editing) return <Shown label={texts.customPrompt} value={value} />;
  return (
    <div className="grid gap-2">
      <PromptBox
        label={texts.customPrompt}
        hint={texts.customPromptHint}
        rows={Math.max(8, rowsFor(value))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}

type PromptBoxProps = Omit<EditorProps, 'editing'> & { label: string; hint: string; rows: number };

function PromptBox({ value, onChange, ...field }: PromptBoxProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <TextArea
        {...field}
        ref={box}
        maxLength={PROMPT_SECTION_MAX}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aside={
          <VariableMenu
            label={field.label}
            box={box}
            value={value}
            maxLength={PROMPT_SECTION_MAX}
            onChange={onChange}
          />
        }
      />
      <UnknownVariables text={value} />
    </>
  );
}

function Shown({ label, value }: { label: string; value: string }) {
  return (
    <dl>
      <dt className="text-label font-medium">{label}</dt>
      {value.trim() ? (
        <dd className="mt-1 whitespace-pre-wrap wrap-anywhere text-ink-2">{value}</dd>
      ) : (
        <dd className="mt-1 text-ink-3">{texts.empty}</dd>
      )}
    </dl>
  );
}

/** Enough to read what stands there, within reason; the box can be pulled larger. */
function rowsFor(value: string): number {
  const lines = value.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / 80), 0);
  return Math.min(14, Math.max(2, lines));
}
