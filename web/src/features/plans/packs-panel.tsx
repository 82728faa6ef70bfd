import { useQuery } from '@tanstack/react-query';
import { Package } from 'lucide-react';
import { useState } from 'react';
import { type Pack, packsApi } from '#contract/plans.ts';
import { call } from '../../api/client.ts';
import { formatExactBRL, formatNumber } from '../../lib/format.ts';
import { classes } from '../../ui/classes.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { type Column, TableOrCards } from '../../ui/page/table-or-cards.tsx';
import { PackFormDialog } from './pack-form.tsx';
import { Panel, RemoveDialog, RowActions } from './panel.tsx';
import { packList } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.packs;

type Opened = { action: 'create' } | { action: 'edit' | 'remove'; pack: Pack };
type OnOpen = (opened: Opened) => void;

export function PacksPanel() {
  const found = useQuery({ ...packList(), refetchOnMount: 'always' });
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <Panel {...texts} found={found} onCreate={() => setOpened({ action: 'create' })}>
      {found.data?.length === 0 ? (
        <div className={cardLook}>
          <EmptyState icon={<Package />} title={texts.none} line={texts.noneLine} />
        </div>
      ) : (
        <TableOrCards
          label={texts.list}
          width={640}
          columns={columnsWith(setOpened)}
          rows={found.data ?? []}
          rowLook="[&>*]:px-3.5 [&>*]:py-2.5"
          card={(pack) => <PackCard pack={pack} onOpen={setOpened} />}
        />
      )}
      {opened?.action === 'create' && <PackFormDialog onClose={close} />}
      {opened?.action === 'edit' && <PackFormDialog pack={opened.pack} onClose={close} />}
      {opened?.action === 'remove' && (
        <RemoveDialog
          name={opened.pack.name}
          words={texts}
          remove={() => call(packsApi.remove, { params: { id: opened.pack.id } })}
          onClose={close}
        />
      )}
    </Panel>
  );
}

const columnsWith = (onOpen: OnOpen): Column<Pack>[] => [
  { header: texts.columns.name, cell: (pack) => <Name pack={pack} />, isRowHeader: true },
  {
    header: texts.columns.tokens,
    width: 'w-[140px]',
    isFigure: true,
    cell: ({ tokens }) => figure(formatNumber(tokens)),
  },
  {
    header: texts.columns.amount,
    width: 'w-[130px]',
    isFigure: true,
    cell: ({ amount }) => figure(formatExactBRL(amount)),
  },
  {
    header: texts.columns.validity,
    width: 'w-[110px]',
    cell: ({ validity_days }) => figure(texts.days(validity_days)),
  },
  { header: all.actions, width: 'w-[108px]', cell: (pack) => <Actions pack={pack} onOpen={onOpen} /> },
];

const figure = (text: string) => <span className="tabular-nums">{text}</span>;

const Actions = ({ pack, onOpen, worded }: { pack: Pack; onOpen: OnOpen; worded?: boolean }) => (
  <RowActions
    name={pack.name}
    {...(worded ? { worded } : {})}
    onEdit={() => onOpen({ action: 'edit', pack })}
    onRemove={() => onOpen({ action: 'remove', pack })}
  />
);

function Name({ pack }: { pack: Pack }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-control font-medium wrap-anywhere">{pack.name}</span>
        {!pack.visible && <Badge>{all.hidden}</Badge>}
      </span>
      {pack.stripe_price_id === null && <span className="block text-tiny text-ipe-ink">{all.noId}</span>}
    </>
  );
}

function PackCard({ pack, onOpen }: { pack: Pack; onOpen: OnOpen }) {
  return (
    <li className={classes(cardLook, 'grid gap-2 p-4')}>
      <Name pack={pack} />
      <p className="text-small text-ink-2 tabular-nums">
        {[
          texts.count(formatNumber(pack.tokens)),
          formatExactBRL(pack.amount),
          texts.days(pack.validity_days),
        ].join(' · ')}
      </p>
      <Actions pack={pack} onOpen={onOpen} worded />
    </li>
  );
}
