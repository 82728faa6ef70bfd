/** One group: its questions, what came of it, and the ways to close it. One dialog at a time. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { VERIFIED_QUESTION_MAX, VERIFIED_WORDINGS_MAX } from '#contract/limits.ts';
import type { QuestionGroupDetail } from '#contract/open-questions.ts';
import { LoadFailure } from '../../api/load-failure.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { VerifiedForm } from '../agents/verified/verified-form.tsx';
import { DocumentForm } from './document-form.tsx';
import { GroupView, type Way } from './group-view.tsx';
import { NoteForm } from './note-form.tsx';
import { keepGroup, questionGroup } from './queries.ts';
import { texts } from './texts.ts';

type GroupPanelProps = {
  id: number;
  /** Another group takes its place. */
  onShow: (id: number) => void;
  onClose: () => void;
};

export function GroupPanel({ id, onShow, onClose }: GroupPanelProps) {
  const cache = useQueryClient();
  const found = useQuery(questionGroup(id));
  const [way, setWay] = useState<Way>('view');
  const back = () => setWay('view');
  const group = found.data;
  const onClosed = async (closed: QuestionGroupDetail) => {
    await keepGroup(cache, closed);
    back();
  };
  if (!group)
    return (
      <Modal open title={texts.title} size="large" onClose={onClose}>
        {found.isError ? (
          <LoadFailure query={found} text={texts.groupFailed} />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </Modal>
    );
  if (way === 'document') return <DocumentForm group={group} onClosed={onClosed} onBack={back} />;
  if (way === 'note') return <NoteForm group={group} onClosed={onClosed} onBack={back} />;
  if (way === 'answer')
    return (
      <VerifiedForm
        agentId={group.agent_id}
        closes={{ group_id: group.id, ...askedAs(group) }}
        onSaved={async () => {
          const { data } = await found.refetch();
          if (data) await keepGroup(cache, data);
        }}
        onClose={back}
      />
    );
  return <GroupView group={group} onWay={setWay} onShow={onShow} onClose={onClose} />;
}

/** A text with a mask cannot be matched. */
const isWhole = (question: string) =>
  question.length <= VERIFIED_QUESTION_MAX && !/\[(?:CPF|E-MAIL|TELEFONE)\]/.test(question);

/** The title is the question, the others are forms of it. */
function askedAs({ title, questions }: QuestionGroupDetail): { question: string; wordings: string[] } {
  const others = new Set(questions.map(({ question }) => question.replace(/\s+/g, ' ').trim()));
  others.delete(title);
  return {
    question: title.slice(0, VERIFIED_QUESTION_MAX),
    wordings: [...others].filter(isWhole).slice(0, VERIFIED_WORDINGS_MAX),
  };
}
