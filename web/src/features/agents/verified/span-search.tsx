/** Finds a passage in the documents of the agent and marks the sentences of it that the answer cites. */
import { Quote, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { VERIFIED_QUESTION_MAX } from '#contract/limits.ts';
import { type QuotablePassage, type VerifiedSource, verifiedAnswersApi } from '#contract/verified-answers.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { classes } from '../../../ui/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { sentencesOf, spanOf } from './sentences.ts';
import { texts } from './texts.ts';

type SpanSearchProps = { agentId: number; onCite: (source: VerifiedSource) => void };

export function SpanSearch({ agentId, onCite }: SpanSearchProps) {
  const [question, setQuestion] = useState('');
  const [found, setFound] = useState<QuotablePassage[] | null>(null);
  const search = useTask(async () => {
    const body = { question: question.trim() };
    setFound(await call(verifiedAnswersApi.passages, { params: { id: agentId }, body }));
  });
  const place = useRef<HTMLElement>(null);
  // It opens, and grows, at the lower end of what is seen: the box comes up, and what was found stands below it.
  useEffect(() => {
    place.current?.scrollIntoView({ block: found ? 'start' : 'nearest' });
  }, [found]);
  const start = () => {
    if (question.trim() && !search.busy) search.run();
  };
  return (
    <section
      ref={place}
      aria-label={texts.cite}
      className="grid scroll-my-1 grid-cols-[minmax(0,1fr)] gap-3 rounded-panel border border-line p-4"
    >
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <Field
            label={texts.searchLabel}
            // biome-ignore lint/a11y/noAutofocus: it was opened in order to search
            autoFocus
            maxLength={VERIFIED_QUESTION_MAX}
            value={question}
            onChange={(event) => setQuestion(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // The form around it is not submitted.
              event.preventDefault();
              start();
            }}
          />
        </div>
        <Button icon={<Search />} busy={search.busy} disabled={!question.trim()} onClick={start}>
          {texts.search}
        </Button>
      </div>
      {search.failure !== null && <Alert title={failureText(search.failure, texts.searchFailed)} />}
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {found && (found.length ? texts.markLine : texts.nothingFound)}
      </p>
      {found && found.length > 0 && (
        <ol className="grid max-h-96 gap-4 overflow-y-auto">
          {found.map((passage) => (
            <li key={`${passage.document_id}-${passage.start}`} className="min-w-0">
              <Passage passage={passage} onCite={onCite} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

type PassageProps = { passage: QuotablePassage; onCite: SpanSearchProps['onCite'] };

function Passage({ passage, onCite }: PassageProps) {
  const sentences = sentencesOf(passage.text);
  const [marked, setMarked] = useState<[first: number, last: number] | null>(null);
  const place = [passage.section, passage.page === null ? '' : texts.page(passage.page)].filter(Boolean);
  const isMarked = (at: number) => marked !== null && marked[0] <= at && at <= marked[1];
  const mark = (at: number) =>
    setMarked((now) => {
      if (now === null) return [at, at];
      if (at < now[0]) return [at, now[1]];
      if (at > now[1]) return [now[0], at];
      // One inside begins anew; the only one is taken away.
      return now[0] === now[1] ? null : [at, at];
    });
  const cite = () => {
    const span = marked && spanOf(passage, sentences, marked);
    if (span) onCite(span);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <p className="text-small">
        <span className="font-medium wrap-anywhere">{passage.title}</span>
        {place.length > 0 && <span className="text-ink-2 wrap-anywhere"> · {place.join(' · ')}</span>}
      </p>
      <ul aria-label={texts.sentences(passage.title)} className="grid border-l-2 border-line pl-1.5">
        {sentences.map(({ text, start }, at) => (
          <li key={start} className="min-w-0">
            <button
              type="button"
              aria-pressed={isMarked(at)}
              onClick={() => mark(at)}
              className={classes(
                'w-full rounded-[4px] px-1.5 py-0.5 text-left text-small whitespace-pre-wrap wrap-anywhere phone:min-h-11 phone:py-2',
                isMarked(at) ? 'bg-ipe-soft text-ink' : 'text-ink-2 hover:bg-sunken',
              )}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
      {marked && (
        <Button size="small" variant="primary" icon={<Quote />} className="justify-self-start" onClick={cite}>
          {texts.citeMarked(marked[1] - marked[0] + 1)}
        </Button>
      )}
    </div>
  );
}
