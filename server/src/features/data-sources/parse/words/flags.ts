/** Columns of yes and no, and the phrases that name one of the two. */
import { basesOf } from '../../../../language/question-words.ts';
import { isFunctionWord } from '../../../../language/stop-words.ts';
import { fold } from '../../../../language/words.ts';
import { hasSameRoot } from './roots.ts';
import type { TableColumn, ValuePhrase } from './table-column.ts';
import { valueGroups } from './thesaurus.ts';

const YES = new Set(['sim', 's', 'true', 'verdadeiro', 't', 'ativo', 'yes', '1']);
const NO = new Set(['nao', 'n', 'false', 'falso', 'f', 'inativo', 'no', '0']);

export const isYesNo = (values: string[]): boolean =>
  values.length > 0 &&
  values.length <= 2 &&
  values.every((value) => YES.has(fold(value)) || NO.has(fold(value)));

export const yesOf = ({ values }: TableColumn): string =>
  values.find((value) => YES.has(fold(value))) ?? 'true';
export const noOf = ({ values }: TableColumn): string =>
  values.find((value) => NO.has(fold(value))) ?? 'false';

/** Words of the same sense as one that shares the root of a name, in the base form. */
const valueWordsLike = (base: string): string[] =>
  base.length < 6 ? [] : valueGroups.filter((group) => group.some((word) => hasSameRoot(word, base))).flat();

/** Marks of who came and who did not, by words of other roots. In the base form. */
const PRESENCE = /^(?:presenca|presente|comparec|frequencia$|assiduidade|checkin)/;
const CAME = ['presente', 'compareceu', 'compareceram', 'apareceu', 'apareceram', 'comparecimento'];
const STAYED_AWAY = ['faltou', 'faltaram', 'ausente', 'ausencia', 'falta', 'faltante', 'faltoso'];

/** The verb before what a row has: «usa_transporte». */
const HAVING =
  /^(usa|usou|tem|teve|possui|recebe|recebeu|utiliza|utilizou|eh|foi|esta|paga|fez|faz|aceita|aceitou|participa|participou|precisa|mora|via|situacao|status|com)$/;

/** In the base form. */
const ADJECTIVE = /(ad|id|ert|ens|ost|cis|eit)$|([iu]v|us|os|ic)[oa]$|(al|el|il|nte|eg)$|entregue$|pag[oa]$/;

/** «alvará de bombeiros», «alvará dos bombeiros» for a column that leaves the preposition out. */
const linkedForms = (bases: string[]): string[][] =>
  bases.length === 2
    ? ['de', 'do', 'da', 'dos', 'das', 'em', 'no', 'na', 'para', 'por', 'pelo', 'pela'].map((link) => [
        bases[0] ?? '',
        link,
        bases[1] ?? '',
      ])
    : [];

/** «protegida» of «protegida por lei», of which the rest only says by what. */
const isOfPhrase = (whole: string[], base: string): boolean =>
  whole[0] === base && /^(?:por|pelo|pela|em|no|na|ao|com)$/.test(whole[1] ?? '');

const wordsOfLabel = ({ label }: TableColumn): string[] => basesOf(label.replace(/\([^)]*\)/g, ' '));

/** A mark names the thing that a row has, without the verb: «transporte» of «usa transporte». In the base form. */
export function markOf(column: TableColumn): string[] {
  const said = wordsOfLabel(column).filter((base) => !isFunctionWord(base));
  return said.length > 1 && HAVING.test(said[0] ?? '') ? said.slice(1) : said;
}

/** «eletrônicas» names the yes of the column «eletronica»; «inativos», «desativados» name the no of «ativo». */
export function yesNoPhrases(column: TableColumn): ValuePhrase[] {
  const whole = wordsOfLabel(column);
  const bases = markOf(column);
  if (bases.length === 0) return [];
  const one = (found: string[], value: string): ValuePhrase => ({
    bases: found,
    column: column.name,
    values: [value],
    strength: 'short',
  });
  const [last = ''] = bases.slice(-1);
  const negated = ['in', 'des', 'nao '].flatMap((prefix) => (prefix === 'nao ' ? [] : [`${prefix}${last}`]));
  return [
    one(bases, yesOf(column)),
    // «de graça», «gratuitos» of the column «gratuidade»
    ...valueWordsLike(last).map((word) => one([word], yesOf(column))),
    ...(PRESENCE.test(last)
      ? [
          ...CAME.map((word) => one([word], yesOf(column))),
          ...STAYED_AWAY.map((word) => one([word], noOf(column))),
        ]
      : []),
    // «em dia» is a name by its little word too.
    ...(whole.length > bases.length ? [one(whole, yesOf(column))] : []),
    ...linkedForms(bases).map((form) => one(form, yesOf(column))),
    // «sob a rede» of «sob rede elétrica»
    ...(whole.length > bases.length && isFunctionWord(whole[0] ?? '')
      ? [[], ['a'], ['o']].map((article) => one([whole[0] ?? '', ...article, bases[0] ?? ''], yesOf(column)))
      : []),
    // One noun of several is enough: «alvará» of «tem_alvara_bombeiros».
    ...(bases.length > 1
      ? bases
          .filter((base) => base.length >= 5 || base === last)
          .map((base) => ({
            ...one([base], yesOf(column)),
            // «conferidas» says all of «nota_conferida», and «nota» does not.
            strength:
              (base === bases[0] ? isOfPhrase(whole, base) : base === last) && ADJECTIVE.test(base)
                ? ('short' as const)
                : ('part' as const),
          }))
      : []),
    // «eletronica» is an adjective: its masculine names it too.
    ...(/[oa]$/.test(last)
      ? [
          one(
            [...bases.slice(0, -1), last.replace(/[oa]$/, (end) => (end === 'o' ? 'a' : 'o'))],
            yesOf(column),
          ),
        ]
      : []),
    ...negated.map((base) => one([base], noOf(column))),
    ...negated
      .filter((base) => /[oa]$/.test(base))
      .map((base) => one([base.replace(/[oa]$/, (end) => (end === 'o' ? 'a' : 'o'))], noOf(column))),
  ];
}
