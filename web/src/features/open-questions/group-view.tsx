/** The questions of a group and what can be done with it. */
import { useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, FilePlus, FlaskConical, NotebookPen } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { type Closing, openQuestionsApi, type QuestionGroupDetail } from '#contract/open-questions.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button, buttonLook } from '../../ui/controls/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { AskedAgain } from './asked-again.tsx';
import { KindBadges } from './group-row.tsx';
import { keepGroup } from './queries.ts';
import { QuestionList } from './question-list.tsx';
import { texts } from './texts.ts';

/** The dialog that is shown of a group. */
export type Way = 'view' | 'answer' | 'document' | 'note';

type GroupViewProps = {
  group: QuestionGroupDetail;
  onWay: (way: Way) => void;
  onShow: (id: number) => void;
  onClose: () => void;
};

export function GroupView({ group, onWay, onShow, onClose }: GroupViewProps) {
  const cache = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const change = useTask(async (act: () => Promise<QuestionGroupDetail>) => {
    const changed = await act();
    await keepGroup(cache, changed);
    setChosen(new Set());
    if (changed.id !== group.id) onShow(changed.id);
  });
  const isOpen = group.state === 'open';
  const { closure } = group;
  const footer = () => {
    if (chosen.size > 0) return <SplitFooter group={group} change={change} chosen={chosen} />;
    if (!isOpen) return <ClosedFooter group={group} change={change} />;
    return <OpenFooter group={group} change={change} />;
  };
  return (
    <Modal open title={group.title} size="wide" onClose={onClose} footer={footer()}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small text-ink-2">
          <KindBadges group={group} />
          <span className="min-w-0 wrap-anywhere">{group.agent_name}</span>
          <time dateTime={group.newest_at} className="text-tiny text-ink-3 tabular-nums">
            {formatDateTime(group.newest_at)}
          </time>
        </p>
        {change.failure !== null && <Alert title={failureText(change.failure, texts.changeFailed)} />}
        {closure && (
          <p className="text-control text-ink-2">
            {texts.closedOn(texts.closedBy[closure.kind], formatDateTime(closure.at))}
            {group.asked_since > 0 && ` ${texts.askedSince(group.asked_since)}.`}
          </p>
        )}
        {isOpen && <Ways onWay={onWay} />}
        <AskedAgain group={group} />
        <QuestionList
          questions={group.questions}
          count={group.count}
          chosen={chosen}
          onChoose={isOpen && group.count > 1 ? setChosen : undefined}
        />
        <TestLink group={group} />
      </div>
    </Modal>
  );
}

type Change = { busy: boolean; run: (act: () => Promise<QuestionGroupDetail>) => void };
type FooterProps = { group: QuestionGroupDetail; change: Change };

/** Questions were chosen to become a group of their own. */
function SplitFooter({ group, change, chosen }: FooterProps & { chosen: ReadonlySet<number> }) {
  const params = { id: group.id };
  return (
    <Button
      variant="primary"
      busy={change.busy}
      disabled={chosen.size === group.count}
      onClick={() =>
        change.run(() => call(openQuestionsApi.split, { params, body: { message_ids: [...chosen] } }))
      }
    >
      {texts.split(chosen.size)}
    </Button>
  );
}

function ClosedFooter({ group, change }: FooterProps) {
  const params = { id: group.id };
  const { closure, asking } = group;
  return (
    <>
      {closure?.kind !== 'not_ours' && closure?.kind !== 'resolved' && (
        <Button
          busy={change.busy || asking}
          onClick={() => change.run(() => call(openQuestionsApi.askAgain, { params }))}
        >
          {texts.askAgain}
        </Button>
      )}
      <Button busy={change.busy} onClick={() => change.run(() => call(openQuestionsApi.reopen, { params }))}>
        {texts.reopen}
      </Button>
    </>
  );
}

/** On a phone two of them stand beside each other. */
const twoLines = 'phone:h-auto phone:min-h-11 phone:whitespace-normal';

/** Closed without an answer. */
function OpenFooter({ group, change }: FooterProps) {
  const params = { id: group.id };
  const close = (body: Closing) => change.run(() => call(openQuestionsApi.close, { params, body }));
  return (
    <div className="flex flex-wrap justify-end gap-2.5 phone:grid phone:w-full phone:grid-cols-2">
      <Button className={twoLines} busy={change.busy} onClick={() => close({ kind: 'not_ours' })}>
        {texts.notOurs}
      </Button>
      <Button className={twoLines} busy={change.busy} onClick={() => close({ kind: 'resolved' })}>
        {texts.resolved}
      </Button>
    </div>
  );
}

const WAYS = [
  { way: 'answer', label: texts.answer, line: texts.answerLine, Icon: BadgeCheck },
  { way: 'document', label: texts.addDocument, line: texts.addDocumentLine, Icon: FilePlus },
  { way: 'note', label: texts.writeNote, line: texts.writeNoteLine, Icon: NotebookPen },
] as const;

/** The ways to give the agent what it lacked, each with what comes of it. */
function Ways({ onWay }: Pick<GroupViewProps, 'onWay'>) {
  const id = useId();
  return (
    <ul aria-label={texts.ways} className="grid gap-2.5 desk:grid-cols-3">
      {WAYS.map(({ way, label, line, Icon }) => (
        <li
          key={way}
          className="relative flex items-start gap-3 rounded-card border border-line-strong bg-surface p-3.5 shadow-1 transition-colors hover:border-brand"
        >
          <Icon className="mt-0.5 shrink-0 text-brand" aria-hidden />
          <div className="min-w-0">
            {/* The whole card is pressed, and the button is called by its own words. */}
            <button
              type="button"
              aria-describedby={`${id}-${way}`}
              onClick={() => onWay(way)}
              className="text-left text-control font-semibold after:absolute after:inset-0 after:rounded-card outline-none focus-visible:after:outline-2 focus-visible:after:outline-brand/70"
            >
              {label}
            </button>
            <p id={`${id}-${way}`} className="mt-0.5 text-small text-ink-2">
              {line}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Leads to the agent's test chat with the question in the box. */
function TestLink({ group: { agent_id, agent_name, title } }: { group: QuestionGroupDetail }) {
  return (
    <Link
      to={{ pathname: paths.adminAgent(agent_id), search: '?tab=test' }}
      // Not in the address: what people ask stays out of histories and logs.
      state={{ question: title }}
      aria-label={texts.testWith(agent_name)}
      className={`${buttonLook('secondary', 'small')} justify-self-start`}
    >
      <FlaskConical className="size-4" /> {texts.test}
    </Link>
  );
}
