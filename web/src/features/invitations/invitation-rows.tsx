import { RotateCw, Undo2 } from 'lucide-react';
import type { Invitation } from '#contract/invitations.ts';
import { knownHosts } from '../../api/hosts.ts';
import { formatDateTime } from '../../lib/format.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { Fact } from '../../ui/display/fact.tsx';
import { type Column, TableOrCards } from '../../ui/page/table-or-cards.tsx';
import { type HandedLinks, HandOver } from './handed-link.tsx';
import { texts } from './texts.ts';

type RowProps = {
  busy: boolean;
  links: HandedLinks;
  onResend: (invitation: Invitation) => void;
  onWithdraw: (invitation: Invitation) => void;
};

const names = texts.columns;
const sends = () => knownHosts().sends_mail;

const columnsWith = (actions: RowProps): Column<Invitation>[] => [
  {
    header: names.email,
    isRowHeader: true,
    cell: ({ email }) => <span className="block text-control font-medium wrap-anywhere">{email}</span>,
  },
  { header: names.group, width: 'w-[156px]', cell: (row) => <GroupName {...row} /> },
  { header: sends() ? names.sent : texts.handed.sent, width: 'w-[156px]', cell: (row) => <Sent {...row} /> },
  { header: names.expires, width: 'w-[156px]', cell: (row) => <Day time={row.expires_at} /> },
  { header: names.state, width: 'w-[112px]', cell: (row) => <State {...row} /> },
  { header: names.actions, width: 'w-[228px]', cell: (row) => <Actions invitation={row} {...actions} /> },
];

export function InvitationRows({ rows, ...actions }: RowProps & { rows: Invitation[] }) {
  return (
    <TableOrCards
      label={texts.list}
      width={980}
      columns={columnsWith(actions)}
      rows={rows}
      rowLook="[&>*]:px-3.5 [&>*]:py-2"
      card={(row) => (
        <li className={classes(cardLook, 'grid gap-3 p-4')}>
          <div className="flex items-start justify-between gap-3">
            <span className="min-w-0 font-medium wrap-anywhere">{row.email}</span>
            <State {...row} />
          </div>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-small @min-[640px]:grid-cols-4">
            <Fact name={names.group}>
              <GroupName {...row} />
            </Fact>
            <Fact name={sends() ? names.sent : texts.handed.sent}>
              <Sent {...row} />
            </Fact>
            <Fact name={names.expires}>
              <Day time={row.expires_at} />
            </Fact>
          </dl>
          <Actions invitation={row} {...actions} />
        </li>
      )}
    />
  );
}

const Day = ({ time }: { time: string }) => (
  <span className="text-small text-ink-2 tabular-nums">{formatDateTime(time)}</span>
);

const GroupName = ({ user_group }: Invitation) => (
  <span className="text-small wrap-anywhere text-ink-2">{user_group?.name ?? texts.defaultGroup}</span>
);

const Sent = ({ sent_at, state }: Invitation) =>
  sent_at === null && state === 'open' ? (
    <span className="text-small text-ink-3">{sends() ? texts.waiting : texts.handed.waiting}</span>
  ) : (
    sent_at && <Day time={sent_at} />
  );

const tones = { open: 'brand', accepted: 'ok', expired: 'warn', withdrawn: 'neutral' } as const;

const State = ({ state }: Invitation) => (
  <Badge tone={tones[state]}>{state === 'open' && !sends() ? texts.handed.state : texts.states[state]}</Badge>
);

function Actions({ invitation, busy, links, onResend, onWithdraw }: RowProps & { invitation: Invitation }) {
  if (invitation.state === 'accepted' || invitation.state === 'withdrawn') return null;
  return (
    <div className="flex flex-wrap gap-2">
      {sends() ? (
        <Button
          size="small"
          icon={<RotateCw className="size-4" />}
          aria-label={texts.resendTo(invitation.email)}
          disabled={busy}
          onClick={() => onResend(invitation)}
        >
          {texts.resend}
        </Button>
      ) : (
        <HandOver invited={invitation} links={links} />
      )}
      <Button
        size="small"
        variant="ghost"
        icon={<Undo2 className="size-4" />}
        aria-label={texts.withdrawFrom(invitation.email)}
        onClick={() => onWithdraw(invitation)}
      >
        {texts.withdraw}
      </Button>
    </div>
  );
}
