/** Under an answer of a test conversation: how it came about, and the way to keep it as a check. */
import type { Turn } from '../conversation/stream/turns.ts';
import { KeepAsCheck } from './checks/keep-as-check.tsx';
import { TraceOf } from './test-chat/trace.tsx';

export function TestAnswerNotes({ agentId, turn }: { agentId: number; turn: Turn }) {
  const { id, question, answer } = turn;
  if (id === undefined || !answer) return null;
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2.5">
      <TraceOf messageId={id} />
      {answer.status === 'done' && <KeepAsCheck agentId={agentId} question={question} answer={answer} />}
    </div>
  );
}
