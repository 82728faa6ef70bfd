/** Rows as a table where it has the room that its columns need, and as cards where it has not. */
import type { ReactNode } from 'react';
import { cardLook } from './card.tsx';
import { classes } from './classes.ts';
import { useRoom } from './use-room.ts';

type TableOrCardsProps = {
  label: string;
  /** Of the table, in CSS pixels. */
  width: number;
  columns: { name: string; look?: string | undefined }[];
  /** Rows of a table, or items of a list. */
  children: (isTable: boolean) => ReactNode;
};

export function TableOrCards({ label, width, columns, children }: TableOrCardsProps) {
  const { room, hasRoom } = useRoom(width);
  return (
    <div ref={room} className="@container">
      {hasRoom === true && (
        <div className={cardLook}>
          <table aria-label={label} className="w-full table-fixed text-left">
            <thead>
              <tr className="h-9 border-b border-line text-tiny text-ink-2">
                {columns.map(({ name, look }) => (
                  <th key={name} scope="col" className={classes('px-3.5 font-medium', look)}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">{children(true)}</tbody>
          </table>
        </div>
      )}
      {hasRoom === false && (
        <ul aria-label={label} className="grid gap-3">
          {children(false)}
        </ul>
      )}
    </div>
  );
}
