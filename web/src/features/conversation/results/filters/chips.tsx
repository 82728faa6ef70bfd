/** The filters of a result as chips: each is changed in place or removed, and either asks the result anew. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ListFilterPlus, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { Condition, Plan } from '#contract/table-plan.ts';
import type { Chip, FilterColumn, TableResult } from '#contract/table-result.ts';
import { failureWords } from '../../../../api/error-message.ts';
import { useMobile } from '../../../../lib/use-mobile.ts';
import { classes } from '../../../../ui/classes.ts';
import { NativeSelect } from '../../../../ui/controls/native-select.tsx';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { Skeleton } from '../../../../ui/display/skeleton.tsx';
import { texts } from '../texts.ts';
import { columnsQuery, type ResultPlace } from './filter-columns.ts';
import { FilterEditor } from './filter-editor.tsx';
import { alternativePlan, columnOfChip, columnsOfResult, editedPlan, editQuestion } from './plan-edit.ts';

/** Asks an edited plan, with words for it. */
export type AskPlan = (question: string, plan: Plan) => void;

type ChipsProps = {
  result: TableResult;
  /** The stored answer; undefined while it has no id, and nothing can be asked of it. */
  place: ResultPlace | undefined;
  onAsk: AskPlan | undefined;
};

export function Chips({ result, place, onAsk }: ChipsProps) {
  const { chips, plan } = result;
  const change = (
    column: FilterColumn,
    text: string | null,
    before: Condition | null,
    after: Condition | null,
  ) => onAsk?.(editQuestion(column, text, after), editedPlan(plan, before, after));
  if (chips.length === 0 && !onAsk) return null;
  return (
    <ul
      aria-label={texts.filters}
      // Room for the focus ring, which a scrolling box cuts off.
      className="-mx-1 -my-1 flex min-w-0 flex-wrap items-center gap-1.5 overflow-x-auto px-1 py-1 phone:-mx-4 phone:flex-nowrap phone:px-4 phone:[mask-image:linear-gradient(to_right,black_calc(100%-16px),transparent)]"
    >
      {chips.map((chip) => (
        <li key={chip.id} className="flex max-w-full min-w-0 shrink-0">
          <FilterChip chip={chip} result={result} place={place} onChange={onAsk && change} />
        </li>
      ))}
      {onAsk && place && (
        <li className="flex shrink-0">
          <NewFilter
            result={result}
            place={place}
            onAdd={(column, after) => change(column, null, null, after)}
          />
        </li>
      )}
    </ul>
  );
}

const look =
  'inline-flex h-8 max-w-full min-w-0 items-center gap-1 rounded-full border text-small font-medium phone:h-11 [&_.lucide]:size-4 [&_.lucide]:shrink-0';
const part = 'h-full min-w-0 truncate rounded-full enabled:hover:underline underline-offset-3';

type Change = (
  column: FilterColumn,
  text: string | null,
  before: Condition | null,
  after: Condition | null,
) => void;
type FilterChipProps = Omit<ChipsProps, 'onAsk'> & { chip: Chip; onChange: Change | undefined };

function FilterChip({ chip, result, place, onChange }: FilterChipProps) {
  const { label, text, condition, editor } = chip;
  const [open, setOpen] = useState(false);
  const words = `${label}: ${text}`;
  const isWanted = open && editor === 'list' && place !== undefined;
  // The chip itself tells all but the other values of a list, which may come while it is open.
  const known = useQuery({ ...columnsQuery(place ?? NO_PLACE), enabled: isWanted });
  const column = condition && columnOfChip({ ...chip, condition }, known.data ?? columnsOfResult(result));
  const face = (
    <>
      <span className="text-ink-2">{label}:</span> {text}
    </>
  );
  const close = () => setOpen(false);
  const apply = (after: Condition | null) => {
    close();
    if (column && JSON.stringify(after) !== JSON.stringify(condition))
      onChange?.(column, text, condition, after);
  };
  return (
    <span title={words} className={classes(look, 'border-transparent bg-brand-soft text-brand')}>
      {onChange && column && editor ? (
        <EditorFrame
          open={open}
          onOpen={setOpen}
          title={label}
          trigger={
            <button type="button" aria-label={texts.editFilter(words)} className={classes(part, 'pl-3')}>
              {face}
            </button>
          }
        >
          <FilterEditor column={column} condition={condition} onApply={apply} />
        </EditorFrame>
      ) : (
        <span className={classes('truncate pl-3', !(onChange && column) && 'pr-3')}>{face}</span>
      )}
      {onChange && column && (
        <button
          type="button"
          aria-label={texts.removeFilter(words)}
          title={texts.removeFilter(words)}
          onClick={() => onChange(column, text, condition, null)}
          className="mr-1 grid size-6 shrink-0 place-items-center rounded-full hover:bg-surface phone:size-10"
        >
          <X />
        </button>
      )}
    </span>
  );
}

const NO_PLACE: ResultPlace = { id: 0, index: 0 };

type NewFilterProps = {
  result: TableResult;
  place: ResultPlace;
  onAdd: (column: FilterColumn, after: Condition) => void;
};

function NewFilter({ result, place, onAdd }: NewFilterProps) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const prepare = () => void client.prefetchQuery(columnsQuery(place));
  return (
    <EditorFrame
      open={open}
      onOpen={setOpen}
      title={texts.addFilterTitle}
      trigger={
        <button
          type="button"
          aria-label={texts.addFilterTitle}
          onPointerEnter={prepare}
          onFocus={prepare}
          className={classes(
            look,
            'border-dashed border-line-strong px-3 text-ink-2 hover:border-ink-3 hover:text-ink',
          )}
        >
          <ListFilterPlus />
          {texts.addFilter}
        </button>
      }
    >
      <NewFilterForm
        result={result}
        place={place}
        onAdd={(column, after) => {
          setOpen(false);
          onAdd(column, after);
        }}
      />
    </EditorFrame>
  );
}

function NewFilterForm({ result, place, onAdd }: NewFilterProps) {
  const known = useQuery(columnsQuery(place));
  const [name, setName] = useState<string>();
  const columns = known.data ?? columnsOfResult(result);
  const column = columns.find((each) => each.name === name) ?? columns[0];
  if (known.isPending) {
    return (
      <div data-skeleton className="grid gap-3">
        <span role="status" className="sr-only">
          {texts.columnsLoading}
        </span>
        <Skeleton className="h-[42px] w-full" />
        <Skeleton className="h-32 w-full" />
      </div>
    );
  }
  if (!column) {
    return (
      <Alert
        {...failureWords(known.error, texts.columnsFailed)}
        onRetry={() => void known.refetch()}
        retrying={known.isFetching}
      />
    );
  }
  return (
    <>
      <div className="mb-3">
        <NativeSelect
          label={texts.column}
          value={column.name}
          options={columns.map((each) => ({ value: each.name, label: each.label }))}
          onChange={setName}
        />
      </div>
      <FilterEditor
        key={column.name}
        column={column}
        condition={null}
        onApply={(after) => onAdd(column, after)}
      />
    </>
  );
}

type EditorFrameProps = {
  open: boolean;
  onOpen: (open: boolean) => void;
  title: string;
  trigger: ReactElement;
  children: ReactNode;
};

/** Beside its chip; on a phone a sheet from the bottom. */
function EditorFrame({ open, onOpen, title, trigger, children }: EditorFrameProps) {
  const mobile = useMobile();
  return (
    <Popover.Root open={open} onOpenChange={onOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      {mobile ? (
        <Modal open={open} onClose={() => onOpen(false)} title={title}>
          {children}
        </Modal>
      ) : (
        <Popover.Portal>
          <Popover.Content
            aria-label={title}
            align="start"
            sideOffset={6}
            collisionPadding={12}
            className="z-40 max-h-(--radix-popover-content-available-height) w-[min(340px,calc(100vw-24px))] overflow-y-auto rounded-card border border-line bg-surface p-4 shadow-2 outline-none animate-appear"
          >
            {children}
          </Popover.Content>
        </Popover.Portal>
      )}
    </Popover.Root>
  );
}

type AlternativesProps = { result: TableResult; onAsk: AskPlan | undefined };

/** The other readings of an ambiguous question, each with its figure. */
export function Alternatives({ result: { alternatives, plan }, onAsk }: AlternativesProps) {
  if (alternatives.length === 0) return null;
  return (
    <ul aria-label={texts.otherReadings} className="flex min-w-0 flex-wrap items-center gap-1.5">
      {alternatives.map((other) => (
        <li key={other.label} className="flex max-w-full min-w-0">
          <button
            type="button"
            disabled={!onAsk}
            onClick={() => onAsk?.(texts.takeAlternative(other.label), alternativePlan(plan, other))}
            className={classes(
              look,
              'border-line-strong bg-surface px-3 text-ink enabled:hover:border-brand enabled:hover:text-brand disabled:opacity-60',
            )}
          >
            <span className="truncate">{texts.or(other.label, other.figure)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
