/** How long before its event a thing was asked for: «com quantos dias de antecedência», «com menos de 7 dias de antecedência». */

import type { Item } from '../../chunk/items.ts';
import { formAt, formOf, isKeyword, type Reading } from '../../reading.ts';
import { onlyOne } from '../../words/only-one.ts';
import { sharesRoot } from '../../words/roots.ts';
import type { TableColumn } from '../../words/table-column.ts';
import { isFiniteVerb, isParticiple } from '../../words/verbs.ts';
import { datesNamed, dateWords } from './named-dates.ts';

type Ahead = { from: TableColumn; to: TableColumn; items: (name: string) => Item[] };

/** Days on which a thing is asked for, and those for which it is; the surest first. */
const ASKED =
  /\b(?:reserva|solicitacao|pedido|agendamento|marcacao|compra|requerimento|inscricao|emissao|cadastro|registro)\b/;
const EVENT =
  /\b(?:entrada|chegada|checkin|check|embarque|partida|ida|evento|realizacao|inicio|viagem|consulta|atendimento|visita|saida|entrega|execucao|retirada|sessao|aula|prova|cirurgia|exame|audiencia|voo|show)\b/;

export function aheadSpan(reading: Reading, dates: TableColumn[]): Ahead | null {
  const at = reading.items.findIndex((item) => /^antecedencias?$/.test(formOf(reading, item)));
  const item = reading.items[at];
  if (!item || item.kind === 'value') return null;
  const said = reading.items.filter(
    (each) => each.kind === 'rows' || isVerb(formOf(reading, each)) || each.kind === 'column',
  );
  const made = dates.filter(
    (column) =>
      ASKED.test(dateWords(reading, column)) && said.some((each) => isOf(reading, each, column, dates)),
  );
  const asked = made.length > 0 ? made : dates.filter((column) => ASKED.test(dateWords(reading, column)));
  const from = onlyOne(asked);
  if (!from) return null;
  const [to] = dates.filter((column) => column !== from && EVENT.test(dateWords(reading, column)));
  if (!to) return null;
  return { from, to, items: (name) => named(reading, at, name) };
}

const isVerb = (form: string): boolean => isParticiple(form) || isFiniteVerb(form) || form.length >= 5;

const isOf = (reading: Reading, item: Item, column: TableColumn, dates: TableColumn[]): boolean =>
  datesNamed(reading, item, dates).includes(column) || sharesRoot(formOf(reading, item), column);

/** The words for the days name their column; «quantos dias» asks for the average, where no other figure is asked. */
function named(reading: Reading, at: number, name: string): Item[] {
  const first = isDays(reading, at - 2) && formAt(reading, at - 1) === 'de' ? at - 2 : at;
  const isCounted = isKeyword(reading.items[first - 1], 'how_many', 'how_much');
  const isBound = reading.items[first - 1]?.kind === 'number';
  const hasFigure = reading.items.some((item) =>
    isKeyword(item, 'average', 'median', 'sum', 'total', 'largest', 'smallest', 'more', 'fewer', 'which'),
  );
  return reading.items.flatMap((item, place): Item[] => {
    const words = { from: item.from, to: item.to };
    if (place === first - 1 && isCounted)
      return [{ kind: 'keyword', keyword: hasFigure ? 'which' : 'average', ...words }];
    // «7 dias de antecedência»: the unit stays beside its number.
    if (place === at) return [{ kind: 'column', columns: [name], ...words }];
    if (place >= first && place < at && !isBound) return [];
    return [item];
  });
}

const isDays = (reading: Reading, at: number): boolean =>
  /^(?:dias?|tempo|semanas?)$/.test(formAt(reading, at));
