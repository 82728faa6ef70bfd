/** The validity of one document: what was stated, what it and other norms do to each other, and what waits for a decision. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type DocumentValidity, normName, type Relation, validityApi } from '#contract/validity.ts';
import { shortDay } from '#contract/validity-state.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { validityText } from '../../../lib/text/validity-text.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Fact } from '../../../ui/display/fact.tsx';
import { CardSkeleton } from '../../../ui/display/skeleton.tsx';
import { oneBase } from '../queries.ts';
import { ProposalList } from './proposal-cards.tsx';
import { RelationForm } from './relation-form.tsx';
import { texts as all } from './texts.ts';
import { ValidityForm } from './validity-form.tsx';
import { documentValidity, openProposals, refreshValidity } from './validity-queries.ts';
import { relationWords, toneOf } from './validity-words.ts';

const texts = all.panel;

export type DocumentValidityProps = { baseId: number; documentId: number };

export function DocumentValidityPanel({ baseId, documentId }: DocumentValidityProps) {
  const validity = useQuery(documentValidity(baseId, documentId));
  const proposals = useQuery(openProposals(baseId, documentId));
  const base = useQuery(oneBase(baseId));
  if (validity.isPending || proposals.isPending || base.isPending)
    return <CardSkeleton lines={5} className="min-h-[280px]" />;
  if (validity.isError) return <LoadFailure query={validity} text={texts.loadFailed} />;
  if (proposals.isError) return <LoadFailure query={proposals} text={all.proposals.loadFailed} />;
  if (base.isError) return <LoadFailure query={base} text={texts.loadFailed} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pb-2">
      <Stated baseId={baseId} documentId={documentId} stated={validity.data} />
      <Relations
        baseId={baseId}
        documentId={documentId}
        documents={base.data.documents}
        relations={validity.data.relations}
      />
      {proposals.data.length > 0 && (
        <section aria-label={all.proposals.list} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <h3 className="text-label font-semibold">{texts.proposals(proposals.data.length)}</h3>
          <ProposalList base={base.data} proposals={proposals.data} />
        </section>
      )}
    </div>
  );
}

type StatedProps = DocumentValidityProps & { stated: DocumentValidity };

function Stated({ baseId, documentId, stated }: StatedProps) {
  const [isEdited, setEdited] = useState(false);
  const { norm, from, until, review_on, now, from_presumed } = stated;
  const day = (value: string | null) => (value === null ? texts.noDay : shortDay(value));
  return (
    <section aria-label={texts.title} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge tone={toneOf(now)} wraps>
          {texts.today}: {validityText(now)}
        </Badge>
        <Button size="small" icon={<Pencil className="size-4" />} onClick={() => setEdited(true)}>
          {texts.edit}
        </Button>
      </div>
      <dl className="grid grid-cols-4 gap-3 phone:grid-cols-2">
        <Fact name={texts.norm}>{norm ? normName(norm) : texts.noNorm}</Fact>
        <Fact name={texts.from}>
          {day(from)}
          {from_presumed && ` (${all.proposals.presumed})`}
        </Fact>
        <Fact name={texts.until}>{day(until)}</Fact>
        <Fact name={texts.review}>{day(review_on)}</Fact>
      </dl>
      {isEdited && (
        <ValidityForm
          baseId={baseId}
          documentId={documentId}
          stated={stated}
          onClose={() => setEdited(false)}
        />
      )}
    </section>
  );
}

type RelationsProps = DocumentValidityProps & {
  documents: React.ComponentProps<typeof RelationForm>['documents'];
  relations: Relation[];
};

function Relations({ baseId, documentId, documents, relations }: RelationsProps) {
  const cache = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const removing = useTask(async (relationId: number) => {
    await call(validityApi.unrelate, { params: { id: baseId, documentId, relationId } });
    await refreshValidity(cache, baseId);
  });
  return (
    <section aria-label={all.relation.titles} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-label font-semibold">{all.relation.titles}</h3>
        <Button size="small" icon={<Plus className="size-4" />} onClick={() => setAdding(true)}>
          {all.relation.add}
        </Button>
      </div>
      {removing.failure !== null && (
        <Alert title={failureText(removing.failure, all.relation.removeFailed)} />
      )}
      {relations.length === 0 ? (
        <p className="text-small text-ink-2">{all.relation.none}</p>
      ) : (
        <ul className="divide-y divide-line">
          {relations.map((relation) => (
            <li key={relation.id} className="flex items-start justify-between gap-2 py-1.5">
              <span className="min-w-0 pt-1 text-control wrap-anywhere">{relationWords(relation)}</span>
              <IconButton
                size="small"
                label={all.relation.remove(relationWords(relation))}
                disabled={removing.busy}
                onClick={() => removing.run(relation.id)}
              >
                <Trash2 className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <RelationForm
          baseId={baseId}
          documentId={documentId}
          documents={documents}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}
