/** The fields of what a check expects: a kind with its values, and further conditions that have to hold too. */
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { SINGLE_KINDS } from '#contract/expectations.ts';
import { CHECK_VALUE_MAX, EXPECTATIONS_MAX, RUBRIC_MAX } from '#contract/limits.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { verifiedAnswers } from '../verified/queries.ts';
import { newPart, type PartDraft } from './expectation-draft.ts';
import { texts as all } from './texts.ts';

const texts = all.form;

type ExpectationFieldsProps = {
  agentId: number;
  parts: PartDraft[];
  onChange: (parts: PartDraft[]) => void;
};

export function ExpectationFields({ agentId, parts, onChange }: ExpectationFieldsProps) {
  const several = parts.length > 1;
  const change = (changed: PartDraft) =>
    onChange(parts.map((part) => (part.key === changed.key ? changed : part)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {several && <p className="text-small text-ink-2">{texts.allHint}</p>}
      {parts.map((part, place) => (
        <div
          key={part.key}
          className={
            several ? 'grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-line p-3' : 'contents'
          }
        >
          <div className="flex items-end gap-1">
            <NativeSelect
              label={several ? texts.kindOf(place + 1) : texts.kind}
              className="min-w-0 flex-1"
              value={part.kind}
              options={SINGLE_KINDS.map((kind) => ({ value: kind, label: texts.kinds[kind] }))}
              onChange={(kind) => change({ ...part, kind })}
            />
            {several && (
              <IconButton
                label={texts.removePart(place + 1)}
                onClick={() => onChange(parts.filter(({ key }) => key !== part.key))}
              >
                <X />
              </IconButton>
            )}
          </div>
          <PartFields agentId={agentId} part={part} onChange={change} />
        </div>
      ))}
      {parts.length < EXPECTATIONS_MAX && (
        <Button
          size="small"
          className="justify-self-start"
          icon={<Plus className="size-4" />}
          onClick={() => onChange([...parts, newPart()])}
        >
          {texts.addPart}
        </Button>
      )}
    </div>
  );
}

type PartFieldsProps = { agentId: number; part: PartDraft; onChange: (part: PartDraft) => void };

function PartFields({ agentId, part, onChange }: PartFieldsProps) {
  const { kind, text } = part;
  const type = (typed: Partial<PartDraft>) => onChange({ ...part, ...typed });
  if (kind === 'refuses') return <p className="text-small text-ink-2">{texts.refusesHint}</p>;
  if (kind === 'verified') return <VerifiedChoice agentId={agentId} part={part} onChange={onChange} />;
  if (kind === 'max_tokens' || kind === 'max_ms')
    return (
      <Field
        label={texts.most[kind]}
        inputMode="numeric"
        value={part.most}
        onChange={(event) => type({ most: event.target.value })}
      />
    );
  if (kind === 'rubric')
    return (
      <>
        <TextArea
          label={texts.rubric}
          hint={texts.rubricHint}
          rows={3}
          maxLength={RUBRIC_MAX}
          value={text}
          onChange={(event) => type({ text: event.target.value })}
        />
        <NativeSelect
          label={texts.mark}
          value={part.mark}
          options={['1', '2', '3', '4', '5'].map((mark) => ({ value: mark, label: mark }))}
          onChange={(mark) => type({ mark })}
        />
      </>
    );
  const isDocument = kind === 'cites' || kind === 'cites_page';
  return (
    <>
      <Field
        label={isDocument ? texts.document : kind === 'equals' ? texts.value : texts.text}
        hint={isDocument ? texts.documentHint : kind === 'equals' ? texts.equalsHint : texts.containsHint}
        value={text}
        maxLength={CHECK_VALUE_MAX}
        onChange={(event) => type({ text: event.target.value })}
      />
      {kind === 'cites_page' && (
        <Field
          label={texts.page}
          inputMode="numeric"
          value={part.page}
          onChange={(event) => type({ page: event.target.value })}
        />
      )}
    </>
  );
}

function VerifiedChoice({ agentId, part, onChange }: PartFieldsProps) {
  const answers = useQuery(verifiedAnswers(agentId));
  if (answers.data?.length === 0) return <p className="text-small text-ink-2">{texts.noVerified}</p>;
  return (
    <NativeSelect
      label={texts.verified}
      value={part.verified}
      disabled={!answers.data}
      options={[
        { value: '', label: texts.chooseVerified },
        ...(answers.data ?? []).map(({ id, question }) => ({ value: String(id), label: question })),
      ]}
      onChange={(verified) => onChange({ ...part, verified })}
    />
  );
}
