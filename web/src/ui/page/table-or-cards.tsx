/** Rows as a table where it has the room that its columns need, and as cards where it has not. */
import { type Key, type ReactNode, useCallback, useState } from 'react';
import { classes } from '../classes.ts';
import { cardLook } from '../display/card.tsx';

export type Column<T> = {
  header: string;
  /** A utility class; columns without one share the room that is left. */
  width?: string;
  cell: (row: T) => ReactNode;
  /** Its cells name their rows. */
  isRowHeader?: boolean;
};

type TableOrCardsProps<T> = {
  label: string;
  /** Of the table, in CSS pixels. */
  width: number;
  columns: Column<T>[];
  rows: T[];
  keyOf: (row: T) => Key;
  /** How the cells of a row are aligned and padded. */
  rowLook?: string;
  /** A row as an item of a list, where there is no room for the table. */
  children: (row: T) => ReactNode;
};

export function TableOrCards<T>(props: TableOrCardsProps<T>) {
  const { label, width, columns, rows, keyOf, rowLook = '[&>*]:px-3.5 [&>*]:py-2.5', children } = props;
  const { room, hasRoom } = useRoom(width);
  return (
    <div ref={room} className="@container">
      {hasRoom === true && (
        <div className={cardLook}>
          <table aria-label={label} className="w-full table-fixed text-left">
            <thead>
              <tr className="h-9 border-b border-line text-tiny text-ink-2">
                {columns.map((column) => (
                  <th key={column.header} scope="col" className={classes('px-3.5 font-medium', column.width)}>
                    {column.header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {rows.map((row) => (
                <tr key={keyOf(row)} className={rowLook}>
                  {columns.map(({ header, cell, isRowHeader }) =>
                    isRowHeader ? (
                      <th key={header} scope="row" className="font-normal">
                        {cell(row)}
                      </th>
                    ) : (
                      <td key={header}>{cell(row)}</td>
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
          {rows.map(children)}
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
