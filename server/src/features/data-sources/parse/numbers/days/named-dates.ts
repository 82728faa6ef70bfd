/** Which date of the table words of a question name, and whether its name is that of a beginning, an end or a plan. */

import type { Item } from '../../chunk/items.ts';
import { baseOf, candidates, formOf, isFiller, isKeyword, namesOf, type Reading } from '../../reading.ts';
import { sharesEvent } from '../../words/events.ts';
import { onlyOne } from '../../words/only-one.ts';
import { sharesRoot } from '../../words/roots.ts';
import type { TableColumn } from '../../words/table-column.ts';

export const dateWords = (reading: Reading, { name }: TableColumn): string =>
  namesOf(reading, name).replaceAll('_', ' ');

export const BEGINNING =
  /\b(?:abertura|inicio|comeco|entrada|solicitacao|pedido|requerimento|registro|cadastro|criacao|protocolo|chegada|retirada|emprestimo|emissao|autuacao|distribuicao|compra|venda|internacao|admissao|ingresso|inscricao|assinatura|agendamento|envio|recebimento|ocorrencia|notificacao|aviso|partida|saida|coleta|deteccao|instauracao)\b/;
export const END =
  /\b(?:fim|final|termino|encerramento|conclusao|fechamento|finalizacao|entrega|devolucao|pagamento|quitacao|alta|baixa|desligamento|demissao|resolucao|solucao|resposta|homologacao|decisao|julgamento|sentenca|atendimento|retorno|publicacao|extincao|liberacao|aprovacao|conserto|reparo)\b/;
export const PLANNED =
  /\b(?:previst[oa]|previsao|prev|estimad[oa]|limite|prazo|vencimento|validade|planejad[oa]|programad[oa]|programacao|meta|agendad[oa]|sla)\b/;

export const isPlanned = (reading: Reading, column: TableColumn): boolean =>
  PLANNED.test(dateWords(reading, column)) &&
  !reading.words.some(({ form }) => PLANNED.test(form) && form !== 'prazo');

/** The only date that the words from a place on name. */
export function dayAt(
  reading: Reading,
  first: number,
  dates: TableColumn[],
): { column: TableColumn; after: number } | null {
  let named: TableColumn[] = [];
  let after = first;
  for (let at = first; at < reading.items.length && at < first + DAY_REACH; at += 1) {
    const item = reading.items[at] as Item;
    const own = datesNamed(reading, item, dates);
    const both = named.length > 0 ? named.filter((column) => own.includes(column)) : own;
    if (both.length > 0) {
      named = both;
      after = at + 1;
    } else if (isKeyword(item, 'and') || !(LITTLE.test(formOf(reading, item)) || isOneRow(reading, item)))
      break;
  }
  const real = named.filter((column) => !isPlanned(reading, column));
  const only = onlyOne(real.length > 0 ? real : named);
  return only ? { column: only, after } : null;
}

/** «até o benefício ser concedido»: the row, in the singular. */
const isOneRow = (reading: Reading, item: Item): boolean =>
  item.kind === 'rows' && !/s$/.test(formOf(reading, item));

const DAY_REACH = 6;
const LITTLE = /^(?:o|a|os|as|de|do|da|dos|das|ser|serem|sua|seu|suas|seus|que|se|data|dia|hora|foi|era|e)$/;

export const datesNamed = (reading: Reading, item: Item, dates: TableColumn[]): TableColumn[] => {
  const form = formOf(reading, item);
  // «a retirada» of a table of «retiradas» is the day of one.
  const isMany = item.kind === 'rows' && baseOf(reading, item) !== form;
  // «da distribuição até a sentença»: the noun is a day, although «distribuição por vara» asks for groups.
  if (isMany || (item.kind === 'keyword' && !isKeyword(item, 'split')) || isFiller(reading, item)) return [];
  const own = dates.filter(({ name }) => candidates(item).includes(name));
  const byRoot = dates.filter((column) => sharesRoot(form, column));
  // «até devolver» of a `dt_prev_devol` beside the «data de devolução»: the deed is no plan.
  const real = byRoot.filter((column) => !isPlanned(reading, column));
  const isOnlyPlan = /[aei]r$/.test(form) && own.every((column) => isPlanned(reading, column));
  if (own.length > 0) return isOnlyPlan && real.length > 0 ? real : own;
  return byRoot.length > 0 ? byRoot : dates.filter((column) => sharesEvent(form, column));
};
