/** The head of a column's name and its complement: a «situação da escala» is a situation, and «escala» only says of what. */
import { fold } from '../../../../../language/words.ts';
import { holdsWords, type TableColumn, wordsOfName } from '../table-column.ts';

/** Heads that say of which sort, state or degree a thing is, and never which one. In the base form. */
const SORT_HEAD =
  /^(?:tipo|tip|categoria|classe|natureza|modelo|porte|faixa|grupo|situacao|status|statu|fase|etapa|estagio|condicao)$/;

export const isSortHead = (base: string): boolean => SORT_HEAD.test(base);

/** «navio» of «tipo de navio», «escala» of «situação escala». `base` in the base form. */
export function isComplement(column: TableColumn | undefined, base: string): boolean {
  const [head = '', ...others] = column && holdsWords(column) ? wordsOfName(column) : [];
  return isSortHead(head) && others.includes(base);
}

/** «situação da escala»: in which state a thing is. */
export const isStateName = (column: TableColumn | undefined): boolean =>
  column !== undefined && /^(?:situacao|status|statu|fase|etapa|estagio)$/.test(wordsOfName(column)[0] ?? '');

/** Heads of marks that somebody or something gets: who gives the mark, or gets it, is not so much of anything. */
const MARK_HEAD = /^(?:nota|avaliacao|satisfacao|pontuacao|escore|score|conceito|temperatura)$/;
/** Words that ask for a mark without its name. Folded. */
const MARK_SAID =
  /^(?:nota|avali|pontu|satisf|escore|conceito|estrela|gost|agrad|aprov|melhor|pior|temperatura|quente|fri[oa]|grau)/;

/** «público» of «nota do público» where no word of the question speaks of a mark: how large it was, no mark tells. */
export const isMarkOf = (column: TableColumn | undefined, base: string, forms: string[]): boolean => {
  const [head = '', ...others] = column?.kind === 'number' ? wordsOfName(column) : [];
  return MARK_HEAD.test(head) && others.includes(base) && !forms.some((form) => MARK_SAID.test(form));
};

/** «nota do público», «avaliação»: how good a thing was found, which «melhor» and «pior» ask for. */
export const isMarkName = ({ kind, label }: TableColumn): boolean =>
  kind === 'number' && /^(?:nota|avaliacao|satisfacao|pontuacao|escore|score)\b/.test(fold(label));
