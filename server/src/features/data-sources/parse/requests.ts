/** Requests that no table answers, whatever it holds: reasons, changes of its rows, services, what belongs to the person who asks. */
import { columnIn } from './chunk/items.ts';
import { formOf, isFiller, isKeyword, type Reading, textOf } from './reading.ts';

const REASONS =
  /^(por ?que|porque|como (?:se |e que |posso |faco )|o que (?:significa|acha|voce acha)|para que|devo|deveria|vale a pena|me explique|explique)\b/;

/** Verbs by which people ask for a change. Folded, in the imperative and the infinitive: «editais» and «crianças» are things. */
const CHANGES =
  /^(?:por favor,? )?(?:d[ae]r? baixa|(?:apag|exclu|delet|remov|alter|mud|aument|reduz|diminu|atualiz|corrij|corrig|cadastr|insir|inser|inclu|cri|envi|mand|aprov|edit|troqu|troc|substitu|zer|dobr|grav|salv|escrev|execut)(?:a|e|i|ar|er|ir|am|em|ue|uem)?|cancele|cancelar|rode|rodar)\b/;

/** «renova meu empréstimo», «cancela a minha reserva»: what somebody wants done to what is theirs. */
const OWN_CHANGES =
  /^(?:por favor,? )?(?!(?:mostr|list|diga|conte|veja|ver|qual|quant|cade|onde|quando|soma|total|traga))\S+(?:a|e|ar|er|ir) (?:[oa]s? )?(?:meus?|minhas?)\b/;

/** «marca todas as entregas como pagas», «cancela a reserva da Ana»: what is done to things, and by no question. */
const DEEDS =
  /^(?:por favor,? )?(?:marc|desmarc|remarc|baix|lanc|registr|quit|agend|reserv|transfer|transfir|encerr|fech|reabr|cancel|bloque|desbloque|liber|anul|estorn|devolv|emit|imprim|reenvi|cort|pod|plant|consert|arrum|compr|contrat|demit|promov|mult|cobr|pagu|renov|adi|antecip|suspend|reativ|ativ|desativ|design|nomei|entreg|despach|vend|alug|isent|perdo|conced|indefir|defir|reprov|assin|arquiv|desarquiv|protocol|encaminh|public|interdit|vacin|intern|matricul)(?:a|e|ar|er|ir|ue)? (?:[oa]s?|tod[oa]s?|tudo|uma?|ess[ea]s?|est[ea]s?|aquel[ea]s?|meus?|minhas?)\b/;

/** «quero que venham cortar a árvore», and not «quero que me diga». */
const SERVICES =
  /\b(?:quero|queria|preciso|gostaria|peco|solicito|exijo) que (?!(?:\S+ )?(?:me |nos )?(?:dig|mostr|list|inform|fal|respond|cont|som|calcul|pass|mand|envi|apresent|compar|agrup|orden|separ|seja|fosse|traga|tragam|verifi|confir))/;

/** «volta», «desfaz»: a question edits the last answer, and which one stood before that it does not know. */
const BACK =
  /^(?:e )?(?:volt(?:a|e|ar)|desfaz|desfaca|desfazer|recomec(?:a|e|ar)|comeca de novo|reset(?:a|e|ar))(?: (?:atras|isso|tudo|como (?:era|estava)|(?:ao|a|para [ao]|pr[ao]) (?:anterior|(?:pergunta|resposta) (?:anterior|de antes)|primeira(?: pergunta)?)))?$/;
const ONLY_LAST = 'Não sei voltar além da última resposta: faça de novo a pergunta a que quer voltar.';

const CANNOT_CHANGE = 'Só consigo consultar esta tabela: não posso alterar nada nela.';

/** The sentence for a question that a table cannot answer, or for a request to change it; null for any other. */
export function refusalOf(reading: Reading): string | null {
  const text = reading.items
    .filter((item) => !(item.kind === 'word' && item.isTalk))
    .flatMap(({ from, to }) => reading.words.slice(from, to).map(({ form }) => form))
    .join(' ');
  const whole = reading.words.map(({ form }) => form).join(' ');
  if (BACK.test(whole)) return ONLY_LAST;
  if (REASONS.test(text))
    return 'Esta tabela diz o que está registrado nela, e não as razões: não consigo responder a isso com os dados.';
  const isAsked =
    /^\S+ (?:quant|qual|quais)/.test(text) ||
    reading.items.slice(1).some((item) => isKeyword(item, 'how_many', 'which'));
  if (SERVICES.test(whole)) return 'Só consigo consultar esta tabela: não posso pedir serviços por ela.';
  if ((CHANGES.test(text) || OWN_CHANGES.test(text) || DEEDS.test(text)) && !isAsked) return CANNOT_CHANGE;
  return ownRefusal(reading) ?? attributeRefusal(reading);
}

/** «a segunda via da minha conta»: a table that is the same for everybody does not say who asks. */
function ownRefusal(reading: Reading): string | null {
  if (reading.lexicon.table.is_personal || hasCode(reading)) return null;
  const isOwn = reading.items.some((item, at) => {
    const next = reading.items[at + 1];
    return (
      /^(?:meus?|minhas?)$/.test(formOf(reading, item)) && (next?.kind === 'rows' || next?.kind === 'column')
    );
  });
  return isOwn
    ? 'Não sei quem pergunta: esta tabela é a mesma para todos. Diga o nome ou o código do que procura.'
    : null;
}

/** «meu pedido é o BE-2025-0147»: whose row it is does not matter where the row is named. */
const hasCode = ({ items, lexicon }: Reading): boolean =>
  items.some(
    (item) =>
      item.kind === 'value' &&
      item.phrases.some(({ column }) => columnIn(lexicon, column)?.kind === 'identifier'),
  );

/** «o telefone de quem reclamou»: what is asked for is no column, although a value has that name. */
function attributeRefusal(reading: Reading): string | null {
  const at = reading.items.findIndex((item) => item.kind === 'value' && item.columns.length === 0);
  const item = reading.items[at];
  if (!item) return null;
  const after = [reading.items[at + 1], reading.items[at + 2]].map((each) => formOf(reading, each));
  const before = reading.items.slice(0, at).map((each) => formOf(reading, each));
  const isAsked =
    before.some((form) => /^(diga|informe|passe|fale|qual|mostre)$/.test(form)) ||
    reading.items.slice(0, at).every((each) => isFiller(reading, each));
  if (!isAsked || after[0] !== 'de' || after[1] !== 'quem') return null;
  return `A tabela não tem uma coluna com «${textOf(reading, item)}».`;
}
