/** Adds a figure to the plan, and says which columns are averaged rather than added up. */
import type { MeasureFunction } from '#contract/table-plan.ts';
import { fold } from '../../../../language/words.ts';
import { columnsOfKind, type Reading } from '../reading.ts';
import type { TableColumn } from '../words/table-column.ts';

/** Scores, ages and times are no amounts: their sum says nothing; of what people earn, the average is asked for. */
export function isRate(column: TableColumn | undefined): boolean {
  if (!column) return false;
  const names = fold(`${column.name.replaceAll('_', ' ')} ${column.label}`);
  // «horas doadas», «dias parado»: what was given or spent adds up, and no delay does.
  if (
    /\b(?:horas|dias|minutos) (?:(?!atrasad|vencid)\p{L}+[ai]d[oa]s?|previst[oa]s|gast[oa]s|pag[oa]s|extras?)\b/u.test(
      names,
    )
  )
    return false;
  return isPriceOfOne(column) || (column.kind === 'money' ? RATES_OF_MONEY : RATES).test(names);
}

const RATES =
  /\b(notas?|idade|age|dias|prazo|taxa|percent\w*|porcent\w*|media|indice|tempo|duracao|espera|avaliacao|score|rating|temperatura|umidade|velocidade|altura|carga horaria|imc)\b/;

const RATES_OF_MONEY = /\b(salari\w*|remuner\w*|vencimentos?|salary|wage)\b/;

const PRICE_OF_ONE =
  /\b(?:unitari[oa]|(?:preco|custo|valor) (?:d[oae] |por )?(?:litro|hora|m2|kg|unidade|saca|arroba|tonelada|hectare|caixa|quilo|metro|kwh)|(?:valor|custo|tarifa) (?:d[oae] |por )?(?:ingresso|bilhete|passagem|diaria|noite)|preco (?:d[oae] |por )?(?!total|final|pago|venda|compra|preco|negociado|global|estimado|contratado)\p{L}+)\b/u;

/** «preço da saca», «valor da diária»: what one costs, which nobody adds up. */
export const isPriceOfOne = ({ kind, name, label }: TableColumn): boolean =>
  kind === 'money' && PRICE_OF_ONE.test(fold(`${name.replaceAll('_', ' ')} ${label}`));

export function addMeasure(reading: Reading, fn: MeasureFunction, column: string | null): void {
  const { measures } = reading.plan;
  if (!measures.some((one) => one.fn === fn && one.column === column)) measures.push({ fn, column });
}

/** The columns that weigh or measure stuff: kilos, sacks, litres. */
export const stuffColumns = (reading: Reading): TableColumn[] =>
  columnsOfKind(reading, 'number').filter(({ label }) => STUFF.test(fold(label)));

const STUFF =
  /^(?:peso|massa|sacas?|toneladas?|quilos?|kg|litros?|volume|quantidade|qtde?|producao|consumo|caixas|fardos|arrobas|unidades)\b/;

/** «da despesa toda», «mais despesa»: in the singular a noun of money is the amount of all rows, and «despesas» are the rows. */
export const isMoneyNoun = (form: string): boolean =>
  /^(?:despesa|gasto|receita|arrecadacao|faturamento|custo|dinheiro|verba|folha)$/.test(form);
