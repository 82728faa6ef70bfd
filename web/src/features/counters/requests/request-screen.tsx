/** The page of one request: what was asked, what came of it, and the ways to end it. A link in a letter leads here. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CitizenRequest } from '#contract/citizen-requests.ts';
import { VERIFIED_QUESTION_MAX } from '#contract/limits.ts';
import { paths } from '../../../lib/paths.ts';
import { CardSkeleton, Skeleton } from '../../../ui/display/skeleton.tsx';
import { DetailScreen } from '../../admin/detail-screen.tsx';
import { VerifiedForm } from '../../agents/verified/verified-form.tsx';
import { counterList } from '../administration/queries.ts';
import { CloseForm, EraseQuestion, ReplyForm } from './ending-forms.tsx';
import { named, oneRequest, REQUESTS } from './queries.ts';
import { type Done, RequestView, type Way } from './request-view.tsx';
import { texts } from './texts.ts';

export function RequestScreen() {
  return (
    <DetailScreen
      title={texts.title}
      listPath={paths.adminRequests}
      searchOf={listSearchIn}
      texts={texts.page}
      query={oneRequest}
      notFoundCode="request_not_found"
      skeleton={<PageSkeleton />}
    >
      {({ request }) => <OpenedRequest request={request} />}
    </DetailScreen>
  );
}

/** The list as it was left; only its own query part, whatever the state beside an address holds. */
function listSearchIn(state: unknown): string {
  const search = (state as { search?: unknown } | null)?.search;
  return typeof search === 'string' && /^\?[a-z]+=[\w&=]*$/.test(search) ? search : '';
}

function OpenedRequest({ request }: { request: CitizenRequest }) {
  const cache = useQueryClient();
  const [way, setWay] = useState<Way | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const refresh = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: REQUESTS }),
      cache.invalidateQueries({ queryKey: counterList().queryKey }),
    ]);
  const back = () => {
    setWay(null);
    // Somebody else may have ended it meanwhile.
    void refresh();
  };
  const onEnded = (what: Done | null) => async (changed: CitizenRequest) => {
    cache.setQueryData(oneRequest(request.id).queryKey, named(changed));
    setDone(what);
    setWay(null);
    await refresh();
  };
  return (
    <>
      <RequestView request={request} done={done} onWay={setWay} />
      {way === 'reply' && <ReplyForm request={request} onEnded={onEnded('sent')} onBack={back} />}
      {way === 'close' && <CloseForm request={request} onEnded={onEnded('closed')} onBack={back} />}
      {way === 'erase' && <EraseQuestion request={request} onEnded={onEnded(null)} onBack={back} />}
      {way === 'verify' && (
        <VerifiedForm
          agentId={request.agent_id}
          proposed={{ ...askedAs(request), answer: request.answer ?? '', note: texts.verify.note }}
          onSaved={async () => setDone('verified')}
          onClose={() => setWay(null)}
        />
      )}
    </>
  );
}

/** Others will ask the question; a request that came without one is the only wording that there is. */
function askedAs({ question, text }: CitizenRequest): { question: string } {
  return { question: (question ?? text ?? '').replace(/\s+/g, ' ').slice(0, VERIFIED_QUESTION_MAX) };
}

function PageSkeleton() {
  return (
    <>
      <div className="grid gap-2">
        <Skeleton className="h-8 w-2/5" />
        <Skeleton className="h-5 w-48" />
      </div>
      <CardSkeleton lines={2} className="min-h-32" />
      <CardSkeleton lines={4} className="min-h-48" />
    </>
  );
}
