/** Numbered source cards under an answer: the cited ones, and on demand the others that were read. */
import { BadgeCheck } from 'lucide-react';
import { useContext, useState } from 'react';
import type { Source } from '#contract/citations.ts';
import { classes } from '../../../ui/classes.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { type Citing, CitingContext } from '../markdown/citation.tsx';
import { texts } from '../texts.ts';
import { citedFirst, quoteOf, sourceLocation } from './source-words.ts';

export function Sources({ answer, sources }: { answer: string; sources: Source[] }) {
  const citing = useContext(CitingContext);
  const [all, setAll] = useState(false);
  const { cited, others } = citedFirst(answer, sources);
  // An answer without markers shows all of its sources.
  const shown = all || cited.length === 0 ? [...cited, ...others] : cited;
  if (!citing || sources.length === 0) return null;

  return (
    <section aria-label={texts.sourcesOfAnswer} className="max-w-[640px]">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,270px),1fr))] gap-2.5">
        {shown.map((source) => (
          <li key={source.index} className="min-w-0">
            <SourceCard source={source} citing={citing} />
          </li>
        ))}
      </ul>
      {cited.length > 0 && others.length > 0 && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="link mt-1.5 inline-flex h-8 items-center text-small phone:h-11"
        >
          {all ? texts.fewerSources : texts.otherSources(others.length)}
        </button>
      )}
    </section>
  );
}

function SourceCard({ source, citing }: { source: Source; citing: Citing }) {
  const { page, ...rest } = source;
  const { index, title } = rest;
  const lit = citing.lit === index;
  // The page comes first, because a narrow card cuts the end.
  const place = [page && `p. ${page}`, sourceLocation(rest), quoteOf(rest)].filter(Boolean).join(' · ');
  return (
    <button
      type="button"
      data-source-card={index}
      onClick={() => citing.show(source)}
      onPointerEnter={() => citing.light(index)}
      onPointerLeave={() => citing.light(undefined)}
      className={classes(
        'flex w-full gap-2.5 rounded-[10px] border bg-surface px-3 py-2.5 text-left transition-colors hover:border-line-strong',
        lit ? 'border-brand ring-1 ring-brand' : 'border-line',
      )}
    >
      <SourceNumber index={index} />
      <span className="grid min-w-0">
        <span className="truncate text-label leading-[1.45] font-medium">{title}</span>
        <span className="truncate text-tiny text-ink-3">{place}</span>
        <SourceBadge source={source} />
      </span>
    </button>
  );
}

const VALIDITY_TONES = {
  in_force: 'neutral',
  unknown: 'neutral',
  future: 'warn',
  suspended: 'warn',
  expired: 'danger',
  repealed: 'danger',
} as const;

/** That people wrote it; or when the cited text of a dated base holds, as it was at the answer. */
export function SourceBadge({ source: { kind, validity, validity_label } }: { source: Source }) {
  if (kind === 'verified')
    return (
      <span title={texts.verifiedSourceTitle} className="mt-1.5 flex min-w-0">
        <Badge tone="ok" icon={<BadgeCheck />}>
          {texts.verifiedSource}
        </Badge>
      </span>
    );
  if (!validity || !validity_label) return null;
  return (
    <span className="mt-1.5 flex min-w-0">
      <Badge tone={VALIDITY_TONES[validity]} wraps>
        {validity_label}
      </Badge>
    </span>
  );
}

export function SourceNumber({ index }: { index: number }) {
  return (
    <span className="grid h-5 min-w-5 shrink-0 place-items-center rounded-[6px] bg-brand-soft px-1 text-tiny leading-none font-semibold text-brand">
      {index}
    </span>
  );
}
