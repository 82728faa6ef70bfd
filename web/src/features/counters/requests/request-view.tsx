/** A request as it was written, with the buttons that lead on. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CitizenRequest } from '#contract/citizen-requests.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { writtenDay } from '../../../lib/text/day.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Fact } from '../../../ui/display/fact.tsx';
import { StateBadge } from './request-row.tsx';
import { texts } from './texts.ts';

/** The dialogs that a request leads to. */
export type Way = 'reply' | 'close' | 'erase' | 'verify';
/** The step that was just taken. */
export type Done = 'sent' | 'closed' | 'verified';

type RequestViewProps = { request: CitizenRequest; done: Done | null; onWay: (way: Way) => void };

const doneWords: Record<Done, string> = {
  sent: texts.reply.sent,
  closed: texts.end.done,
  verified: texts.verify.done,
};

export function RequestView({ request, done, onWay }: RequestViewProps) {
  const { protocol, question, text, answer, reason, note, agent_id } = request;
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-page tabular-nums phone:text-[28px]">{texts.request(protocol)}</h1>
          <p className="mt-2">
            <StateBadge request={request} />
          </p>
        </div>
        <Ways request={request} onWay={onWay} />
      </header>
      <div role="status" className="empty:hidden">
        {done && (
          <Alert tone="ok" title={doneWords[done]}>
            {done === 'verified' && (
              <Link to={paths.adminAgent(agent_id)} className={buttonLook('secondary', 'small')}>
                {texts.verify.see}
              </Link>
            )}
          </Alert>
        )}
      </div>
      <Facts request={request} />
      {/* Also those whose years have passed: their state stays as it was. */}
      {text === null && <p className="text-ink-2">{texts.erasedWords}</p>}
      {question && <Written title={texts.question}>{question}</Written>}
      {text && <Written title={texts.text}>{text}</Written>}
      {answer && <Written title={texts.answer}>{answer}</Written>}
      {reason && <Written title={texts.reason}>{texts.end.reasons[reason]}</Written>}
      {note && (
        <Written title={texts.note} line={texts.noteLine}>
          {note}
        </Written>
      )}
    </>
  );
}

function Facts({ request }: { request: CitizenRequest }) {
  const { state, name, email, counter_name, created_at, due_on, ended_at, answered_by } = request;
  return (
    <Card>
      <dl className="grid grid-cols-4 gap-x-4 gap-y-3 text-control max-[1100px]:grid-cols-2 phone:grid-cols-1">
        {name && (
          <Fact name={texts.from} note={email}>
            {name}
          </Fact>
        )}
        <Fact name={texts.counter}>{counter_name}</Fact>
        <Fact name={texts.received}>
          <time dateTime={created_at}>{formatDateTime(created_at)}</time>
        </Fact>
        {state === 'open' ? (
          <Fact name={texts.dueOn}>{writtenDay(due_on)}</Fact>
        ) : (
          ended_at && (
            <Fact name={texts.ended}>
              <time dateTime={ended_at}>{formatDateTime(ended_at)}</time>
            </Fact>
          )
        )}
        {answered_by && <Fact name={texts.endedBy}>{answered_by}</Fact>}
      </dl>
    </Card>
  );
}

/** As it was written: line breaks stay, and nothing of it becomes markup or a link. */
export function Written({ title, line, children }: { title: string; line?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface px-5 py-4">
      <h3 className="font-sans text-small font-medium tracking-normal text-ink-2">{title}</h3>
      {line && <p className="text-tiny text-ink-3">{line}</p>}
      <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{children}</p>
    </section>
  );
}

type WaysProps = { request: CitizenRequest; onWay: (way: Way) => void };

function Ways({ request: { state, text, answer }, onWay }: WaysProps) {
  if (text === null) return null;
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button variant="ghost" onClick={() => onWay('erase')}>
        {texts.erase.action}
      </Button>
      {state === 'open' && (
        <>
          <Button onClick={() => onWay('close')}>{texts.end.action}</Button>
          <Button variant="primary" onClick={() => onWay('reply')}>
            {texts.reply.action}
          </Button>
        </>
      )}
      {state === 'answered' && answer && (
        <Button variant="primary" onClick={() => onWay('verify')}>
          {texts.verify.action}
        </Button>
      )}
    </div>
  );
}
