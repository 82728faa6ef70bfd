import { classes } from '../../../ui/classes.ts';
import type { Piece } from './excerpt.ts';

type PiecesProps = {
  pieces: Piece[];
  /** The mark that is looked at, by where it begins. */
  current?: number | undefined;
};

/** A text with its marked words. */
export function Pieces({ pieces, current }: PiecesProps) {
  return pieces.map(({ text, start, marked }) =>
    marked ? (
      <mark
        key={start}
        data-current={start === current ? '' : undefined}
        className={classes(
          'rounded-[3px] bg-ipe-soft text-ink ring-ipe',
          start === current ? 'ring-2' : 'ring-1 ring-ipe/40',
        )}
      >
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
