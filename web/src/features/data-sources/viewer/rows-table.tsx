/** The rows of any query: a scrolling table, on a phone one card for each row. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import type { RecordColumn } from '#contract/records.ts';
import { useCopy } from '../../../lib/use-copy.ts';
import { classes } from '../../../ui/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { ScrollFrame } from '../../../ui/scroll/scroll-frame.tsx';
import { texts as all } from '../texts.ts';
import { cellText, kindOfType } from './cell-text.ts';
import type { Row, RowsPage } from './source-rows.ts';

const texts = all.viewer;

type RowsTableProps = { columns: RowsPage['columns']; rows: Row[] };

export function RowsTable({ columns, rows }: RowsTableProps) {
  const [open, setOpen] = useState<OpenCell | null>(null);
  return (
    <ScrollFrame label={texts.results}>
      <table className="w-full border-collapse text-small phone:block">
        <thead className="phone:hidden">
          <tr className="border-b border-line bg-sunken text-left">
            {columns.map(({ name, type }) => (
              <th
                key={name}
                scope="col"
                title={type}
                className={classes(
                  'h-10 px-4 font-mono font-medium whitespace-nowrap text-ink-2',
                  isQuantity(kindOfType(type)) && 'text-right',
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line phone:block">
          {rows.map((row, place) => (
            <tr key={place} className="phone:block phone:px-4 phone:py-3">
              {columns.map((column) => (
                <Cell key={column.name} column={column} value={row[column.name]} onOpen={setOpen} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {open && <CellModal cell={open} onClose={() => setOpen(null)} />}
    </ScrollFrame>
  );
}

type CellProps = {
  column: RowsPage['columns'][number];
  value: unknown;
  onOpen: (cell: OpenCell) => void;
};

function Cell({ column: { name, type }, value, onOpen }: CellProps) {
  const kind = kindOfType(type);
  const { shown, full } = cellText(value, kind, texts.empty);
  return (
    <td
      // A phone shows no table head: each cell carries its column's name as generated content.
      data-column={name}
      className={classes(
        'h-11 max-w-[360px] min-w-[72px] px-4 py-2 align-top wrap-break-word phone:grid phone:h-auto phone:max-w-none phone:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] phone:items-baseline phone:gap-3 phone:px-0 phone:py-1 phone:before:min-w-0 phone:before:font-mono phone:before:text-tiny phone:before:text-ink-3 phone:before:content-[attr(data-column)]',
        isQuantity(kind) && 'text-right tabular-nums phone:text-left',
        kind === 'time' && 'whitespace-nowrap tabular-nums',
      )}
    >
      {full === null ? (
        <span className={classes('block', roomFor(shown), shown === texts.empty && 'text-ink-3')}>
          {shown}
        </span>
      ) : (
        <button
          type="button"
          aria-label={`${texts.openCell(name)}: ${shown}`}
          onClick={() => onOpen({ column: name, text: full })}
          className={classes(
            roomFor(shown),
            'block rounded-control text-left underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-brand',
          )}
        >
          {shown}
        </button>
      )}
    </td>
  );
}

const isQuantity = (kind: RecordColumn['kind']) => kind === 'number' || kind === 'money';

/** The table scrolls, so a long text gets a readable width. */
function roomFor(shown: string): string {
  if (shown.length <= 18) return 'min-w-0 desk:whitespace-nowrap';
  return shown.length <= 45 ? 'min-w-0 desk:min-w-[18ch]' : 'min-w-0 desk:min-w-[34ch]';
}

type OpenCell = { column: string; text: string };

/** Shows the full text of a cut cell. */
function CellModal({ cell, onClose }: { cell: OpenCell; onClose: () => void }) {
  const { copied, copy } = useCopy<'cell'>();
  return (
    <Modal
      open
      size="large"
      title={cell.column}
      onClose={onClose}
      footer={
        <Button
          icon={copied ? <Check className="text-ok" /> : <Copy />}
          onClick={() => copy('cell', cell.text)}
        >
          {copied ? texts.copied : texts.copy}
        </Button>
      }
    >
      <p className="whitespace-pre-wrap wrap-anywhere" data-cell-content>
        {cell.text}
      </p>
    </Modal>
  );
}
