/** A conversation of somebody else, as far as a link shows it. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { SourceView } from '#contract/citations.ts';
import { type SharedConversation, type SharedRecord, sessionLinksApi } from '#contract/session-links.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { failedWith } from '../../api/failure.ts';
import { LoadFailure } from '../../api/load-failure.tsx';
import { store } from '../../lib/browser/storage.ts';
import { formatDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useTitle } from '../../lib/title.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button, buttonLook } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { HeaderTitle } from '../../ui/page/header-slot.tsx';
import { Page } from '../../ui/page/page.tsx';
import { SourceText } from '../conversation/sources/source-text.tsx';
import { AnswerText } from './answer-text.tsx';
import { texts as all } from './texts.ts';

const texts = all.shared;

const sharedConversation = (token: string) =>
  queryOptions({
    queryKey: ['shared', token] as const,
    queryFn: ({ signal }) => call(sessionLinksApi.open, { params: { token } }, { signal }),
    // Each reading counts as an opening.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export function SharedScreen() {
  useTitle(texts.tab);
  const { token = '' } = useParams();
  const shared = useQuery(sharedConversation(token));
  return (
    <>
      <HeaderTitle>{texts.tab}</HeaderTitle>
      {shared.data ? (
        <Conversation token={token} shared={shared.data} />
      ) : (
        <Page title={texts.tab} width="narrow">
          {shared.isPending ? (
            <div role="status">
              <span className="sr-only">{texts.loading}</span>
              <Skeleton className="h-60 w-full" />
            </div>
          ) : failedWith(shared.error, 'link_not_found') ? (
            // Another try would find nothing either.
            <Alert tone="info" title={failureText(shared.error, texts.loadFailed)}>
              <Link to={paths.chat} className={buttonLook('secondary', 'small')}>
                {texts.toChat}
              </Link>
            </Alert>
          ) : (
            <LoadFailure query={shared} text={texts.loadFailed} />
          )}
        </Page>
      )}
    </>
  );
}

function Conversation({ token, shared }: { token: string; shared: SharedConversation }) {
  const navigate = useNavigate();
  const { chat_title, agent, until, records } = shared;
  const ask = () => {
    store('lastUsedAgentId', String(agent.id));
    void navigate(paths.chat);
  };
  return (
    <Page title={chat_title} line={agent.name} width="narrow">
      <p
        role="status"
        className="flex items-center gap-2.5 rounded-card border border-line bg-sunken px-4 py-2.5 text-control text-ink-2"
      >
        <Share2 className="size-4 shrink-0" />
        {texts.banner(formatDate(until))}
      </p>
      <ol className="grid gap-[18px]">
        {records.map((record) => (
          <li key={record.id}>
            <Record token={token} record={record} />
          </li>
        ))}
      </ol>
      <Button className="justify-self-start slim:w-full" onClick={ask}>
        {texts.ask}
      </Button>
    </Page>
  );
}

function Record({ token, record }: { token: string; record: SharedRecord }) {
  const { id, question, answer, is_whole, sources, verified } = record;
  return (
    <article className={`${cardLook} grid grid-cols-[minmax(0,1fr)] gap-4 p-5 phone:p-4`}>
      <h2 className="font-sans text-[17px] font-semibold tracking-normal whitespace-pre-wrap wrap-anywhere">
        <span className="sr-only">{texts.question}: </span>
        {question}
      </h2>
      {verified && (
        <div>
          <Badge tone="ok" wraps>
            {texts.verified(verified.owner_label, formatDate(verified.verified_on))}
          </Badge>
        </div>
      )}
      <AnswerText text={answer} />
      {!is_whole && <p className="text-small text-ink-2">{texts.cut}</p>}
      {sources.length > 0 && (
        <section>
          <h3 className="mb-2 font-sans text-small font-semibold tracking-normal text-ink-2">
            {texts.sources}
          </h3>
          <ol className="grid gap-3">
            {sources.map((source) => (
              <li key={source.index}>
                <SourceItem place={{ token, id, index: source.index }} source={source} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </article>
  );
}

type SourceItemProps = {
  place: { token: string; id: number; index: number };
  source: SharedRecord['sources'][number];
};

function SourceItem({ place, source }: SourceItemProps) {
  const [view, setView] = useState<SourceView | null>(null);
  const opening = useTask(async () => setView(await call(sessionLinksApi.source, { params: place })));
  const { index, kind, title, page, section, snippet } = source;
  const about = [page === undefined ? '' : texts.page(page), section ?? ''].filter(Boolean).join(' · ');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex items-baseline gap-2">
        <span className="text-ink-2 tabular-nums">[{index}]</span>
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">
            {kind === 'verified' ? texts.verifiedSource(title) : title}
          </span>
          {about && <span className="text-small text-ink-2 wrap-anywhere">{about}</span>}
        </p>
      </div>
      <blockquote className="border-l-2 border-line-strong pl-3 text-small whitespace-pre-wrap text-ink-2 wrap-anywhere">
        {view?.state === 'shown' && view.text !== null ? (
          <Around view={view} />
        ) : (
          <SourceText text={snippet} />
        )}
      </blockquote>
      {view && view.state !== 'shown' && (
        <p role="status" className="text-small text-ink-2">
          {texts.states[view.state]}
        </p>
      )}
      {kind === 'document' && !view && (
        <Button
          size="small"
          variant="ghost"
          busy={opening.busy}
          className="-ml-2.5 justify-self-start"
          onClick={opening.run}
        >
          {texts.around}
        </Button>
      )}
      {opening.failure !== null && <Alert title={failureText(opening.failure, texts.aroundFailed)} />}
    </div>
  );
}

/** The cited words within the stretch of the document around them. */
function Around({ view: { text, start, end } }: { view: SourceView }) {
  if (text === null || start === null || end === null) return text;
  return (
    <>
      <SourceText text={text} to={start} />
      <mark className="rounded-[3px] bg-ipe-soft text-ink">
        <SourceText text={text} from={start} to={end} />
      </mark>
      <SourceText text={text} from={end} />
    </>
  );
}
