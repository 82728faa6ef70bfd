/** Questions about a document or a base as a whole: a search for their words would find nothing that answers them. */
import { isContentWord } from '../../../language/stop-words.ts';
import { wordsOf } from '../../../language/words.ts';

const THING = '(?:documentos?|arquivos?|bases?|textos?|materia(?:l|is)|pdfs?|conteudos?|fontes?)';
const ABOUT_ALL = new RegExp(
  [
    'resum(?:a|am|e|ir|indo|o|os)',
    'sintetiz(?:e|ar)',
    'sintese',
    'visao geral',
    'd[eo] que (?:se )?tratam?',
    'sobre (?:o )?que (?:se )?(?:e|sao|tratam?|falam?)',
    'quais (?:sao )?(?:os |as )?(?:\\w+ )?(?:topicos|temas|assuntos|capitulos|secoes|titulos)',
    `que (?:ha|tem|existe|consta|contem) (?:em|n\\w+) (?:\\w+ )?${THING}`,
    `que (?:(?:o|a|os|as|est[ae]s?|ess[ae]s?) )?${THING} (?:diz|dizem|contem|trazem|traz|abordam?)`,
    '(?:o|do) que voce (?:sabe|responde|conhece)',
  ]
    .map((form) => `\\b${form}\\b`)
    .join('|'),
);
/** Words of such a question that name no subject. Folded. */
const ABOUT_NOTHING = new RegExp(
  `^(?:${THING}|resum\\w+|sintetiz\\w+|sintese|visao|geral|gerais|trata[mr]?|fala[mr]?|aborda[mr]?|topicos?|temas?|assuntos?|capitulos?|secao|secoes|titulos?|principa(?:l|is)|pontos?|contem|consta|traz(?:em)?|inteir[oa]s?|complet[oa]s?|breve(?:mente)?|agente|sabe|responder?|conhece|pr[ao]|num|numa|[dn]es[st][ea]s?|poucas?)$`,
);

const LENGTH = /\b\w+ (?:linhas?|paragrafos?|frases?|palavras?|topicos|itens)\b/g;

/**
 * `whole`: the question names no subject of its own («Resuma o documento»). `both`: it names one, too («Resuma as
 * regras de férias»). Null for every other question.
 */
export function wholeQuestion(question: string): 'whole' | 'both' | null {
  const asked = wordsOf(question).join(' ');
  if (!ABOUT_ALL.test(asked)) return null;
  const words = asked.replaceAll(LENGTH, '').split(' ').filter(Boolean);
  return words.some((word) => isContentWord(word) && !ABOUT_NOTHING.test(word)) ? 'both' : 'whole';
}
