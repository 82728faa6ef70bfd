/** The numbers that an answer may say: those of its results, rows, passages and question. */
import { DURATION_UNIT } from '#contract/table-plan.ts';
import type { ResultColumn, TableResult } from '#contract/table-result.ts';
import { bucketWords, durationWords } from '#contract/table-words.ts';
import { type NumberReading, type NumberUnit, reading, significant } from './notation.ts';
import { type NumberToken, scanNumbers } from './scan-numbers.ts';

/** Values in order, so that a written number finds one within its rounding. */
class Values {
  #values: number[] = [];
  #isSorted = true;

  add(value: number): void {
    if (!Number.isFinite(value)) return;
    this.#values.push(Math.abs(value));
    this.#isSorted = false;
  }

  /** Whether a value rounds to what is written; a half may have been rounded either way. */
  holds({ value, place }: NumberReading): boolean {
    if (!this.#isSorted) this.#values.sort((one, other) => one - other);
    this.#isSorted = true;
    const slack = Math.max(Math.abs(value), place) * 1e-12;
    const least = value - place / 2 - slack;
    let low = 0;
    let high = this.#values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#values[middle] ?? 0) < least) low = middle + 1;
      else high = middle;
    }
    return (this.#values[low] ?? Number.POSITIVE_INFINITY) <= value + place / 2 + slack;
  }
}

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
const BAND = /^(-?[\d.]+)\.\.(-?[\d.]+)$/;
/** Names of columns whose numbers are percentages. */
const RATE = /%|percent|\bperc|_perc|pct|taxa|al[ií]quota|\bjuros/i;

type CellKind = { kind?: string | undefined; unit?: string | null | undefined; name?: string | undefined };

export class KnownNumbers {
  readonly #all = new Values();
  readonly #money = new Values();
  readonly #percent = new Values();
  /** `YYYY-MM-DD`, `YYYY-MM`, `YYYY` and `MM-DD`. */
  readonly #dates = new Set<string>();
  readonly #forms = new Set<string>();
  readonly #digits = new Set<string>();

  addText(text: string): void {
    for (const token of scanNumbers(text)) this.#addToken(token);
  }

  /** `cell` as the database gives it: a plain decimal is no thousand of Brazil's. */
  addCell(cell: string | null | undefined, { kind, unit, name }: CellKind = {}): void {
    if (!cell) return;
    const text = cell.trim();
    // «3 h 20 min» of so many minutes
    if (unit === DURATION_UNIT && PLAIN_NUMBER.test(text)) this.addText(durationWords(text));
    if (kind === 'date') this.#addDate(text.slice(0, 10).split('-').map(Number));
    else if (PLAIN_NUMBER.test(text)) this.#addPlainCell(text, { kind, unit, name });
    else this.addText(text);
  }

  #addPlainCell(text: string, { kind, unit, name = '' }: CellKind): void {
    const isPercent = kind === 'percent' || unit === '%' || RATE.test(name);
    const isMoney = !isPercent && (kind === 'money' || unit === 'R$');
    this.#addValue(reading(text.replace('-', '')), isPercent ? 'percent' : isMoney ? 'money' : null);
    // A plain number may be an amount unless its column says what else it is.
    if (!isPercent && !isMoney && (kind === undefined || (kind === 'number' && !unit)))
      this.#money.add(Number(text));
    this.#forms.add(text.replace(/^0+(?=\d)/, ''));
  }

  /** Whole numbers of rows or groups. */
  addCount(count: number): void {
    this.#all.add(count);
  }

  addResult(result: TableResult): void {
    const { columns, rows, total, others_row, comparison } = result;
    for (const cells of rows) this.#addCells(cells, columns);
    // The totals are those of the figures, which follow the keys.
    const figures = columns.filter(({ name }) => name.startsWith('figure_'));
    for (const cells of [total, others_row])
      if (cells) this.#addCells(cells, cells.length === columns.length ? columns : figures);
    for (const count of [result.rows_considered, result.skipped_nulls, result.others, rows.length])
      this.addCount(count);
    this.addCount(rows.length + result.others);
    this.#addComparison(comparison, figures[0]);
    this.#addQuestion(result);
  }

  #addComparison(comparison: TableResult['comparison'], figure: ResultColumn | undefined): void {
    if (!comparison) return;
    for (const value of [comparison.first, comparison.second]) this.addText(value);
    this.addCell(comparison.difference, figure);
    this.addCell(comparison.percent, { kind: 'percent' });
  }

  /** The numbers with which it was asked, and those of its other readings. */
  #addQuestion({ understood, alternatives, chips, plan }: TableResult): void {
    this.addText(understood);
    for (const { label, figure } of alternatives) this.addText(`${label} ${figure}`);
    for (const { label, text } of chips) this.addText(`${label}: ${text}`);
    const literals = [
      ...plan.filters.flatMap(({ values }) => values),
      ...plan.having.map(({ value }) => value),
    ];
    for (const literal of literals) this.addCell(literal);
    if (plan.limit !== null) this.addCount(plan.limit);
  }

  #addCells(cells: readonly (string | null)[], columns: TableResult['columns']): void {
    for (const [place, cell] of cells.entries()) {
      const column = columns[place];
      if (!cell || !column) continue;
      if (!column.bucket) this.addCell(cell, column);
      else if (column.bucket !== 'band') this.addText(`${cell} ${bucketWords(cell, column.bucket)}`);
      for (const border of BAND.exec(cell)?.slice(1) ?? []) this.addCell(border, column);
    }
  }

  holds(token: NumberToken): boolean {
    if (token.type === 'date') return this.#holdsDate(token);
    if (token.type === 'code')
      return (
        this.#forms.has(token.form) ||
        (token.parts.length > 1 && token.parts.every((readings) => this.#holdsAny(readings, null)))
      );
    return this.#holdsAny(token.readings, token.unit) || (token.isBare && this.#holdsYear(token));
  }

  #holdsAny(readings: NumberReading[], unit: NumberUnit): boolean {
    const values = unit === 'percent' ? this.#percent : unit === 'money' ? this.#money : this.#all;
    return readings.some((one) =>
      one.digits === undefined ? values.holds(one) : this.#digits.has(one.digits),
    );
  }

  #holdsYear({ readings: [whole] }: { readings: NumberReading[] }): boolean {
    return whole !== undefined && this.#dates.has(String(whole.value));
  }

  #holdsDate({ year, month, day, form }: Extract<NumberToken, { type: 'date' }>): boolean {
    if (form && this.#forms.has(form)) return true;
    const [at, on] = [two(month), day === null ? null : two(day)];
    if (year === null) return this.#dates.has(`${at}-${on}`);
    return this.#dates.has(on === null ? `${year}-${at}` : `${year}-${at}-${on}`);
  }

  #addToken(token: NumberToken): void {
    if (token.type === 'date') {
      this.#addDate([token.year ?? 0, token.month, token.day ?? 0]);
      if (token.form) this.#forms.add(token.form);
    } else if (token.type === 'code') {
      this.#forms.add(token.form);
      for (const readings of token.parts) for (const one of readings) this.#addValue(one, null);
    } else {
      for (const one of token.readings) this.#addValue(one, token.unit);
      // Passages and rows may leave the sign of the currency out.
      if (token.unit === null && !token.isInWords)
        for (const { value } of token.readings) this.#money.add(value);
    }
  }

  #addValue({ value, digits }: NumberReading, unit: NumberUnit): void {
    this.#all.add(value);
    if (unit === 'percent') this.#percent.add(value);
    if (unit === 'money') this.#money.add(value);
    if (digits !== undefined) this.#digits.add(digits);
    else if (value > 1e12) this.#digits.add(significant(String(value)));
  }

  /** Zero is what is not known. */
  #addDate([year = 0, month = 0, day = 0]: number[]): void {
    if (year) this.#dates.add(String(year));
    if (year && month) this.#dates.add(`${year}-${two(month)}`);
    if (month && day) this.#dates.add(`${two(month)}-${two(day)}`);
    if (year && month && day) this.#dates.add(`${year}-${two(month)}-${two(day)}`);
  }
}

const two = (number: number): string => String(number).padStart(2, '0');
