/** Chooses the sheet of a file and its header line, beside the first lines as they stand in the file. */
import { type DescribedSheet, type SheetUpload, sheetsApi } from '#contract/sheets.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { classes } from '../../../ui/classes.ts';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { texts } from './texts-sheets.ts';

type SheetChoiceProps = {
  read: SheetUpload;
  sheet: DescribedSheet;
  disabled: boolean;
  onSheet: (sheet: DescribedSheet) => void;
};

export function SheetChoice({ read, sheet, disabled, onSheet }: SheetChoiceProps) {
  const describe = useTask(async (header_row: number) => {
    const params = { uploadId: read.upload_id };
    onSheet(await call(sheetsApi.describe, { params, query: { sheet: sheet.name, header_row } }));
  });
  const lines = new Set([sheet.header_row, ...sheet.preview.map(({ row }) => row)]);
  lines.delete(0);
  return (
    <section className="grid gap-4">
      <div className="grid gap-4 desk:grid-cols-2">
        <NativeSelect
          label={texts.sheet}
          value={sheet.name}
          disabled={disabled || read.sheets.length === 1}
          options={read.sheets.map(({ name, rows }) => ({
            value: name,
            label: texts.sheetOption(name, rows),
          }))}
          onChange={(name) => {
            const next = read.sheets.find((one) => one.name === name);
            if (next) onSheet(next);
          }}
        />
        <NativeSelect
          label={texts.header}
          value={String(sheet.header_row)}
          disabled={disabled || describe.busy}
          options={[
            ...[...lines]
              .sort((one, other) => one - other)
              .map((row) => ({ value: String(row), label: texts.headerOption(row) })),
            { value: '0', label: texts.noHeader },
          ]}
          onChange={(row) => describe.run(Number(row))}
        />
      </div>
      {describe.failure !== null && <Alert title={failureText(describe.failure, texts.unreadable)} />}
      <Preview sheet={sheet} />
      <p role="status" className="text-small text-ink-2">
        {texts.found(sheet.rows, sheet.columns.length)}
      </p>
    </section>
  );
}

function Preview({ sheet: { preview, header_row } }: { sheet: DescribedSheet }) {
  return (
    <section
      tabIndex={0}
      aria-label={texts.preview}
      className="max-h-[210px] overflow-x-auto overflow-y-auto rounded-card border border-line bg-surface"
    >
      <table className="w-full border-collapse text-tiny">
        <caption className="sr-only">{texts.preview}</caption>
        <tbody className="divide-y divide-line">
          {preview.map(({ row, cells }) => (
            <tr key={row} className={classes(row === header_row && 'bg-brand-soft font-medium')}>
              <th
                scope="row"
                className="sticky left-0 bg-sunken px-2.5 py-1.5 text-right font-normal text-ink-3 tabular-nums"
              >
                {row}
              </th>
              {placed(cells).map(({ place, text }) => (
                <td key={place} className="max-w-[220px] truncate px-2.5 py-1.5 whitespace-nowrap">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const placed = (cells: string[]) => cells.map((text, place) => ({ place, text }));
