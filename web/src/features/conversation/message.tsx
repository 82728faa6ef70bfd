/** One question and one answer, as bubbles. */
import { ArrowRight, Check, CircleAlert, Copy, Info, ListPlus, RefreshCw, Search } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Source } from '#contract/chat.ts';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { AgentAvatar, PersonAvatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonLook, IconButton } from '../../ui/button.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { type Citing, CitingContext } from './citation.tsx';
import { useCopy } from './copy.ts';
import { endWords, refusalWords } from './failure-words.ts';
import { Markdown } from './markdown.tsx';
import { SourcePanel } from './source-panel.tsx';
import { readingOf, withSources } from './source-words.ts';
import { Sources } from './sources.tsx';
import { texts } from './texts.ts';
import { momentOf } from './time.ts';
import type { Turn, TurnAnswer } from './turns.ts';

export type Person = { name: string };
export type Agent = { id: number | null; name: string };

const frame = 'grid grid-cols-[32px_minmax(0,1fr)] gap-x-3.5 phone:grid-cols-1';

type QuestionProps = { turn: Turn; reader: Person; onAsk: ((question: string) => void) | undefined };

export const Question = memo(function Question({ turn, reader, onAsk }: QuestionProps) {
  const { refusal } = turn;
  const words = refusal && refusalWords(refusal.failure, refusal.initial);
  return (
    <article aria-label={texts.you} data-role="user" className="grid justify-items-end gap-2.5">
      <div className="flex max-w-full items-end justify-end gap-3 phone:gap-2">
        <p className="max-w-[608px] min-w-0 rounded-[18px_18px_4px_18px] border border-line bg-sunken px-4 py-2.5 whitespace-pre-wrap wrap-anywhere phone:text-[16px]">
          {turn.question}
        </p>
        <PersonAvatar name={reader.name} />
      </div>
      {words && (
        <Alert
          title={words.title}
          line={words.line}
          onRetry={onAsk && (() => onAsk(turn.question))}
          className="max-w-[608px]"
        >
          {words.plans && (
            <Link to={paths.subscription} className={buttonLook('secondary', 'small')}>
              {texts.plans}
            </Link>
          )}
        </Alert>
      )}
    </article>
  );
});

type AnswerProps = {
  turn: Turn;
  answer: TurnAnswer;
  agent: Agent;
  /** Only at the last answer; undefined while nothing may be sent. */
  onAsk: ((question: string) => void) | undefined;
};

export const AnswerMessage = memo(function AnswerMessage({ turn, answer, agent, onAsk }: AnswerProps) {
  const [lit, setLit] = useState<number | undefined>();
  const [shown, setShown] = useState<Source | undefined>();
  const { text, sources, growing } = answer;
  const citing: Citing = useMemo(
    () => ({ sources, growing, lit, light: setLit, show: setShown }),
    [sources, growing, lit],
  );
  const end = endWords(answer);

  return (
    <article
      aria-label={agent.name}
      aria-busy={growing}
      data-role="assistant"
      data-message-id={turn.id}
      data-status={answer.status}
      className={frame}
    >
      <div className="phone:hidden">
        <AgentAvatar id={agent.id} name={agent.name} />
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <Status turn={turn} answer={answer} agent={agent} />
        {(text || growing) && (
          <CitingContext value={citing}>
            <Markdown text={text} growing={growing} />
            {!growing && <Sources answer={text} sources={sources} />}
          </CitingContext>
        )}
        {end && <Alert title={end.title} line={end.line} onRetry={onAsk && (() => onAsk(turn.question))} />}
        {!growing && <Ending answer={answer} question={turn.question} onAsk={onAsk} />}
        {!growing && text && (
          <Actions answer={answer} onAskAgain={end ? undefined : onAsk && (() => onAsk(turn.question))} />
        )}
      </div>
      <SourcePanel source={shown} onClose={() => setShown(undefined)} />
    </article>
  );
});

/** The line above an answer; it is always there, so that nothing moves when the sources arrive. */
function Status({ turn, answer, agent }: { turn: Turn; answer: TurnAnswer; agent: Agent }) {
  const { text, sources, growing } = answer;
  return (
    <div className="flex min-h-[26px] min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-tiny text-ink-3">
      <span className="desk:hidden">
        <AgentAvatar id={agent.id} name={agent.name} size="small" />
      </span>
      {growing && <Badge>{text ? texts.writing : texts.waiting}</Badge>}
      {!growing && sources.length > 0 && (
        <Badge tone="brand" icon={<Search />}>
          {readingOf(sources)}
        </Badge>
      )}
      {!growing && (
        <time dateTime={turn.asked_at} title={formatDateTime(turn.asked_at)}>
          {momentOf(turn.asked_at)}
        </time>
      )}
    </div>
  );
}

type EndingProps = { answer: TurnAnswer; question: string; onAsk: ((question: string) => void) | undefined };

/** How an answer ended, when it did not simply end, and how it was made. */
function Ending({ answer, question, onAsk }: EndingProps) {
  const { text, status, cut, local } = answer;
  const broken = !cut && (status === 'interrupted' || status === 'stopped');
  return (
    <>
      {broken && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small text-ink-2">
          <span className="inline-flex items-center gap-1.5">
            <CircleAlert className="size-4 text-ipe-ink" />
            {status === 'interrupted' ? texts.interrupted : texts.stopped}
          </span>
          {onAsk && status === 'interrupted' && text && (
            <Button
              size="small"
              icon={<ArrowRight className="size-4" />}
              onClick={() => onAsk(texts.continueQuestion)}
            >
              {texts.continue}
            </Button>
          )}
          {onAsk && (status === 'interrupted' || !text) && (
            <Button size="small" icon={<RefreshCw className="size-4" />} onClick={() => onAsk(question)}>
              {uiTexts.retry}
            </Button>
          )}
        </div>
      )}
      {local && (
        <p className="flex items-start gap-1.5 text-tiny text-ink-3">
          <Info className="mt-px size-4" />
          {texts.local}
        </p>
      )}
    </>
  );
}

function Actions({ answer, onAskAgain }: { answer: TurnAnswer; onAskAgain: (() => void) | undefined }) {
  const { copied, failed, copy } = useCopy<'answer' | 'sources'>();
  const { text, sources } = answer;
  return (
    <div className="-mt-1 -ml-2.5 flex items-center gap-0.5 text-ink-3">
      <IconButton
        label={copied === 'answer' ? texts.copied : texts.copy}
        className="text-ink-3"
        onClick={() => copy('answer', text)}
      >
        {copied === 'answer' ? <Check className="text-ok" /> : <Copy />}
      </IconButton>
      {sources.length > 0 && (
        <IconButton
          label={copied === 'sources' ? texts.copied : texts.copyWithSources}
          className="text-ink-3"
          onClick={() => copy('sources', withSources(text, sources))}
        >
          {copied === 'sources' ? <Check className="text-ok" /> : <ListPlus />}
        </IconButton>
      )}
      {onAskAgain && (
        <IconButton label={texts.askAgain} className="text-ink-3" onClick={onAskAgain}>
          <RefreshCw />
        </IconButton>
      )}
      <span role="status" className="ml-1 text-tiny">
        {failed ? texts.copyFailed : copied ? texts.copied : ''}
      </span>
    </div>
  );
}
