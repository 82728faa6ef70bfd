/** Rows as a table where it has the room that its columns need, and as cards where it has not. */
import { Fragment, type ReactNode, useCallback, useState } from 'react';
import { classes } from '../classes.ts';
import { cardLook } from '../display/card.tsx';

export type Column<T> = {
  header: string;
  /** A class such as `w-[120px]`; a column without one takes the room that is left. */
  width?: string;
  cell: (row: T) => ReactNode;
  /** The cell that names its row. */
  isRowHeader?: true;
  /** Figures end at the same place, under the end of their header. */
  isFigure?: boolean;
};

type TableOrCardsProps<T> = {
  label: string;
  /** The least width of the table, in CSS pixels. */
  width: number;
  columns: Column<T>[];
  rows: T[];
  /** Classes of a row of the table. */
  rowLook: string;
  /** A list item, where the table has no room. */
  card: (row: T) => ReactNode;
};

export function TableOrCards<T extends { id: number | string }>({
  label,
  width,
  columns,
  rows,
  rowLook,
  card,
}: TableOrCardsProps<T>) {
  const { room, hasRoom } = useRoom(width);
  return (
    <div ref={room} className="@container">
      {hasRoom === true && (
        <div className={cardLook}>
          <table aria-label={label} className="w-full table-fixed text-left">
            <thead>
              <tr className="h-9 border-b border-line text-tiny text-ink-2">
                {columns.map((column) => (
                  <th
                    key={column.header}
                    scope="col"
                    className={classes(
                      'px-3.5 py-1.5 leading-snug font-medium',
                      column.isFigure && 'text-right',
                      column.width,
                    )}
                  >
                    {column.header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {rows.map((row) => (
                <tr key={row.id} className={rowLook}>
                  {columns.map(({ header, cell, isRowHeader, isFigure }) =>
                    isRowHeader ? (
                      <th key={header} scope="row" className="font-normal">
                        {cell(row)}
                      </th>
                    ) : (
                      <td key={header} className={isFigure ? 'text-right' : undefined}>
                        {cell(row)}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasRoom === false && (
        <ul aria-label={label} className="grid gap-3">
          {rows.map((row) => (
            <Fragment key={row.id}>{card(row)}</Fragment>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * Whether an element is at least so wide, in CSS pixels: what is beside it takes room that the window's width does not
 * tell. Undefined until it is in the document, which is before anything is painted.
 */
export function useRoom(width: number) {
  const [hasRoom, setHasRoom] = useState<boolean>();
  const room = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const look = () => {
        // Behind another tab it has no width.
        if (element.clientWidth > 0) setHasRoom(element.clientWidth >= width);
      };
      look();
      const observer = new ResizeObserver(look);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [width],
  );
  return { room, hasRoom };
}

type PickBoxProps = { label: string; checked: boolean; onChange: () => void };

/** The check box of a row or a card, as large as a finger on phones; its label is for those who do not see the row. */
export function PickBox({ label, checked, onChange }: PickBoxProps) {
  return (
    <label className="flex items-center phone:min-h-11 phone:min-w-11 phone:justify-center">
      <span className="sr-only">{label}</span>
      <input type="checkbox" checked={checked} onChange={onChange} className="size-4 accent-brand" />
    </label>
  );
}
