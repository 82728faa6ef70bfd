/** Rows as a table where it has the room that its columns need, and as cards where it has not. */
import { type ReactNode, useCallback, useState } from 'react';
import { classes } from '../classes.ts';
import { cardLook } from '../display/card.tsx';

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
