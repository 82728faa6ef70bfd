/** Verbs of questions, known by their endings: Portuguese has more verbs than a list can name, and every table has its own. */
import { stemOf } from '../../../../language/stems.ts';

/** Endings that no noun has, or hardly any: the third person plural, and the preterite of one and of many. */
const FINITE = /(?:[aei]ram|[aei]ssem|[ae]vam|iam|[aei]riam|[^g]em|[^auo]gem|am|ou|eu|iu)$/;
const IRREGULAR =
  /^(?:trouxe|disse|fez|fiz|quis|viu|deu|veio|foi|teve|pode|soube|coube|atrai|cai|sai|vem|vai|traz|faz|diz|poe)$/;
/** «quanto gastamos», «vendemos»: the first person plural. */
const FIRST_PERSON =
  /(?:[aei]ramos|[ae]mos|avamos|iamos|(?<!x|ult|ot|int|egit|arit|ec|on|an|min|^pr|l)imos)$/;
/** Nouns, adjectives and little words with the ending of a verb. Folded. */
const NO_VERBS = new Set(
  `vertigem origem homem ordem item jovem nuvem trem refem bem sem cem nem quem alguem ninguem alem porem tambem museu pneu europeu judeu
  ateu liceu seu meu teu ou ramos gramos extremos supremos remos programam exam gram tram vitam salam show trou
  biscou sou vou dou grau pau mau`.split(/\s+/),
);

/** Whether a word is a verb in a person, by its ending alone: «emprestou», «vieram», «usam», «gastamos». Folded. */
export const isFiniteVerb = (form: string): boolean =>
  IRREGULAR.test(form) ||
  (form.length >= 4 && !NO_VERBS.has(form) && (FINITE.test(form) || FIRST_PERSON.test(form)));

/** Adjectives and nouns with the ending of a participle. */
const NO_PARTICIPLES =
  /^(?:d?efeit|prefeit|perfeit|respeit|direit|conceit|sujeit|rapid|valid|invalid|liquid|solid|timid|umid|acid|rigid|marid|comprid|hibrid|lucid|lampad|estrad|escad|calcad|camad|jornad|madrugad|pousad|fachad|enxad|granad|pomad|mercad|supermercad|soldad|advogad|telhad|machad|sobrad|cadead|teclad)[oa]s?$/;

const IRREGULAR_PARTICIPLES =
  /(?:abert|feit|pag|entregu|escrit|vist|post|dit|ganh|gast|aceit|eleit|pres|suspens|expuls|mort|impress|cobert|extint|frit|salv|limp)[eoa]s?$/;

/** «vendidos», «emitida», «entregues»: what was done to something. Folded. */
export const isParticiple = (form: string): boolean =>
  form.length >= 5 &&
  !NO_PARTICIPLES.test(form) &&
  (/(?:[aiu]d|vind)[oa]s?$/.test(form) || IRREGULAR_PARTICIPLES.test(form));

/**
 * Verbs that tell how a thing ended or which state it is in. They narrow what is asked, whatever else stands beside them:
 * «que venceram», «que não devolveram», «perdidos em casa».
 */
const OUTCOMES = new Set(
  `morrer falecer vencer perder empatar desistir evadir abandonar cancelar concluir terminar finalizar encerrar quitar atrasar
  faltar aprovar reprovar quebrar falhar expirar caducar devolver renovar resolver recusar negar aceitar rejeitar suspender
  crescer aumentar diminuir cair subir piorar melhorar curar sarar recuperar sobreviver zerar esgotar acabar restar sobrar
  funcionar parar fechar aposentar demitir exonerar desligar repetir dever estornar reembolsar extraviar furtar roubar
  danificar sumir retornar voltar adiar remarcar comparecer confirmar validar invalidar vacinar imunizar premiar punir`
    .split(/\s+/)
    .map(stemOf),
);

export const isOutcome = (form: string): boolean => OUTCOMES.has(stemOf(form));

/** «usando», «devendo», but not «comando». Folded. */
export const isGerund = (form: string): boolean =>
  form.length >= 6 &&
  /[aei]ndo$/.test(form) &&
  !/^(?:comando|contrabando|segundo|dividendo|subtraendo)$/.test(form);

/** Verbs that ask for an amount of money. Folded. */
export const SPENDING =
  /^(gast(a|am|ou|aram|amos)|pag(a|am|ou|aram|amos)|recebe(u|ram)|arrecad(a|ou|aram)|vend(eu|eram|e)|ganh(a|am|ou|aram)|dev(e|em|ia|iam)|invest(iu|iram|e)|movimenta|movimentou|fatur(a|ou|aram|amos))$/;

/** «doou» and «doador», «vendeu» and «vendedor», «assinou» and «assinante»: the noun for who does it. Folded. */
export const isDoer = (verb: string, noun: string): boolean => {
  const start = verb.replace(/(?:ou|aram|eu|eram|iu|iram|[ae]m?)$/, '');
  return noun.startsWith(start) && /^[aei]?(?:dor|tor|sor|nte)a?$/.test(noun.slice(start.length));
};
