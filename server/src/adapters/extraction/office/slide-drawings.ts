/** Charts and diagrams of a presentation as text: their stored words and values. */
import { type Attributes, readXml } from '../packed/xml.ts';
import { rowSentence } from '../text/tables.ts';

/** Points of a chart that are written; more are a curve that nobody reads in words. */
const POINTS_MAX = 500;

type Series = { name: string; categories: Map<number, string>; values: Map<number, string> };

/** The title, then a line for each category with the value of each series; empty for a chart without values. */
export function chartText(part: Buffer): string {
  const reader = new ChartReader();
  readXml(part, reader);
  const { title, series } = reader;
  const points = new Map(series.flatMap(({ categories, values }) => [...values, ...categories]));
  const header = ['', ...series.map(({ name }) => tidy(name))];
  const lines = [...points.keys()]
    .sort((one, other) => one - other)
    .slice(0, POINTS_MAX)
    .map((place) => {
      const category = series.find(({ categories }) => categories.has(place))?.categories.get(place) ?? '';
      const values = series.map((one) => shownValue(one.values.get(place) ?? ''));
      return values.some(Boolean) ? `- ${rowSentence(header, [tidy(category), ...values])}` : '';
    })
    .filter(Boolean);
  const named = tidy(title);
  if (!named && !lines.length) return '';
  return [`Gráfico${named && `: ${named}`}`, lines.join('\n')].filter(Boolean).join('\n\n');
}

const decimals = new Intl.NumberFormat('pt-BR', { useGrouping: false, maximumFractionDigits: 10 });
const shownValue = (text: string): string =>
  text && Number.isFinite(Number(text)) ? decimals.format(Number(text)) : tidy(text);

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

class ChartReader {
  title = '';
  readonly series: Series[] = [];
  /** The elements that are open, innermost last. */
  readonly #open: string[] = [];
  #place = 0;

  readonly open = (name: string, { idx = '' }: Attributes): void => {
    this.#open.push(name);
    if (name === 'ser') this.series.push({ name: '', categories: new Map(), values: new Map() });
    if (name === 'pt') this.#place = Number(idx) || 0;
  };

  readonly close = (): void => {
    this.#open.pop();
  };

  readonly text = (piece: string): void => {
    const within = (name: string) => this.#open.includes(name);
    // Titles within the plot are those of its axes.
    if (this.#open.at(-1) === 't' && within('title') && !within('plotArea')) this.title += piece;
    const last = this.series.at(-1);
    if (!last || this.#open.at(-1) !== 'v' || !within('ser')) return;
    if (within('cat') || within('xVal')) add(last.categories, this.#place, piece);
    else if (within('val') || within('yVal')) add(last.values, this.#place, piece);
    else if (within('tx')) last.name += piece;
  };
}

const add = (cells: Map<number, string>, place: number, piece: string) =>
  cells.set(place, (cells.get(place) ?? '') + piece);

/** An item for each shape of a diagram (SmartArt) that has words. */
export function diagramText(part: Buffer): string {
  const items: string[] = [];
  let item: string | null = null;
  let isText = false;
  readXml(part, {
    open(name) {
      if (name === 'pt') item = '';
      if (name === 'p' && item) item += ' ';
      isText = name === 't' && item !== null;
    },
    close(name) {
      isText = false;
      if (name !== 'pt') return;
      if (item?.trim()) items.push(`- ${tidy(item)}`);
      item = null;
    },
    text(piece) {
      if (isText && item !== null) item += piece;
    },
  });
  return items.join('\n');
}
