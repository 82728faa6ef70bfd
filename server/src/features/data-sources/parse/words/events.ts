/** Which column of days a verb tells although it has another root: «vencem» of «data de validade», «marcadas» of «agendamento». */
import { singular } from '../../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import type { TableColumn } from './table-column.ts';

/** Words for one event: those of a question, and the columns of its day, the surest first. Folded. */
const EVENTS: { said: RegExp; days: RegExp[] }[] = [
  {
    said: /^(?:venc|expir|caduc|prescrev)/,
    days: [/^(?:venc|valid|expir)/, /^(?:prazo|limite|due)/, /^(?:termin|fim|vigencia|encerr)/],
  },
  {
    said: /^(?:pedid[oa]s|pede$|ped(?:iram|iu|em)|solicit|requer|requisit|protocol)/,
    days: [/^(?:solicit|requer|requisit|request)/, /^protocol/, /^(?:pedid|abertur)/],
  },
  {
    said: /^(?:marcad|agendad|programad|previst)/,
    days: [/^(?:agend|marca|schedul)/, /^(?:previst|program)/],
  },
  {
    said: /^(?:realizad|atendid|aconte|ocorr|falt|compare)/,
    days: [/^(?:realiza|atend|ocorr|acontec|fato)/, /^(?:agend|schedul|consulta)/],
  },
  {
    said: /^(?:conclu|encerr|finaliz|termin|fech|acab)/,
    days: [/^(?:conclus|encerr|finaliz|termin|fecha|fim)/],
  },
  {
    said: /^(?:resolv|solucion|consert|repar)/,
    days: [/^(?:soluc|resoluc|resolv|consert|repar)/, /^(?:conclus|encerr|finaliz|fecha)/],
  },
  { said: /^(?:volt|retorn)/, days: [/^(?:devoluc|retorn|volta)/] },
  { said: /^(?:embora|part(?:e|em|iu|iram)$)/, days: [/^(?:saida|checkout|partida|embarque)/] },
  {
    said: /^(?:cheg(?:a|am|ou|aram|ada|adas|ado|ados|avam)$)/,
    days: [/^(?:chegad|checkin)/, /^(?:entrega|recebiment|receb)/, /^(?:entrad|ingress)/],
  },
  {
    said: /^(?:sai|saem|saiu|sairam|saind|said)/,
    days: [
      /^(?:saida|checkout|partida)/,
      /^(?:desligament|demiss|exonerac|alta|expedic|despach|envio|embarque)/,
      /^(?:emprestim|retirada|coleta)/,
    ],
  },
  {
    said: /^(?:entra(?:m|ram|da|das|do|dos)?$|entrou$|ingress)/,
    days: [
      /^(?:entrad|ingress|checkin)/,
      /^(?:admiss|abertura|recebiment|internac|matricul|inscric|protocol|distribuic|chegad)/,
    ],
  },
  { said: /^(?:compr|adquir)/, days: [/^(?:compr|aquisic)/] },
  { said: /^(?:firm|celebr)/, days: [/^(?:assinat|celebrac|firma)/] },
  { said: /^(?:quit|acert|liquid|sald)/, days: [/^(?:quitac|liquidac)/, /^(?:pagament|baixa)/] },
  { said: /^(?:julg|sentenci)/, days: [/^(?:sentenc|julgament|decis)/] },
  { said: /^(?:morr|falec)/, days: [/^(?:obito|falec|morte)/] },
  { said: /^(?:demit|exoner|deslig|mandad)/, days: [/^(?:desligament|demiss|exonerac|rescis|saida)/] },
  { said: /^(?:inici|come[cç])/, days: [/^(?:inici|comec)/] },
  { said: /^(?:cadastr|registr|criad|lancad)/, days: [/^(?:cadastr|registr|criac|lancam)/] },
];

const daysOf = ({ name, label }: TableColumn): string[] =>
  wordsOf(`${fold(name).replaceAll('_', ' ')} ${label}`);

/** In the present tense: «vence», «vencem», «expiram». Folded. */
export const isFallingDue = (form: string): boolean =>
  /^(?:vencem?|expiram?|caducam?|prescrevem?)$/.test(form);

const MOTION =
  /^(?:sai|saiu|sairam|saem|saido|entrou|entraram|entram|chegou|chegaram|voltou|voltaram|voltam)$/;

/** Verbs of coming and going, which end a state or begin one. Folded. */
export const isMotion = (form: string): boolean => MOTION.test(form);

const SENT =
  /^(?:carga|entrega|viagem|despacho|remessa|frete|pesagem|romaneio|expedicao|pedido|encomenda|carregamento)$/;

/** Whether rows go out and come in by what they are. In the base form. */
export const comesAndGoes = (word: string): boolean => SENT.test(word);

/** Both folded: whether the column is the day of what the word tells. */
export const sharesEvent = (form: string, column: TableColumn): boolean =>
  EVENTS.some(
    ({ said, days }) => said.test(form) && days.some((day) => daysOf(column).some((word) => day.test(word))),
  );

const PLANNED = /^(?:prev|previst|estimad|limite|prazo|meta|planejad)/;

const PLAN = /^(?:prev|previst[oa]s?|previsao|previsoes|estimad[oa]s?|planejad[oa]s?|programad[oa]s?)$/;

/** «prevista», «previsão»: a word of a question or of a name that makes a day one of a plan. Folded. */
export const isWordOfPlan = (form: string): boolean => PLAN.test(form);

/** The planned day of an event, which is meant only where the question says so. */
export const isPlannedDay = (column: TableColumn): boolean => daysOf(column).some(isWordOfPlan);
const isPast = (form: string): boolean =>
  /(?:[aei]ram|ou|eu|iu|[aei]mos|[aiu]d[oa]s?|entregues?)$/.test(form);

/** The planned or the real day of one event, as the tense tells: «terminaram», «terminam», and the real one of a noun. Null where several are left. */
export function dayOfTense(form: string, days: TableColumn[]): TableColumn | null {
  const [only, another] = days;
  if (!another) return only ?? null;
  const isPlanned = (column: TableColumn) => daysOf(column).some((word) => PLANNED.test(word));
  const isReal = isPast(form) || isNounOfDay(form, days);
  const [meant, other] = days.filter((column) => isPlanned(column) !== isReal);
  return meant && !other ? meant : null;
}

/** «desatracações» of the «data de desatracação», and not «vencem». */
const isNounOfDay = (form: string, days: TableColumn[]): boolean =>
  days.some((column) => daysOf(column).includes(singular(form)));

/** The only column of days of that event; null where there is none, or several that fit alike. */
export function dayOf(form: string, dates: TableColumn[]): TableColumn | null {
  for (const { said, days } of EVENTS)
    for (const day of said.test(form) ? days : []) {
      const found = dates.filter((column) => daysOf(column).some((word) => day.test(word)));
      if (found.length > 0) return dayOfTense(form, found);
    }
  return null;
}

/** «motivo da saída», which only those have that have left. */
export const isReasonOfSome = (column: TableColumn | undefined): boolean =>
  column?.kind === 'category' &&
  column.lacks?.empty === true &&
  /^(?:motivo|causa|razao|justificativa) /.test(fold(column.label));
