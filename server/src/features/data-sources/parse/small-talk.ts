/** Courtesies and questions about the assistant itself, which ask no table anything. */
import { wordsOf } from '../../../language/words.ts';

const COURTESY = `ola|oi+e?|opa|alo|e ai|ei|hey|hello|hi|bom dia|boa tarde|boa noite|bom fim de semana|
(?:pessoal|gente|turma|galera|amig[oa]s?|equipe|a todos|a todas)|tudo (?:bem|bom|certo)|como vai|como (?:voce|vc) esta|com (?:voce|vc)|prazer|
(?:muito |muitissimo )?obrigad[oa]s?(?: (?:mesmo|demais|por tudo|pela ajuda))*|brigad[oa]|valeu(?: mesmo)?|viu|visse|hein|agradeco|grat[oa]|por (?:favor|nada)|de nada|thanks|thank you|
tchau|ate (?:logo|mais|breve|amanha|a proxima|segunda)|adeus|por (?:hoje|enquanto|ora|agora)(?: (?:e|era) (?:so|isso|tudo)(?: isso)?)?|
(?:e|era) (?:so|isso|tudo)(?: (?:isso|mesmo|por hoje|por enquanto))*|(?:so|so mesmo) isso(?: mesmo)?|fico por aqui|ajudou (?:muito|bastante|demais)|boa semana|ok|okay|certo|entendi|beleza|legal|otimo|perfeito|
quem (?:e|es) (?:voce|vc|tu)|o que (?:e )?(?:voce|vc)(?: faz| sabe| e| sabe fazer| pode fazer)?|
(?:qual (?:e )?)?(?:o )?seu nome|(?:voce |vc )?(?:pode|poderia|consegue) me ajudar|
(?:por favor )?me ajud[ea](?: ai)?|(?:preciso de |quero |uma )?ajuda|socorro|help`.replace(/\n/g, '');
const ONLY_COURTESY = new RegExp(`^(?:(?:${COURTESY})(?: |$))+$`);
/** No courtesy has more words. */
const COURTESY_WORDS = 12;

/** "Bom dia", "obrigado", "quem é você?", "???": courtesies that ask no table anything. */
export function isSmallTalk(question: string): boolean {
  const words = wordsOf(question);
  return words.length <= COURTESY_WORDS && (words.length === 0 || ONLY_COURTESY.test(words.join(' ')));
}
