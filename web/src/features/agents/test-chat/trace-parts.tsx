/** The parts of a trace, in the order in which they happened: search, prompt, model. */

import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Trace } from '#contract/trace.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useCopy } from '../../../lib/use-copy.ts';
import { classes } from '../../../ui/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { texts as all } from './texts.ts';
import { promptAsText, searchWords } from './trace-text.ts';

const texts = all.trace;

export function TraceParts({ trace }: { trace: Trace }) {
  const { model, temperature, passages, missing, filters, searches = [], queries, calls } = trace;
  const isSent = calls.some(({ purpose }) => purpose === 'answer');
  const { verified } = trace;
  // People’s own words: nothing was searched, written or sent.
  if (verified?.outcome === 'match')
    return (
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 text-small">
        <VerifiedAnswer verified={verified} isRead={false} />
        <Calls calls={calls} />
      </div>
    );
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 text-small">
      <p className="text-ink-2">{texts.setup(model, String(temperature))}</p>
      <Times trace={trace} />
      {verified && <VerifiedAnswer verified={verified} isRead={isSent} />}
      <Passages passages={passages} missing={missing} synonyms={trace.synonyms} on_date={trace.on_date} />
      {filters.length > 0 && <Filters filters={filters} />}
      {searches.length > 0 && <Searches searches={searches} />}
      {queries.length > 0 && <Queries queries={queries} />}
      <TracePrompt prompt={trace.prompt} isSent={isSent} />
      <Calls calls={calls} />
    </div>
  );
}

function Times({ trace: { retrieval_ms, first_token_ms, total_ms } }: { trace: Trace }) {
  return (
    <Part title={texts.times}>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 tabular-nums">
        <Pair term={texts.retrieval}>{milliseconds(retrieval_ms)}</Pair>
        <Pair term={texts.firstToken}>{first_token_ms === null ? '—' : milliseconds(first_token_ms)}</Pair>
        <Pair term={texts.total}>{milliseconds(total_ms)}</Pair>
      </dl>
    </Part>
  );
}

/** Words by their stems, as the comparison sees them. */
function VerifiedAnswer({
  verified: { outcome, wording, differing },
  isRead,
}: {
  verified: NonNullable<Trace['verified']>;
  isRead: boolean;
}) {
  return (
    <Part title={texts.verified}>
      <p className="wrap-anywhere">
        {texts.verifiedBy[outcome](wording)}
        {outcome === 'near' && isRead && ` ${texts.verifiedRead}`}
      </p>
      {differing.length > 0 && (
        <p className="text-ink-2 wrap-anywhere">{texts.differing(differing.join(', '))}</p>
      )}
    </Part>
  );
}

function Passages({
  passages,
  missing,
  synonyms = [],
  on_date,
}: Pick<Trace, 'passages' | 'missing' | 'synonyms' | 'on_date'>) {
  return (
    <Part title={texts.passages(passages.length)}>
      {passages.length === 0 && <p className="text-ink-2">{texts.noPassages}</p>}
      {on_date && <p className="text-ink-2">{texts.onDate(on_date)}</p>}
      {synonyms.map(({ word, others }) => (
        <p key={word} className="text-ink-2 wrap-anywhere">
          {texts.synonyms(word, others.join(', '))}
        </p>
      ))}
      {missing !== undefined && <p className="text-ink-2">{texts.missing(missing)}</p>}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {passages.map(({ index, cited_as, title, section, text, score, scores }) => (
          <li key={index} className="rounded-control bg-sunken px-3 py-2">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="min-w-0 font-medium wrap-anywhere">
                [{index}] {title}
                {section && <span className="font-normal text-ink-2"> · {section}</span>}
              </span>
              <span className="text-ink-2 tabular-nums">
                {cited_as !== undefined && `${texts.citedAs(cited_as)} · `}
                {score === null ? texts.noScore : texts.score(scoreOf(score))}
                {scores && ` · ${texts.scores(scoreOf(scores.words), scoreOf(scores.meaning))}`}
              </span>
            </p>
            <Scrolled label={`[${index}] ${title}`} className="mt-1 max-h-32 text-ink-2">
              {text}
            </Scrolled>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Filters({ filters }: Pick<Trace, 'filters'>) {
  return (
    <Part title={texts.filters}>
      <ul className="grid gap-1">
        {filters.map(({ data_source_id, data_source_name, parameter, values }) => (
          <li key={`${data_source_id} ${parameter}`} className="wrap-anywhere">
            <span className="font-medium">{parameter}</span>: {values.join(', ')}{' '}
            <span className="text-ink-2">{texts.filterOf(data_source_name)}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Searches({ searches }: { searches: NonNullable<Trace['searches']> }) {
  return (
    <Part title={texts.searches}>
      <ul className="grid gap-1">
        {searches.map((search) => (
          <li key={search.data_source_id} className="wrap-anywhere tabular-nums">
            <span className="font-medium">{search.data_source_name}</span>: {searchWords(search)}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Queries({ queries }: Pick<Trace, 'queries'>) {
  return (
    <Part title={texts.queries}>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {queries.map(({ data_source_id, sql, params, rows }) => (
          <li
            key={`${data_source_id} ${sql} ${params.join()}`}
            className="grid grid-cols-[minmax(0,1fr)] gap-1"
          >
            <Scrolled
              label={texts.queries}
              className="max-h-48 rounded-control bg-sunken px-3 py-2 font-mono"
            >
              {sql}
            </Scrolled>
            <p className="text-ink-2 wrap-anywhere tabular-nums">
              {params.length > 0 && `${texts.params}: ${params.join(', ')} · `}
              {texts.rows(rows)}
            </p>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Calls({ calls }: Pick<Trace, 'calls'>) {
  if (calls.length === 0) return <Part title={texts.calls}>{texts.noCalls}</Part>;
  return (
    <Part title={texts.calls}>
      <table className="w-full text-left tabular-nums">
        <thead className="text-ink-2">
          <tr>
            <th className="py-1 font-medium">{texts.purpose}</th>
            <th className="py-1 font-medium phone:hidden">{texts.model}</th>
            <th className="py-1 text-right font-medium">{texts.input}</th>
            <th className="py-1 text-right font-medium">{texts.output}</th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call, at) => (
            <tr key={at} className="border-t border-line">
              <td className="py-1">
                {call.purpose}
                {call.estimated && <span className="text-ink-2"> ({texts.estimated})</span>}
              </td>
              <td className="py-1 phone:hidden">{call.model}</td>
              <td className="py-1 text-right">{formatNumber(call.input_tokens)}</td>
              <td className="py-1 text-right">{formatNumber(call.output_tokens)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

function Pair({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-2">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const milliseconds = (ms: number) => `${formatNumber(Math.round(ms))} ms`;

/** Ranks are small numbers: three digits that count tell them apart. */
const scoreOf = (score: number) => formatNumber(score, { maximumSignificantDigits: 3 });

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-sans text-small font-semibold tracking-normal">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A text that may be long; reached by the keyboard too, where it scrolls. */
function Scrolled(props: { label: string; className: string; children: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark for every passage
    <div
      role="group"
      tabIndex={0}
      aria-label={props.label}
      className={classes('overflow-auto whitespace-pre-wrap wrap-anywhere', props.className)}
    >
      {props.children}
    </div>
  );
}

function TracePrompt({ prompt, isSent }: Pick<Trace, 'prompt'> & { isSent: boolean }) {
  const title = isSent ? texts.prompt : texts.promptNotSent;
  const { copied, failed, copy } = useCopy<'prompt'>();
  return (
    <Part
      title={title}
      aside={
        <span className="flex items-center gap-2">
          <span role="status" className="text-tiny text-ink-2">
            {failed ? texts.copyFailed : copied ? texts.copied : ''}
          </span>
          <Button
            size="small"
            icon={copied ? <Check className="size-4 text-ok" /> : <Copy className="size-4" />}
            onClick={() => copy('prompt', promptAsText(prompt))}
          >
            {texts.copy}
          </Button>
        </span>
      }
    >
      <Scrolled label={title} className="max-h-72 rounded-control bg-sunken px-3 py-2 font-mono">
        {promptAsText(prompt)}
      </Scrolled>
    </Part>
  );
}
