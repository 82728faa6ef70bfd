/** Portuguese words that tell nothing of a subject. Folded. */
import { tokensOf } from './words.ts';

/** Words that hold a sentence together and say nothing of its subject. */
const FUNCTION_WORDS = new Set(
  `a o as os e de da do das dos em no na nos nas um uma uns umas ao aos que para por pelo pela pelos pelas com como
  se ou mais muito ja nao ele ela eles elas isso isto esse essa esses essas este esta estes estas seu sua seus suas
  qual quais quando onde quem quanto quantos quanta quantas sobre porque foi ser sao era eram`.split(/\s+/),
);

/** Words with which people turn to somebody, and verbs that any question may have. */
const COURTESIES = new Set(
  `ola oi bom boa dia tarde noite favor obrigado obrigada gentileza gostaria queria quero preciso precisa precisamos
  posso pode podem poderia poderiam podemos consigo consegue conseguir saber sabe dizer diga diz falar fale explicar
  explique explica mostrar mostre informar informe ajudar ajude me mim te voce voces eu nos minha meu minhas meus
  fazer faz faco fazem feito feita fez ter tem tenho temos ha existe existem houve haver estar esta estou estao sendo
  sido vai vao vou deve devo devem deveria possivel significa quer dizer acontece acontecer aconteceu serve funciona
  liste listem enumere relacione cite traga tragam exiba apresente procure busque encontre tambem ainda
  algum alguma alguns algumas todo toda todos todas outro outra outros outras mesmo entao`.split(/\s+/),
);

export const isFunctionWord = (word: string): boolean => FUNCTION_WORDS.has(word);

/** Whether a word can tell what a question is about. */
export const isContentWord = (word: string): boolean => !FUNCTION_WORDS.has(word) && !COURTESIES.has(word);

/** Further words that a quotation need not have to answer a question. */
const LITTLE_WORDS = new Set(
  `agora and aquela aquelas aquele aqueles aquilo ate cada contra cujo dela delas dele deles depois entre fica ficam for foram how
  in is la lhe lhes mas mesma nem nossa nossas nosso nossos num numa of pois pra sem sera so teu the to
  what`.split(/\s+/),
);

/** Words of talk that no document need have, though a question to a table may mean something by them. */
const TALK = new Set(
  `alguem ninguem nenhum nenhuma nada algo coisa coisas jeito vou vamos indo ir ta to pra pro pras pros dar deu dando existir
  existia aqui la ali ai tal gente qualquer cada ontem hoje amanha agora`.split(/\s+/),
);

/** Whether a passage that speaks of what is asked should have the word, or another word for it. */
export const isSubjectWord = (word: string): boolean => isContentWord(word) && !TALK.has(word);

export const isStopWord = (word: string): boolean => !isSubjectWord(word) || LITTLE_WORDS.has(word);

/** Verbs and words of time that go with any subject: «pegar», «levar», «antes». They are rare in documents and tell little. */
const LIGHT_WORDS = new Set(
  `pegar pega peguei pegou pego levar leva levo levei levou dar dou dei deu darem dao ficar fica fico ficou ficam ir ia vir vem veio
  vou indo querer quer quero queria querem deixar deixa deixam deixou botar boto bota colocar coloco coloca mandar mando manda mandam
  por ponho poe ver vejo ve viu achar acho acha conseguir consigo consegue passar passo passa passou sair saio sai saiu entrar entro
  entra entrou voltar volto volta voltou chegar chego chega chegou comecar comeco comeca acabar acabo acaba acabou parar paro para
  parou usar uso usa aparecer aparece apareceu falar falo falam falou diz dizem disse disseram tomar vale valem caem cair cai tirar tiro
  tira antes depois agora sempre nunca aceita aceitam tipo tanto tao bem mal mesmo assim tempo vez vezes ano passado semana mes dia hoje
  ontem amanha coisa jeito verdade meu minha`.split(/\s+/),
);

export const isLightWord = (word: string): boolean => LIGHT_WORDS.has(word);

const GREETINGS = new Set('oi ola opa alo bom boa bem dia tarde noite tudo prazer tchau ate logo'.split(' '));
const THANKS = new Set('obrigado obrigada obrigados valeu agradeco grato grata'.split(' '));

/** Whether a message only greets or only thanks; a question among it makes it a question. */
export function courtesyOf(question: string): 'greeting' | 'thanks' | null {
  const words = tokensOf(question);
  const says = (some: Set<string>) => words.some((word) => some.has(word));
  const isCourtesy = words.every((word) => GREETINGS.has(word) || THANKS.has(word) || isStopWord(word));
  if (!isCourtesy || !(says(GREETINGS) || says(THANKS))) return null;
  return says(THANKS) ? 'thanks' : 'greeting';
}
