/** One request: what was asked, what came of it, and the ways to end it. One dialog at a time. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CitizenRequest } from '#contract/citizen-requests.ts';
import { VERIFIED_QUESTION_MAX } from '#contract/limits.ts';
import { VerifiedForm } from '../../agents/verified/verified-form.tsx';
import { counterList } from '../administration/queries.ts';
import { CloseForm, EraseQuestion, ReplyForm } from './ending-forms.tsx';
import { REQUESTS } from './queries.ts';
import { type Done, RequestView, type Way } from './request-view.tsx';
import { texts } from './texts.ts';

type RequestPanelProps = {
  request: CitizenRequest;
  /** It stands on in the panel as the server has it now. */
  onChanged: (request: CitizenRequest) => void;
  onClose: () => void;
};

export function RequestPanel({ request, onChanged, onClose }: RequestPanelProps) {
  const cache = useQueryClient();
  const [way, setWay] = useState<Way>('view');
  const [done, setDone] = useState<Done | null>(null);
  const back = () => setWay('view');
  const onEnded = (what: Done | null) => async (changed: CitizenRequest) => {
    onChanged(changed);
    setDone(what);
    back();
    await Promise.all([
      cache.invalidateQueries({ queryKey: REQUESTS }),
      cache.invalidateQueries({ queryKey: counterList().queryKey }),
    ]);
  };
  if (way === 'reply') return <ReplyForm request={request} onEnded={onEnded('sent')} onBack={back} />;
  if (way === 'close') return <CloseForm request={request} onEnded={onEnded('closed')} onBack={back} />;
  if (way === 'verify')
    return (
      <VerifiedForm
        agentId={request.agent_id}
        proposed={{ ...askedAs(request), answer: request.answer ?? '', note: texts.verify.note }}
        onSaved={async () => setDone('verified')}
        onClose={back}
      />
    );
  return (
    <>
      <RequestView request={request} done={done} onWay={setWay} onClose={onClose} />
      {way === 'erase' && <EraseQuestion request={request} onEnded={onEnded(null)} onBack={back} />}
    </>
  );
}

/** Others will ask the question; a request that came without one is the only wording that there is. */
function askedAs({ question, text }: CitizenRequest): { question: string } {
  return { question: (question ?? text ?? '').replace(/\s+/g, ' ').slice(0, VERIFIED_QUESTION_MAX) };
}
