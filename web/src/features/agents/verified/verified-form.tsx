/** Writes one verified answer. */
import { Quote, X } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  VERIFIED_ANSWER_MAX,
  VERIFIED_OWNER_MAX,
  VERIFIED_QUESTION_MAX,
  VERIFIED_REVIEW_DAYS,
  VERIFIED_SOURCES_MAX,
} from '#contract/limits.ts';
import { type VerifiedAnswer, verifiedAnswersApi } from '#contract/verified-answers.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { PersonSearch } from '../../admin/person-search.tsx';
import { SpanSearch } from './span-search.tsx';
import { texts } from './texts.ts';
import { linesOf, WordingsField } from './wordings-field.tsx';

type VerifiedFormProps = {
  agentId: number;
  /** The answer that is changed; undefined for a new one. */
  answer?: VerifiedAnswer | undefined;
  /** The group of open questions that a new one closes, and how they were asked. */
  closes?: { group_id: number; question: string; wordings: string[] };
  /** The beginning of a new one, with a note on what is to be seen to before it is saved. */
  proposed?: { question: string; answer: string; note: string };
  onSaved: () => Promise<void>;
  onClose: () => void;
};

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

type Beginning = Pick<VerifiedFormProps, 'answer' | 'closes' | 'proposed'>;

const draftOf = ({ answer, closes, proposed }: Beginning) => ({
  question: (answer ?? closes ?? proposed)?.question ?? '',
  wordings: (answer ?? closes)?.wordings.join('\n') ?? '',
  answer: (answer ?? proposed)?.answer ?? '',
  owner_label: answer?.owner_label ?? '',
  review_on: answer?.review_on ?? dayIn(VERIFIED_REVIEW_DAYS),
  title: '',
  url: '',
});

const reviewerOf = (answer: VerifiedAnswer | undefined) =>
  answer?.reviewer_user_id && answer.reviewer_name !== null
    ? { id: answer.reviewer_user_id, name: answer.reviewer_name }
    : null;

type Draft = ReturnType<typeof draftOf>;

function bodyOf(
  { title, url, wordings, ...fields }: Draft,
  sources: VerifiedAnswer['sources'],
  reviewer: Person | null,
) {
  const link = url.trim() ? [{ title: title.trim() || url.trim(), url: url.trim() }] : [];
  return {
    ...fields,
    wordings: linesOf(wordings),
    sources: [...sources, ...link],
    reviewer_user_id: reviewer?.id ?? null,
  };
}

async function saveAnswer(
  { agentId, answer, closes }: Pick<VerifiedFormProps, 'agentId' | 'answer' | 'closes'>,
  body: ReturnType<typeof bodyOf>,
) {
  if (answer) {
    const params = { id: agentId, answerId: answer.id };
    await call(verifiedAnswersApi.update, { params, body: { ...body, version: answer.version } });
    return;
  }
  const group = closes ? { group_id: closes.group_id } : {};
  await call(verifiedAnswersApi.create, { params: { id: agentId }, body: { ...body, ...group } });
}

export function VerifiedForm({ agentId, answer, closes, proposed, onSaved, onClose }: VerifiedFormProps) {
  const [draft, setDraft] = useState(() => draftOf({ answer, closes, proposed }));
  const [sources, setSources] = useState(answer?.sources ?? []);
  const [reviewer, setReviewer] = useState(() => reviewerOf(answer));
  const save = useTask(async () => {
    await saveAnswer({ agentId, answer, closes }, bodyOf(draft, sources, reviewer));
    await onSaved();
    onClose();
  });
  const set = (field: keyof Draft) => (event: { target: { value: string } }) => {
    save.forgive();
    setDraft((now) => ({ ...now, [field]: event.target.value }));
  };
  const isComplete = [draft.question, draft.answer, draft.owner_label, draft.review_on].every((text) =>
    text.trim(),
  );
  const { bind } = useCheckedForm();
  return (
    <FormDialog
      title={texts.formTitle}
      form={bind(!isComplete, save.run)}
      words={{ submit: texts.save, submitting: texts.saving }}
      busy={save.busy}
      disabled={!isComplete}
      failure={save.failure === null ? null : failureText(save.failure, texts.saveFailed)}
      onClose={onClose}
    >
      {proposed && <Alert tone="info" title={proposed.note} />}
      <Field
        label={texts.question}
        required
        maxLength={VERIFIED_QUESTION_MAX}
        value={draft.question}
        onChange={set('question')}
      />
      <WordingsField
        agentId={agentId}
        question={draft.question}
        value={draft.wordings}
        onChange={(value) => set('wordings')({ target: { value } })}
      />
      <TextArea
        label={texts.answer}
        hint={texts.answerHint}
        required
        rows={5}
        maxLength={VERIFIED_ANSWER_MAX}
        value={draft.answer}
        onChange={set('answer')}
      />
      <Sources agentId={agentId} sources={sources} onChange={setSources} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={texts.linkTitle} maxLength={200} value={draft.title} onChange={set('title')} />
        <Field label={texts.linkUrl} inputMode="url" value={draft.url} onChange={set('url')} />
      </div>
      <OwnerAndReview draft={draft} set={set} />
      <Reviewer reviewer={reviewer} onChange={setReviewer} />
    </FormDialog>
  );
}

type SourceChipsProps = {
  sources: VerifiedAnswer['sources'];
  onChange: (sources: VerifiedAnswer['sources']) => void;
};

/** The cited spans and links, and the way to one more span. */
function Sources({ agentId, sources, onChange }: SourceChipsProps & { agentId: number }) {
  const [isSearching, setSearching] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SourceChips sources={sources} onChange={onChange} />
      <Button
        ref={opener}
        size="small"
        icon={<Quote />}
        aria-expanded={isSearching}
        disabled={sources.length >= VERIFIED_SOURCES_MAX}
        className="justify-self-start"
        onClick={() => setSearching(!isSearching)}
      >
        {texts.cite}
      </Button>
      {isSearching && (
        <SpanSearch
          agentId={agentId}
          onCite={(source) => {
            onChange([...sources, source]);
            setSearching(false);
            opener.current?.focus();
          }}
        />
      )}
    </div>
  );
}

function SourceChips({ sources, onChange }: SourceChipsProps) {
  if (sources.length === 0) return null;
  return (
    <ul aria-label={texts.sources} className="flex flex-wrap gap-2">
      {sources.map((source, place) => (
        <li key={JSON.stringify(source)} className="max-w-full">
          <Chip
            removeLabel={texts.removeSource(source.title)}
            onRemove={() => onChange(sources.filter((_, other) => other !== place))}
          >
            {`[${place + 1}] ${source.title}`}
          </Chip>
        </li>
      ))}
    </ul>
  );
}

type OwnerAndReviewProps = {
  draft: Draft;
  set: (field: keyof Draft) => (event: { target: { value: string } }) => void;
};

function OwnerAndReview({ draft, set }: OwnerAndReviewProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field
        label={texts.owner}
        hint={texts.ownerHint}
        required
        maxLength={VERIFIED_OWNER_MAX}
        value={draft.owner_label}
        onChange={set('owner_label')}
      />
      <Field
        label={texts.review}
        hint={texts.reviewHint}
        type="date"
        required
        value={draft.review_on}
        onChange={set('review_on')}
      />
    </div>
  );
}

type Person = { id: number; name: string };
type ReviewerProps = { reviewer: Person | null; onChange: (reviewer: Person | null) => void };

/** The administrator who gets letters about the day of review. */
function Reviewer({ reviewer, onChange }: ReviewerProps) {
  if (!reviewer)
    return (
      <div className="@container grid gap-1">
        <PersonSearch
          label={texts.reviewer}
          placeholder={texts.reviewerPlaceholder}
          onChoose={({ id, name }) => onChange({ id, name })}
        />
        <p className="text-small text-ink-2">{texts.reviewerHint}</p>
      </div>
    );
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="text-label font-medium">{texts.reviewer}</p>
        <p className="truncate text-ink-2">{reviewer.name}</p>
      </div>
      <IconButton label={texts.dropReviewer(reviewer.name)} onClick={() => onChange(null)}>
        <X />
      </IconButton>
    </div>
  );
}
