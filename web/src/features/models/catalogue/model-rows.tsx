/** Models as a table; where there is no room for one, each is a card. */
import type { ReactNode } from 'react';
import type { ModelDefaultsInfo } from '#contract/model-defaults.ts';
import type { ModelInfo } from '#contract/models.ts';
import { formatCompact, formatNumber } from '../../../lib/format.ts';
import { classes } from '../../../ui/classes.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { type Column, TableOrCards } from '../../../ui/page/table-or-cards.tsx';
import { usesOf } from './model-filters.ts';
import { badgesOf, priceOf } from './model-words.ts';
import { texts } from './texts.ts';

type ModelRowsProps = {
  models: ModelInfo[];
  /** The whole catalogue: a row may name another entry. */
  all: ModelInfo[];
  defaults: ModelDefaultsInfo;
  onUses: (model: ModelInfo) => void;
  /** Absent where nothing may be done. */
  actionsOf?: (model: ModelInfo) => ReactNode;
};

const names = texts.columns;

export function ModelRows({ models, all, defaults, onUses, actionsOf }: ModelRowsProps) {
  const columns: Column<ModelInfo>[] = [
    { header: names.model, isRowHeader: true, cell: (model) => <NameCell model={model} all={all} /> },
    {
      header: names.provider,
      width: 'w-[124px]',
      cell: (model) => <ProviderCell model={model} />,
    },
    {
      header: names.state,
      width: 'w-[136px]',
      cell: (model) => <States model={model} defaults={defaults} />,
    },
    {
      header: names.context,
      width: 'w-[92px]',
      isFigure: true,
      cell: (model) => <Tokens count={model.context_window} />,
    },
    {
      header: names.answer,
      width: 'w-[100px]',
      isFigure: true,
      cell: (model) => <Tokens count={model.max_tokens} />,
    },
    { header: names.price, width: 'w-[150px]', isFigure: true, cell: (model) => <Price model={model} /> },
    {
      header: names.uses,
      width: 'w-[92px]',
      isFigure: true,
      cell: (model) => <UsesButton model={model} onUses={onUses} />,
    },
    ...(actionsOf
      ? [{ header: names.actions, width: 'w-[64px]', cell: (model: ModelInfo) => actionsOf(model) }]
      : []),
  ];
  return (
    <TableOrCards
      label={texts.list}
      width={920}
      columns={columns}
      rows={models}
      rowLook="align-top [&>*]:px-3.5 [&>*]:py-2.5"
      card={(model) => <ModelCard {...{ model, all, defaults, onUses }} actions={actionsOf?.(model)} />}
    />
  );
}

function NameCell({ model, all }: { model: ModelInfo; all: ModelInfo[] }) {
  const running = model.runs_on && (all.find(({ id }) => id === model.runs_on)?.name ?? model.runs_on);
  return (
    <span className="grid gap-0.5">
      <span className="text-control font-medium wrap-anywhere">{model.name}</span>
      <span className="text-tiny text-ink-3 wrap-anywhere">{model.id}</span>
      {running && <span className="text-tiny text-ink-2">{texts.runsOn(running)}</span>}
      {model.served_as && (
        <span className="text-tiny text-ipe-ink wrap-anywhere">{texts.servedAs(model.served_as)}</span>
      )}
    </span>
  );
}

function ProviderCell({ model: { provider_name, residency } }: { model: ModelInfo }) {
  return (
    <span className="grid gap-0.5 text-control">
      <span className="wrap-anywhere">{provider_name || texts.noPrice}</span>
      {residency && <span className="text-tiny text-ink-3">{texts.residencies[residency]}</span>}
    </span>
  );
}

function States({ model, defaults }: { model: ModelInfo; defaults: ModelDefaultsInfo }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {badgesOf(model, defaults).map(({ tone, text }) => (
        <Badge key={text} tone={tone}>
          {text}
        </Badge>
      ))}
    </span>
  );
}

function Tokens({ count }: { count: number }) {
  return (
    <span title={texts.tokens(count)} className="text-control tabular-nums">
      {count >= 10_000 ? formatCompact(count) : formatNumber(count)}
    </span>
  );
}

function Price({ model }: { model: ModelInfo }) {
  return (
    <span title={texts.priceTitle} className="text-control whitespace-nowrap tabular-nums">
      {priceOf(model)}
    </span>
  );
}

function UsesButton({ model, onUses }: { model: ModelInfo; onUses: (model: ModelInfo) => void }) {
  const count = usesOf(model);
  if (!count) return <span className="text-control text-ink-3">{texts.notUsed}</span>;
  return (
    <button
      type="button"
      aria-label={texts.usedLabel(model.name, count)}
      onClick={() => onUses(model)}
      className="-mx-2 -my-1 inline-flex h-8 min-w-9 items-center rounded-control px-2 text-control font-medium text-brand tabular-nums hover:underline phone:h-11"
    >
      {texts.used(count)}
    </button>
  );
}

type CardProps = Omit<ModelRowsProps, 'models' | 'actionsOf'> & { model: ModelInfo; actions: ReactNode };

function ModelCard({ model, all, defaults, onUses, actions }: CardProps) {
  return (
    <li className={classes(cardLook, 'grid gap-3 p-4')}>
      <div className="flex items-start justify-between gap-3">
        <NameCell model={model} all={all} />
        {actions}
      </div>
      <States model={model} defaults={defaults} />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 @min-[560px]:grid-cols-5 [&_dt]:mb-0.5 [&_dt]:text-tiny [&_dt]:text-ink-3">
        <Fact name={names.provider}>
          <ProviderCell model={model} />
        </Fact>
        <Fact name={names.context}>
          <Tokens count={model.context_window} />
        </Fact>
        <Fact name={names.answer}>
          <Tokens count={model.max_tokens} />
        </Fact>
        <Fact name={names.price}>
          <Price model={model} />
        </Fact>
        <Fact name={names.uses}>
          <UsesButton model={model} onUses={onUses} />
        </Fact>
      </dl>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function ModelRowSkeletons() {
  return (
    <div role="status" data-skeleton className={classes(cardLook, 'divide-y divide-line')}>
      <span className="sr-only">{texts.loading}</span>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="flex h-[62px] items-center gap-6 px-3.5">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4 w-20 phone:hidden" />
          <Skeleton className="h-4 flex-1 phone:hidden" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}
