/** The files that the next question reads: which of them are new, and what it waits for. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type SessionFile, sessionFilesApi } from '#contract/session-files.ts';
import { call } from '../../../api/client.ts';
import { useDismissed } from '../../../lib/browser/dismissed.ts';
import { isUnderWay } from '../../knowledge/uploads/upload-queue.ts';
import { useHeldQuestion } from './use-held-question.ts';
import { filesQuery, isBeingRead, useSessionFiles } from './use-session-files.ts';

type QuestionFilesProps = {
  sessionId: string;
  draft: string;
  onSend: (question: string, withoutFiles?: string[]) => void;
};

export type QuestionFiles = ReturnType<typeof useQuestionFiles>;

export function useQuestionFiles({ sessionId, draft, onSend }: QuestionFilesProps) {
  const client = useQueryClient();
  const { queue, list, files, uploads, shown } = useSessionFiles(sessionId);
  const [before, setBefore] = useState<readonly string[]>();
  const [isKnown, know] = useDismissed('chat-files');
  // Files that were ready when the conversation was opened were asked about before.
  if (list.data && !before) setBefore(idsOf(list.data.filter(({ status }) => status === 'ready')));

  const fresh = files.filter(({ id, status }) => status !== 'ready' || (before && !before.includes(id)));
  const waiting = namesOf(files.filter(isBeingRead), shown.filter(isUnderWay));
  const settle = () => {
    setBefore(idsOf(files));
    if (fresh.length) know();
  };
  const send = (question: string, without?: string[]) => {
    settle();
    onSend(question, without);
  };
  const failedUploads = uploads.filter(({ failure }) => failure);
  const failed = namesOf(files.filter(hasFailed), failedUploads);
  const held = useHeldQuestion({
    draft,
    isWaiting: waiting.length > 0,
    failures: failed.length,
    send,
  });
  return {
    queue,
    list,
    files,
    /** Files that no question has had yet; they stand above the box, the others in the list alone. */
    fresh,
    shown,
    /** The names of the files that are on their way or being read. */
    waiting,
    held: held.question,
    /** The names of the files that could not be read; empty while the held question waits for none of them. */
    failed: held.hasFailed ? failed : [],
    isKnown,
    /** True where the question waits now. */
    take: (question: string): boolean => {
      if (waiting.length) held.hold(question);
      else settle();
      return waiting.length > 0;
    },
    sendWithout: async () => {
      const { question } = held;
      if (question === undefined) return;
      held.release();
      const query = { ...filesQuery(sessionId), staleTime: 0 };
      const known = await client.fetchQuery(query).catch(() => files);
      send(question, idsOf(known.filter(({ status }) => status !== 'ready')));
    },
    retry: (file: SessionFile) =>
      void call(sessionFilesApi.retry, { params: { id: sessionId, fileId: file.id } })
        .catch(() => undefined)
        .then(() => list.refetch()),
  };
}

const idsOf = (files: SessionFile[]): string[] => files.map(({ id }) => id);

const hasFailed = ({ status }: SessionFile): boolean => status === 'failed';

const namesOf = (files: SessionFile[], uploads: { file: File }[]): string[] => [
  ...files.map((file) => file.original_filename),
  ...uploads.map(({ file }) => file.name),
];
