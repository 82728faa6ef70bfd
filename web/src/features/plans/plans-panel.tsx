import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Plan, type PlanPrice, plansApi } from '#contract/plans.ts';
import { call } from '../../api/client.ts';
import { formatExactBRL, formatNumber } from '../../lib/format.ts';
import { classes } from '../../ui/classes.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { type Column, TableOrCards } from '../../ui/page/table-or-cards.tsx';
import { Panel, RemoveDialog, RowActions } from './panel.tsx';
import { PlanFormDialog } from './plan-form.tsx';
import { planList } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.plans;

type Opened = { action: 'create' } | { action: 'edit' | 'remove'; plan: Plan };
type OnOpen = (opened: Opened) => void;

export function PlansPanel() {
  const found = useQuery({ ...planList(), refetchOnMount: 'always' });
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <Panel {...texts} found={found} onCreate={() => setOpened({ action: 'create' })}>
      <TableOrCards
        label={texts.list}
        width={720}
        columns={columnsWith(setOpened)}
        rows={found.data ?? []}
        rowLook="[&>*]:px-3.5 [&>*]:py-2.5 align-top"
        card={(plan) => <PlanCard plan={plan} onOpen={setOpened} />}
      />
      {opened?.action === 'create' && <PlanFormDialog onClose={close} />}
      {opened?.action === 'edit' && <PlanFormDialog plan={opened.plan} onClose={close} />}
      {opened?.action === 'remove' && (
        <RemoveDialog
          name={opened.plan.name}
          words={texts}
          remove={() => call(plansApi.remove, { params: { id: opened.plan.id } })}
          onClose={close}
        />
      )}
    </Panel>
  );
}

const columnsWith = (onOpen: OnOpen): Column<Plan>[] => [
  {
    header: texts.columns.name,
    width: 'w-1/4',
    cell: (plan) => <Name plan={plan} />,
    isRowHeader: true,
  },
  {
    header: texts.columns.tokens,
    width: 'w-[140px]',
    isFigure: true,
    cell: ({ tokens }) => <Tokens tokens={tokens} />,
  },
  { header: texts.columns.prices, cell: ({ prices }) => <Prices prices={prices} /> },
  {
    header: texts.columns.people,
    isFigure: true,
    width: 'w-[110px]',
    cell: ({ subscribers }) => <span className="tabular-nums">{formatNumber(subscribers)}</span>,
  },
  { header: all.actions, width: 'w-[108px]', cell: (plan) => <Actions plan={plan} onOpen={onOpen} /> },
];

function Actions({ plan, onOpen, worded }: { plan: Plan; onOpen: OnOpen; worded?: boolean }) {
  return (
    <RowActions
      name={plan.name}
      {...(worded ? { worded } : {})}
      onEdit={() => onOpen({ action: 'edit', plan })}
      onRemove={plan.protected ? undefined : () => onOpen({ action: 'remove', plan })}
    />
  );
}

function Name({ plan }: { plan: Plan }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-control font-medium wrap-anywhere">{plan.name}</span>
        {plan.popular && <Badge tone="warn">{texts.popular}</Badge>}
        {!plan.visible && <Badge>{all.hidden}</Badge>}
      </span>
      <span className="block text-tiny text-ink-3">{plan.key}</span>
    </>
  );
}

const Tokens = ({ tokens }: Pick<Plan, 'tokens'>) => (
  <span className={tokens === null ? 'text-small text-ink-3' : 'tabular-nums'}>
    {tokens === null ? texts.soon : formatNumber(tokens)}
  </span>
);

function Prices({ prices }: { prices: PlanPrice[] }) {
  if (!prices.length) return <span className="text-small text-ink-3">{texts.noPrice}</span>;
  return (
    <ul className="grid gap-1 text-small">
      {prices.map(({ id, kind, interval, amount, stripe_price_id }) => (
        <li key={id}>
          {texts.kind[kind][interval]}:{' '}
          <span className="whitespace-nowrap tabular-nums">{formatExactBRL(amount)}</span>
          {stripe_price_id === null && <span className="block text-tiny text-ipe-ink">{all.noId}</span>}
        </li>
      ))}
    </ul>
  );
}

function PlanCard({ plan, onOpen }: { plan: Plan; onOpen: OnOpen }) {
  return (
    <li className={classes(cardLook, 'grid gap-2 p-4')}>
      <Name plan={plan} />
      <p className="text-small text-ink-2">
        {texts.columns.tokens}: <Tokens tokens={plan.tokens} /> · {texts.columns.people}:{' '}
        {formatNumber(plan.subscribers)}
      </p>
      <Prices prices={plan.prices} />
      <Actions plan={plan} onOpen={onOpen} worded />
    </li>
  );
}
