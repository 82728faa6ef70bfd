/**
 * Turns of speech that go on from an answer, in the words that the rules know: «idem para Recife» is «e para Recife?», «filtra só
 * os abertos» is «só os abertos», «posso ver?» is «quais são?». What they say beside that is nothing that narrows or asks.
 */
import type { Plan } from '#contract/table-plan.ts';
import { type QuestionWord, questionWords } from '../../../../language/question-words.ts';
import type { Lexicon } from '../words/lexicon.ts';
import { isFiniteVerb } from '../words/verbs.ts';

/** `rest`: the words after what was found, which stay as they were written. */
type Said = { rest: QuestionWord[]; lexicon: Lexicon; before: Plan | null };

type Turn = {
  said: RegExp;
  meant: string;
  fits?: (said: Said) => boolean;
};

const AGAIN = `(?:idem|(?:(?:faz|faca|fazer|roda|rode|quero|calcula|calcule|mostra|me mostra|me da) )?(?:[oa] )?mesm[oa](?: (?:coisa|pergunta|conta|consulta|busca|calculo|analise))?|igual|repet(?:e|ir)|repita|refaz|refaca|refazer)(?: (?:isso|tudo))?(?: (?:so que|mas|agora|dessa vez))*`;
const NARROW = `(?:agora )?(?:(?:filtr|consider|peg|deix|mantem|mantenh|restrin[gj]|limit|foc|fic)(?:a|e|ar|ue)?|filtrando|considerando|olhando|pegando|restringindo)(?: (?:isso|a lista|o resultado))?`;
const IF = `(?:e )?se (?:for|forem|fosse|fossem|considerar(?:mos)?|pegar(?:mos)?|olhar(?:mos)?|filtrar(?:mos)?)`;
const DEAL = `(?:da|deu|foi|fica|ficou|seria)`;
const FIGURE_NOUN = `(?:media|mediana|maxim[oa]|minim[oa]|soma)`;
const SEE = `(?:(?:eu )?(?:quero|posso|queria|consigo) ver|da (?:pra|para) ver|tem como ver|deixa(?: eu)? ver|(?:me )?(?:mostr|list|detalh)(?:a|e|ar))`;
const TELL = `(?:me )?(?:diz|diga|fala|fale|conta|conte)`;
const THOSE = `(?: (?:el[ea]s|ess[ea]s|est[ea]s))?`;

/** Right before these words stands a condition. */
const beginsWithLink = ({ rest }: Said): boolean =>
  /^(?:para|pra|pro|com|em|n[oa]s?|d[eoa]s?)$/.test(rest[0]?.form ?? '');
const isNoVerb = ({ rest }: Said): boolean =>
  rest.length > 0 && !rest.some(({ form }) => isFiniteVerb(form) || form === 'tambem');
/** «considerando só os contratos vigentes» without an answer before asks something whole. */
const isNoQuestion = (said: Said): boolean =>
  isNoVerb(said) && (said.before !== null || !said.rest.some(({ base }) => said.lexicon.rows.has(base)));
const hasFigure = ({ before }: Said): boolean =>
  before === null || (!before.rows && before.measures.length > 0);

/** «quanto foi em 2024?», and neither «quanto foi em frete?» nor «quanto foi em dinheiro?». */
const isSameFigure = (said: Said): boolean =>
  hasFigure(said) &&
  isNoVerb(said) &&
  said.rest.length <= REST_MAX &&
  !said.rest.some(({ form, base }) => MONEY.test(form) || said.lexicon.columns.has(base));

const REST_MAX = 6;
const MONEY = /^(?:reais|dinheiro|valor|percentual|porcentagem|media)$/;

const turn = (said: string, meant: string, fits?: Turn['fits']): Turn => ({
  said: new RegExp(`^(?:${said})(?= |$)`),
  meant,
  ...(fits ? { fits } : {}),
});
/** The whole question, which without an answer before is left as it is. */
const whole = (said: string, meant: string, fits: Turn['fits'] = () => true): Turn =>
  turn(`(?:${said})$`, meant, (one) => one.before !== null && fits(one));

/** The first that is said is meant. What is whole leaves no rest. */
const TURNS: Turn[] = [
  whole(
    `(?:e )?(?:me )?cont(?:a|e|ar)(?: (?:el[ea]s|ai|pra mim|para mim|tod[oa]s|tudo|isso))*(?: quant[oa]s(?: sao| tem)?)?`,
    'quantos são?',
  ),
  whole(`(?:e )?(?:(?:${SEE}|${TELL}) )?quais (?:foram|seriam|eram)${THOSE}`, 'quais são?'),
  whole(`(?:e )?(?:${SEE}|${TELL}) quais(?: sao)?${THOSE}`, 'quais são?'),
  whole(
    `(?:e )?${SEE}(?: (?:el[ea]s|tudo|um por um|uma por uma|um a um|uma a uma|(?:a )?(?:lista|relacao|listagem)(?: (?:completa|toda|inteira))?))`,
    'quais são?',
  ),
  whole(
    `(?:e )?(?:abre|abra|abrir|me da|me de|quero|gera|exibe|traz|traga|me traz)(?: a)? (?:lista|listagem|relacao)(?: (?:completa|toda|inteira|del[ea]s))?`,
    'quais são?',
  ),
  whole(`(?:e )?${SEE}`, 'quais são?'),
  whole(`(?:e )?qual (?:e |foi |seria )?o total(?: (?:diss[oa]|del[ea]s|dess[ea]s))?`, 'e o total?'),
  whole(`(?:e )?quanto ${DEAL} (?:(?:n?o |ao )?(?:total|todo|geral)|tudo(?: junto)?)`, 'no total', hasFigure),
  turn(`(?:e )?(?:qual (?:e |foi )?)?(?:o|a) (?=${FIGURE_NOUN} (?:diss[oa]|dest[ea])$)`, 'e a '),
  turn(`(?:e )?quanto ${DEAL}(?: isso)?(?= em (?:percentual|porcentagem|%)$)`, 'e ', hasFigure),
  whole(
    `(?:e )?(?:sao )?quant[oa]s(?: (?:sao|foram|deram|tem))? (?:no total|ao todo|no geral)`,
    'quantos são?',
  ),
  turn(`(?:e )?quanto ${DEAL}(?= (?:em|n[oa]s?|para|pra)(?: |$))`, 'e ', isSameFigure),
  turn(`e quanto (?:a|ao|aos|as)`, 'e ', isNoVerb),
  turn(`e em relacao (?:a|ao|aos|as)`, 'e ', isNoVerb),
  turn(`(?:e )?${AGAIN}`, 'e ', beginsWithLink),
  turn(`(?:e )?idem`, 'e ', isNoVerb),
  turn(
    `(?:e )?(?:se )?(?:nao|sem) (?:cont|consider|inclu|quer)(?:a|e|i|o|ar|ir|er|ando|indo)(?= [oa]s? )`,
    'sem contar ',
    isNoVerb,
  ),
  turn(`(?:e )?(?:${NARROW}|${IF}) (?:so|somente|apenas)`, 'só ', isNoQuestion),
  turn(`(?:e )?${NARROW} (?:por|pel[oa]s?|a|ao|aos)`, 'só ', isNoQuestion),
  turn(IF, 'e ', isNoQuestion),
];

const TRAILING = new RegExp(` quanto ${DEAL}$`);

/** The question as the rules read it; itself where it has no such turn. */
export function inTurnsOfEdits(question: string, lexicon: Lexicon, before: Plan | null): string {
  const words = questionWords(question);
  if (words.length === 0 || words.length > WORDS_MAX) return question;
  const forms = words.map(({ form }) => form).join(' ');
  for (const { said, meant, fits } of TURNS) {
    const found = said.exec(forms)?.[0].trim();
    if (!found) continue;
    const rest = words.slice(found.split(' ').length);
    if (!fits || fits({ rest, lexicon, before }))
      return withYear(`${meant}${question.slice(rest[0]?.start ?? question.length)}`);
  }
  return withYear(withoutQuestion(question, { words, forms, lexicon, before }));
}

/** A longer question says something of its own. */
const WORDS_MAX = 9;

/** «e Recife, quanto dá?» asks nothing more than «e Recife?». */
function withoutQuestion(
  question: string,
  { words, forms, lexicon, before }: { words: QuestionWord[]; forms: string } & Omit<Said, 'rest'>,
): string {
  const found = forms.startsWith('e ') ? TRAILING.exec(forms)?.[0].trim().split(' ').length : undefined;
  const rest = words.slice(0, -(found ?? 0));
  return found !== undefined && before !== null && isSameFigure({ rest, lexicon, before })
    ? question.slice(0, rest.at(-1)?.end)
    : question;
}

/** «e pra 2024?», «só 2024, da maior para a menor» */
const withYear = (question: string): string =>
  question.replace(
    /^((?:e|só|somente|apenas|agora)\s+)(?:(?:para|pra|com|por|sobre)\s+)?(?=(?:19|20)\d\d(?:\W*$|,))/i,
    '$1em ',
  );
