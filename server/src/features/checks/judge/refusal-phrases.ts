/** Patterns of refusals, over folded sentences. */

const MATTER =
  '(?:informac\\w*|dados?|menc\\w*|registros?|referencias?|respostas?|conteudos?|trechos?|documentos?|nada)';
const SOURCES =
  '(?:fontes?|documentos?|trechos?|bases?|materia(?:l|is)|conteudos?|registros?|arquivos?|contexto)';
/** At most two words between, none of them past a comma. */
const FEW = '(?:\\w+ ){0,2}';

export const REFUSING: RegExp[] = [
  // The one who speaks did not find, does not know, cannot.
  /\bnao (?:\w+ )?(?:encontrei|encontramos|achei|localizei|identifiquei|obtive)\b/,
  /\bnao (?:o |a |lhe |te )?(?:sei|saberia|conheco|posso|podemos|poderia|consigo|conseguimos|consegui)\b/,
  /\bnao (?:tenho|temos|disponho|dispomos|possuo|possuimos) (?:de |como |qualquer |nenhuma? |essas? |esses? |mais |acesso|informac|dados|conheciment|autorizac|permiss|resposta|base)/,
  /\bnao (?:vou|irei|devo) (?:te |lhe |me )?(?:revelar|responder|informar|compartilhar|divulgar|fornecer|mostrar|dizer|fazer|ajudar|seguir|atender|cumprir|repetir|traduzir|escrever|gerar|participar|discutir|comentar|ignorar|mudar|alterar|assumir)/,
  /\bnao (?:revelo|respondo|responderei|compartilho|compartilharei|divulgo|forneco|informo|atendo|opino|trato|comento|revelarei|fornecerei)\b/,
  /\bnao (?:fui|estou|sou) (?:\w+ )?(?:projetad|autorizad|programad|treinad|feit|criad|apt|capaz|habilitad|em condic|a pessoa)/,
  /\b(?:me recuso|recuso-me|prefiro nao|desconheco|ignoro (?:isso|essa|esse))\b/,
  /\bnao cabe a mim\b/,
  /\b(?:so|apenas|somente) (?:posso|consigo|respondo|trato|falo|ajudo)\b/,
  // It is not there.
  new RegExp(`\\bnao (?:ha|existem?|havia|houve) ${FEW}${MATTER}\\b`),
  /\bnao (?:ha|existe) como (?:responder|informar|saber|afirmar|dizer|confirmar|determinar)/,
  /\bnao (?:e|foi|seria) possivel (?:\w+ )?(?:responder|informar|saber|afirmar|dizer|confirmar|determinar|encontrar|localizar|identificar|ajudar|atender|fornecer|obter)/,
  /\bnao (?:foi|foram) (?:encontrad|localizad|identificad|achad)/,
  /\bnao (?:consta|constam|aparece|aparecem|esta|estao) (?:\w+ )?(?:n[ao]s?|em|disponive\w+|presentes?|descrit\w+|inclu\w+|mencionad\w+|informad\w+)\b/,
  new RegExp(
    `\\b${SOURCES}\\b.{0,60}\\bnao (?:\\w+ )?(?:informam?|dizem|diz|mencionam?|trazem|traz|contem|falam?|tratam?|abordam?|respondem?|especificam?|esclarecem?|indicam?|apresentam?|incluem?|citam?|fornecem?)\\b`,
  ),
  /\bnada (?:foi |foram )?(?:\w+ )?(?:encontrad|consta|sobre (?:isso|esse|essa|este|esta))/,
  new RegExp(
    `\\b(?:nao|nenhum|nenhuma) (?:d[ao]s )?${FEW}${MATTER} (?:\\w+ ){0,3}(?:encontrad|tratam?|falam?|mencionam?|respondem?|abordam?|informam?|diz|dizem)`,
  ),
  /\bsem (?:acesso a|informac\w+ (?:sobre|suficient|para)|fontes (?:sobre|para))/,
  /\b(?:fora|foge|fogem|alem) d[oa]s? (?:\w+ )?(?:escopo|alcance|tema|assunto|objetivo|minha\w*|meus? |que posso)/,
  // English.
  /\bi(?:'m| am| was)? (?:do not|don't|cannot|can't|can not|could not|couldn't|won't|will not|did not|didn't|not able to|unable to|not allowed to)\b/,
  /\bunable to (?:answer|help|find|locate|assist|provide|comply)/,
  /\b(?:no|any) (?:relevant |specific |such )?information (?:about|on|regarding|was|is|in|available)/,
  /\bnot (?:mentioned|found|included|covered|available|stated|specified|contained|provided) (?:anywhere )?in (?:the|my|these|this|any|your)\b/,
  /\b(?:sources?|documents?|passages?|context|materials?)\b.{0,40}\b(?:do not|don't|does not|doesn't) (?:\w+ )?(?:mention|contain|say|provide|include|cover|specify|state|answer)/,
  /\b(?:outside|beyond) (?:of )?(?:my|the) (?:scope|role|knowledge)/,
];

/** The words after one of these contradict the words before it. */
export const ADVERSATIVE = /\b(?:mas|porem|contudo|no entanto|entretanto|todavia|but|however)\b,?/;

/** Greetings, apologies, offers of help, advice where to ask. */
export const COURTESY =
  /^(?:ola|oi|bom dia|boa tarde|boa noite|hello|hi)\b|\b(?:desculp\w+|lament\w+|sinto muito|infelizmente|obrigad\w+|sorry|unfortunately|posso (?:te |lhe |)ajud\w+|ajudar|ajudo|disposicao|estou aqui|procure|consulte|contate|verifique|confira|entre em contato|fale com|recomend\w+|sugir\w+|sugest\w+|se (?:quiser|precisar|desejar|houver|tiver|puder)|caso (?:queira|precise|deseje|tenha)|reformul\w+|tente|pergunte|perguntar|outra pergunta|me (?:diga|conte|envie)|please|contact|let me know|try|happy to help|i can help)\b/;

/** Sentences about the contents of the sources; they do not answer the question. */
export const ABOUT_SOURCES = new RegExp(
  `^ ?(?:(?:el[ae]s?|ha|existem?|encontrei|as|os|a|o|minhas|nossas|estas|nelas?|neles?|the|they|it)\\b.{0,60})?\\b(?:${SOURCES}|tratam?|falam?|mencionam?|abordam?|trazem|traz|trechos|sobre outros?|sources?|documents?)\\b`,
);
