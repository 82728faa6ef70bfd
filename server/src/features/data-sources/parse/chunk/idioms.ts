/** Words that are one thing together: they say nothing of the table, ask for something else than each of them, or are one value. */
import type { Keyword } from '../words/keywords.ts';
import { filler, type Item, type Text, valueItem } from './items.ts';
import { isAfterPeriod } from './phrasing/turns.ts';

/** «na verdade» says nothing of the table, and is no word for the value «Verde». */
export function idiom(text: Text, at: number): Item | null {
  const passed = passedOver(text, at);
  return (
    negatedVerb(text, at) ?? (passed > 0 ? filler({ from: at, to: at + passed }) : listedIdiom(text, at))
  );
}

/** How many words from a place on narrow nothing, by what else the question or the table says. */
function passedOver(text: Text, at: number): number {
  const { forms, words, today } = text;
  const said = forms.slice(at, at + 3).join(' ');
  // «em dinheiro vivo»
  if (forms[at] === 'vivo' && forms[at - 1] === 'dinheiro') return 1;
  // «até o fim de março»
  const isEnd = /^(?:fim|final) d[eoa]\b/.test(said) && forms.slice(Math.max(0, at - 2), at).includes('ate');
  if (isEnd) return 2;
  // «até hoje» leaves nothing out, unless it says by when something fell due.
  const isTillToday =
    /^ate hoje\b/.test(said) &&
    !isAfterPeriod(words, at, today) &&
    !forms.some((form) => /^(?:venc|prazo|previs)/.test(form));
  return isTillToday ? 2 : monthsOfColumns(text, at);
}

function listedIdiom({ forms }: Text, at: number): Item | null {
  const said = forms.slice(at, at + 3).join(' ');
  const isOfGroups = forms.some((form) => /^(?:qual|quais|quem|onde|que)$/.test(form));
  const found = IDIOMS.find(
    ([pattern, keyword]) => pattern.test(said) && !(keyword === 'share' && isOfGroups),
  );
  if (!found) return null;
  const [pattern, keyword] = found;
  const place = { from: at, to: at + (pattern.exec(said)?.[0].split(' ').length ?? 1) };
  return keyword ? { kind: 'keyword', keyword, ...place } : filler(place);
}

/** Words that are one thing together; with a keyword, that is what they mean. */
const IDIOMS: [RegExp, Keyword | null][] = [
  [/^na verdade\b/, null],
  [/^de fato\b/, null],
  // «uma única entrega» is one row.
  [/^(?:um|uma|num|numa) unic[oa]\b/, null],
  [/^(?:em|nos) dias (?:de|com)\b/, null],
  [/^por causa d[aeo]s?\b/, null],
  [/^respond(?:e|em|eu|eram|ia|iam) por(?= (?:que|qual|quant[oa]s?)\b)/, null],
  [/^(?:sem|nao) (?:contar|contando|considerar|considerando|incluir|incluindo|somar|somando)\b/, 'except'],
  [/^mais ou menos\b(?! \d)/, null],
  [/^sem ser\b/, 'except'],
  [/^em relacao (?:a|ao|aos|as)\b/, null],
  [/^(?:ou seja|isto e|quer dizer)\b/, null],
  // «o pessoal da Unimed», «manda a lista»
  [/^(?:pessoal|turma|galera|povo)(?= d[aeo]s? )/, null],
  [
    /^(?:me )?(?:manda|mande|mandar|passa|passe|envia|envie)(?= (?:a |uma )?(?:lista|relacao|listagem)\b)/,
    null,
  ],
  [/^(?:deles|delas|neles|nelas)\b/, null],
  [/^(?:a (?:grande )?maioria|mais da metade|metade)(?= d[aeo]s?\b|$)/, 'share'],
];

/** «nos últimos 12 meses» of a table with the «faturamento 12 meses»: what its columns are over, and no condition. */
function monthsOfColumns({ forms, lexicon: { months } }: Text, at: number): number {
  const said = /^(?:(?:em|n?os ultimos|de|dos ultimos|ultimos) )?(\d+) meses\b/.exec(
    forms.slice(at, at + 4).join(' '),
  );
  return said && said[1] === months ? said[0].split(' ').length : 0;
}

/** «não compareceram» of the value «Faltou»: what was not done has a value of its own. */
const NEGATED: [RegExp, string[]][] = [
  [
    /^nao (?:apareceu|apareceram|compareceu|compareceram|veio|vieram)\b/,
    ['faltou', 'ausente', 'falta', 'falto', 'no show'],
  ],
  [/^nao (?:passou|passaram)\b/, ['reprovad', 'reprovado']],
];

function negatedVerb({ forms, lexicon }: Text, at: number): Item | null {
  const values = NEGATED.find(([pattern]) => pattern.test(forms.slice(at, at + 2).join(' ')))?.[1] ?? [];
  const phrases = values.flatMap((base) => lexicon.phrases.get(base) ?? []).slice(0, 1);
  return phrases.length > 0 ? valueItem(phrases, { from: at, to: at + 2 }) : null;
}
