/** «Ver como…»: what another person would get from a data source whose rows depend on who asks. */
import { useEffect, useId, useRef, useState } from 'react';
import { dataSourcesApi, type SeenAs, type ViewAs } from '#contract/data-sources.ts';
import { QUESTION_MAX, VIEW_REASON_MAX, VIEW_REASON_MIN } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { failureWords, fieldError } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { type FoundPerson, PersonSearch } from '../../admin/person-search.tsx';
import { ResultBlock } from '../../conversation/results/result-block.tsx';
import { ResultFrame } from '../../conversation/results/result-frame.tsx';
import { texts as all } from '../texts.ts';

const texts = all.viewAs;

type Draft = { person: FoundPerson | null; question: string; reason: string };
type Seen = SeenAs & { name: string };

export function ViewAsDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>({ person: null, question: '', reason: '' });
  const [seen, setSeen] = useState<Seen | null>(null);
  const { checked, bind } = useCheckedForm();
  const look = useTask(async ({ person, question, reason }: Draft) => {
    if (!person) return;
    setSeen(null);
    const body = { user_id: person.id, question, reason };
    const answer = await call(dataSourcesApi.viewAs, { params: { id }, body });
    setSeen({ ...answer, name: person.name });
  });
  const problems = problemsOf(draft);
  const form = bind(Object.values(problems).some(Boolean), () => look.run(draft));
  const errorOf = (field: keyof ViewAs) =>
    (checked ? problems[field] : null) ?? fieldError(look.failure, field);
  const isNamed = (['user_id', 'question', 'reason'] as const).some(
    (field) => fieldError(look.failure, field) !== null,
  );
  return (
    <Modal
      open
      size="large"
      title={texts.open}
      line={texts.line}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.close}</Button>
          <Button type="submit" form={form.id} variant="primary" busy={look.busy}>
            {look.busy ? texts.submitting : texts.submit}
          </Button>
        </>
      }
    >
      <form {...form} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Fields draft={draft} errorOf={errorOf} onChange={(part) => setDraft({ ...draft, ...part })} />
      </form>
      {look.failure !== null && !isNamed && (
        <Alert {...failureWords(look.failure, texts.failed)} className="mt-4" />
      )}
      {seen && <SeenResult seen={seen} />}
    </Modal>
  );
}

/** Null for a field that may be sent. */
function problemsOf({ person, question, reason }: Draft) {
  return {
    user_id: person ? null : texts.personNeeded,
    question: question.trim() ? null : texts.questionNeeded,
    reason: reason.trim().length >= VIEW_REASON_MIN ? null : texts.reasonNeeded,
  };
}

type FieldsProps = {
  draft: Draft;
  errorOf: (field: keyof ViewAs) => string | null;
  onChange: (part: Partial<Draft>) => void;
};

function Fields({ draft, errorOf, onChange }: FieldsProps) {
  const { person, question, reason } = draft;
  return (
    <>
      {person ? (
        <div className="grid justify-items-start gap-1.5">
          <span className="text-label font-medium">{texts.person}</span>
          <Chip pressed onRemove={() => onChange({ person: null })} removeLabel={texts.otherPerson}>
            {person.name}
          </Chip>
          <p className="text-small text-ink-3 wrap-anywhere">{person.email}</p>
        </div>
      ) : (
        <PersonSearch
          label={texts.person}
          placeholder={texts.personHint}
          error={errorOf('user_id')}
          onChoose={(chosen) => onChange({ person: chosen })}
        />
      )}
      <TextArea
        label={texts.question}
        hint={texts.questionHint}
        rows={2}
        maxLength={QUESTION_MAX}
        value={question}
        error={errorOf('question')}
        onChange={({ target }) => onChange({ question: target.value })}
      />
      <TextArea
        label={texts.reason}
        hint={texts.reasonHint}
        rows={2}
        maxLength={VIEW_REASON_MAX}
        value={reason}
        error={errorOf('reason')}
        onChange={({ target }) => onChange({ reason: target.value })}
      />
    </>
  );
}

/** Takes the focus when it comes: it stands below the form, out of sight on a phone. */
function SeenResult({ seen: { name, result, notes } }: { seen: Seen }) {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <section aria-labelledby={id} className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 ref={title} id={id} tabIndex={-1} className="text-title wrap-anywhere outline-none">
        {texts.seenBy(name)}
      </h3>
      {result ? (
        <ResultFrame result={result}>
          <ResultBlock result={result} messageId={undefined} onAdjust={undefined} />
        </ResultFrame>
      ) : (
        <Alert tone="info" title={texts.notAsked} line={texts.notAskedLine} />
      )}
      {notes.length > 0 && (
        <ul className="grid gap-1 text-small text-ink-2">
          {notes.map((note) => (
            <li key={note} className="wrap-anywhere">
              {note}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
