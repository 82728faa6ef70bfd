/** A marker `[n]` of an answer: a small button when it names a source, else the text it was. */
import { createContext, useContext } from 'react';
import type { Source } from '#contract/chat.ts';
import { texts } from '../texts.ts';

export type Citing = {
  sources: Source[];
  /** The sources come with the end of an answer; until then a marker waits in its later shape. */
  growing: boolean;
  /** The source whose marker or card is pointed at. */
  lit: number | undefined;
  light: (index: number | undefined) => void;
  show: (source: Source) => void;
};

export const CitingContext = createContext<Citing | undefined>(undefined);

type CitationProps = {
  /** What stands between the brackets: «1» or «1, 3». */
  numbers: string;
  /** The whole of it, brackets and a space before them included. */
  written: string;
};

export function Citation({ numbers, written }: CitationProps) {
  const citing = useContext(CitingContext);
  const indexes = [...new Set(numbers.split(/[,;]/).map(Number))];
  const sourceOf = (index: number) => citing?.sources.find((source) => source.index === index);

  if (!citing || (!citing.growing && !indexes.every(sourceOf))) return written;
  return indexes.map((index) => (
    <Marker key={index} index={index} source={sourceOf(index)} citing={citing} />
  ));
}

type MarkerProps = { index: number; source: Source | undefined; citing: Citing };

/**
 * The same element while it waits and afterwards: text around it must not move. The button lies over the number and
 * not in the line: beside a button the line may break, and the number would be parted from its word.
 */
function Marker({ index, source, citing }: MarkerProps) {
  return (
    <sup
      className="citation"
      data-lit={citing.lit === index || undefined}
      data-waiting={source === undefined || undefined}
    >
      <span aria-hidden="true">{index}</span>
      <button
        type="button"
        disabled={!source}
        aria-label={source ? texts.source(index, source.title) : String(index)}
        data-source={index}
        onClick={() => source && citing.show(source)}
        onPointerEnter={() => citing.light(index)}
        onPointerLeave={() => citing.light(undefined)}
        onFocus={() => citing.light(index)}
        onBlur={() => citing.light(undefined)}
      />
    </sup>
  );
}
