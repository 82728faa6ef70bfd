/** A citation marker `[n]`: a small button when it names a source, else the text as written. */
import { createContext, useContext } from 'react';
import type { Source } from '#contract/citations.ts';
import { texts } from '../texts.ts';

export type Citing = {
  sources: Source[];
  /** Sources may arrive after their markers: until the end a marker without a source is drawn disabled. */
  growing: boolean;
  /** Index of the source whose marker or card is hovered. */
  lit: number | undefined;
  light: (index: number | undefined) => void;
  show: (source: Source) => void;
};

export const CitingContext = createContext<Citing | undefined>(undefined);

type CitationProps = {
  /** The text between the brackets: «1» or «1, 3». */
  numbers: string;
  /** The whole marker, including brackets and a space before them. */
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
 * The element is the same before and after its source arrives, so that the text around it does not move. The button is
 * positioned over the number: an inline button would allow a line break between the number and its word.
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
