/** The verified answers of an agent: what each is for, what holds of it, and a box to try a question. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type VerifiedAnswer, verifiedAnswersApi } from '#contract/verified-answers.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { formatDate } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { verifiedAnswers } from './queries.ts';
import { texts } from './texts.ts';
import { VerifiedForm } from './verified-form.tsx';

export function VerifiedCard({ agentId }: { agentId: number }) {
  const answers = useQuery(verifiedAnswers(agentId));
  const [edited, setEdited] = useState<VerifiedAnswer | 'new' | null>(null);
  const [removed, setRemoved] = useState<VerifiedAnswer | null>(null);
  const { refresh, pause, remove } = useChanges(agentId, () => setRemoved(null));
  return (
    <Card
      title={texts.title}
      line={texts.line}
      aside={
        <Button size="small" icon={<Plus />} onClick={() => setEdited('new')}>
          {texts.add}
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {pause.failure !== null && <Alert title={failureText(pause.failure, texts.changeFailed)} />}
        {answers.isPending && <Skeleton className="h-16 w-full" />}
        {answers.isError && <LoadFailure query={answers} text={texts.loadFailed} />}
        {answers.data?.length === 0 && <p className="text-ink-2">{texts.none}</p>}
        {answers.data && answers.data.length > 0 && (
          <ul aria-label={texts.title} className="divide-y divide-line">
            {answers.data.map((answer) => (
              <AnswerRow
                key={answer.id}
                answer={answer}
                busy={pause.busy}
                onEdit={() => setEdited(answer)}
                onPause={() => pause.run(answer)}
                onRemove={() => setRemoved(answer)}
              />
            ))}
          </ul>
        )}
        {answers.data && answers.data.length > 0 && <TryQuestion agentId={agentId} />}
      </div>
      {edited && (
        <VerifiedForm
          agentId={agentId}
          answer={edited === 'new' ? undefined : edited}
          onSaved={refresh}
          onClose={() => setEdited(null)}
        />
      )}
      <Confirm
        open={removed !== null}
        text={texts.confirmRemove}
        detail={texts.confirmRemoveLine}
        confirmLabel={texts.remove}
        busy={remove.busy}
        failure={remove.failure === null ? null : failureText(remove.failure, texts.changeFailed)}
        onConfirm={() => removed && remove.run(removed)}
        onCancel={() => setRemoved(null)}
      />
    </Card>
  );
}

function useChanges(agentId: number, onRemoved: () => void) {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: verifiedAnswers(agentId).queryKey });
  const pause = useTask(async ({ id, version, state }: VerifiedAnswer) => {
    const body = { version, paused: state !== 'paused' };
    await call(verifiedAnswersApi.update, { params: { id: agentId, answerId: id }, body });
    await refresh();
  });
  const remove = useTask(async (answer: VerifiedAnswer) => {
    await call(verifiedAnswersApi.remove, { params: { id: agentId, answerId: answer.id } });
    onRemoved();
    await refresh();
  });
  return { refresh, pause, remove };
}

type AnswerRowProps = {
  answer: VerifiedAnswer;
  busy: boolean;
  onEdit: () => void;
  onPause: () => void;
  onRemove: () => void;
};

function AnswerRow({ answer, busy, onEdit, onPause, onRemove }: AnswerRowProps) {
  const { question, owner_label, state, review_on, uses } = answer;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{question}</p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-small text-ink-2">
          <Badge tone={state === 'active' ? 'ok' : state === 'paused' ? 'neutral' : 'warn'}>
            {texts.states[state]}
          </Badge>
          <span>{owner_label}</span>
          <span>{texts.dueOn(formatDate(`${review_on}T12:00:00`))}</span>
          <span>{texts.uses(uses)}</span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" aria-label={texts.edit(question)} onClick={onEdit}>
          {texts.editShort}
        </Button>
        <Button size="small" variant="ghost" busy={busy} onClick={onPause}>
          {state === 'paused' ? texts.resume : texts.pause}
        </Button>
        <Button size="small" variant="ghost" onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </li>
  );
}

function TryQuestion({ agentId }: { agentId: number }) {
  const [question, setQuestion] = useState('');
  const [outcome, setOutcome] = useState('');
  const attempt = useTask(async () => {
    const tried = await call(verifiedAnswersApi.attempt, { params: { id: agentId }, body: { question } });
    if (tried.outcome === 'match') setOutcome(texts.match(tried.question ?? ''));
    else if (tried.outcome === 'near')
      setOutcome(texts.near(tried.question ?? '', tried.differing.join(', ')));
    else setOutcome(texts.noMatch);
  });
  return (
    <form
      className="grid gap-2 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (question.trim()) attempt.run();
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <Field
            label={texts.tryLabel}
            value={question}
            onChange={(event) => {
              setQuestion(event.target.value);
              setOutcome('');
            }}
          />
        </div>
        <Button type="submit" busy={attempt.busy} disabled={!question.trim()}>
          {texts.try}
        </Button>
      </div>
      {attempt.failure !== null && <Alert title={failureText(attempt.failure, texts.tryFailed)} />}
      <p role="status" className="text-small text-ink-2">
        {outcome}
      </p>
    </form>
  );
}
