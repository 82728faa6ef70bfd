/** A question searched for twice, by its words alone and with synonyms, side by side. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PassageHit } from '#contract/knowledge.ts';
import { KB_SEARCH_MAX } from '#contract/limits.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { passageLocation } from '../document-words.ts';
import { excerptOf } from '../marked-text/excerpt.ts';
import { Pieces } from '../marked-text/marked-pieces.tsx';
import { comparedSearches } from '../queries.ts';
import { texts as all } from './texts.ts';

const texts = all.test;
const ROOM = 220;

type Found = { hits: PassageHit[]; relevant: boolean };

export function SynonymTest({ baseId }: { baseId: number }) {
  const [typed, setTyped] = useState('');
  const [question, setQuestion] = useState('');
  const search = useQuery(comparedSearches(baseId, question));
  return (
    <Card title={texts.title} line={texts.line}>
      <form
        noValidate
        className="flex items-end gap-2.5 phone:flex-col phone:items-stretch"
        onSubmit={(event) => {
          event.preventDefault();
          setQuestion(typed.trim());
        }}
      >
        <div className="min-w-0 flex-1">
          <Field
            label={texts.question}
            value={typed}
            maxLength={KB_SEARCH_MAX}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" size="large" disabled={!typed.trim()} busy={search.isFetching}>
          {texts.submit}
        </Button>
      </form>
      <div aria-live="polite" className="mt-4 grid gap-3 empty:hidden">
        {search.isLoading && <Skeleton className="h-24 w-full" />}
        {search.isError && <LoadFailure query={search} text={texts.failed} />}
        {search.data && <Compared {...search.data} />}
      </div>
    </Card>
  );
}

function Compared({ without, withSynonyms }: { without: Found; withSynonyms: Found }) {
  const known = new Set(without.hits.map(({ passage_id }) => passage_id));
  const orderOf = ({ hits }: Found) => hits.map(({ passage_id }) => passage_id).join();
  const isSame = orderOf(without) === orderOf(withSynonyms) && without.relevant === withSynonyms.relevant;
  return (
    <>
      {isSame && <p className="text-small text-ink-2">{texts.same}</p>}
      <div className="grid grid-cols-2 gap-4 phone:grid-cols-[minmax(0,1fr)]">
        <Results title={texts.without} found={without} isNew={() => false} />
        <Results title={texts.with} found={withSynonyms} isNew={({ passage_id }) => !known.has(passage_id)} />
      </div>
    </>
  );
}

type ResultsProps = { title: string; found: Found; isNew: (hit: PassageHit) => boolean };

function Results({ title, found: { hits, relevant }, isNew }: ResultsProps) {
  return (
    <section aria-label={title} className="grid min-w-0 content-start gap-2">
      <h3 className="font-sans text-control font-semibold">{title}</h3>
      {hits.length > 0 && !relevant && <p className="text-small text-ink-2">{texts.refused}</p>}
      {hits.length === 0 && <p className="text-small text-ink-2">{texts.nothing}</p>}
      <ol className="grid gap-2">
        {hits.map((hit) => (
          <li key={hit.passage_id} className="rounded-control bg-sunken px-3 py-2 text-small">
            <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
              <span className="font-medium wrap-anywhere">{hit.original_filename}</span>
              <span className="text-ink-2 wrap-anywhere">{passageLocation(hit)}</span>
              {isNew(hit) && <Badge tone="brand">{texts.isNew}</Badge>}
            </p>
            <p className="mt-1 wrap-anywhere whitespace-pre-line text-ink-2">
              <Pieces pieces={excerptOf(hit.content, hit.matches, ROOM)} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
