/** The dated documents of a base with their states one after the other. */
import { useQuery } from '@tanstack/react-query';
import type { KnowledgeBase } from '#contract/knowledge.ts';
import type { DatedDocument } from '#contract/validity.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { validityText } from '../../../lib/text/validity-text.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { CardSkeleton } from '../../../ui/display/skeleton.tsx';
import { texts as all } from './texts.ts';
import { datedDocuments } from './validity-queries.ts';
import { relationWords, toneOf } from './validity-words.ts';

const texts = all.timeline;

export type OnOpen = (document: { id: number; original_filename: string }) => void;

/** `onOpen` opens a document at what is known of its validity. */
export function Timeline({ base, onOpen }: { base: KnowledgeBase; onOpen: OnOpen }) {
  const list = useQuery(datedDocuments(base.id));
  if (list.isPending) return <CardSkeleton lines={5} className="min-h-[280px]" />;
  if (list.isError) return <LoadFailure query={list} text={texts.loadFailed} />;
  if (list.data.length === 0) return <EmptyState title={texts.none} line={texts.noneLine} />;
  return (
    <ul aria-label={texts.list} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {list.data.map((document) => (
        <li key={document.document_id} className={`${cardLook} grid grid-cols-[minmax(0,1fr)] gap-3 p-4`}>
          <Head
            document={document}
            onOpen={() => onOpen({ id: document.document_id, original_filename: document.original_filename })}
          />
          <ol className="grid gap-1.5 border-l-2 border-line pl-4">
            {/* That it was once to come says nothing any more. */}
            {stretchesOf(document).map((stretch) => (
              <li
                key={`${stretch.state}-${stretch.from}`}
                className={`text-small ${stretch.state === 'in_force' ? 'font-medium' : 'text-ink-2'}`}
              >
                {validityText(stretch)}
              </li>
            ))}
          </ol>
          {document.changes.length > 0 && (
            <div className="grid gap-1">
              <p className="text-tiny text-ink-2">{texts.changed}</p>
              <ul className="grid gap-1 text-small">
                {document.changes.map((relation) => (
                  <li key={relation.id} className="wrap-anywhere">
                    {relationWords(relation)}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

const stretchesOf = ({ timeline, now }: DatedDocument) =>
  timeline.filter(({ state }) => state !== 'future' || now.state === 'future');

function Head({ document, onOpen }: { document: DatedDocument; onOpen: () => void }) {
  const { name, original_filename, now } = document;
  return (
    <div className="flex flex-wrap items-start justify-between gap-2">
      <div className="min-w-0">
        <button
          type="button"
          aria-label={texts.open(name)}
          onClick={onOpen}
          className="rounded-control text-left font-semibold text-ink wrap-anywhere hover:underline phone:min-h-11"
        >
          {name}
        </button>
        {name !== original_filename && (
          <p className="text-small text-ink-2 wrap-anywhere">{original_filename}</p>
        )}
      </div>
      <Badge tone={toneOf(now)} wraps>
        {validityText(now)}
      </Badge>
    </div>
  );
}
