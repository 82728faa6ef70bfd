/** Things in a sheet beside a plain table, with the question about its totals. */
import { type DescribedSheet, SHEET_NOTES } from '#contract/sheets.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { texts } from './texts-sheets.ts';

const list = new Intl.ListFormat(__LANGUAGE__ === 'en' ? 'en' : 'pt-BR');
const CELLS = 5;

type SheetNotesProps = {
  notes: DescribedSheet['notes'];
  keepTotals: boolean;
  disabled: boolean;
  onKeepTotals: (keep: boolean) => void;
};

export function SheetNotes({ notes, keepTotals, disabled, onKeepTotals }: SheetNotesProps) {
  if (!notes.length) return null;
  const cellsOf = (kind: (typeof SHEET_NOTES)[number]) =>
    notes.filter((note) => note.kind === kind).map(({ cell }) => cell);
  const shown = (cells: string[]) =>
    list.format(
      cells.length > CELLS ? [...cells.slice(0, CELLS), texts.otherCells(cells.length - CELLS)] : cells,
    );
  return (
    <section className="grid gap-3 rounded-card border border-ipe/40 bg-ipe-soft px-4 py-3 text-control">
      <h3 className="font-medium">{texts.notesTitle}</h3>
      <ul className="grid list-disc gap-1 pl-5">
        {SHEET_NOTES.filter((kind) => cellsOf(kind).length > 0).map((kind) => (
          <li key={kind}>{texts.notes[kind](shown(cellsOf(kind)))}</li>
        ))}
      </ul>
      {cellsOf('total_row').length > 0 && (
        <Switch
          label={texts.keepTotals}
          line={texts.keepTotalsLine}
          checked={keepTotals}
          disabled={disabled}
          onChange={onKeepTotals}
        />
      )}
    </section>
  );
}
