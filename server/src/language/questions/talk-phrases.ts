/** The phrases of talk around a question, as sources of patterns over folded words. */

const joined = (...parts: string[]): string => parts.map((part) => `(?:${part})`).join('');
const anyOf = (text: string): string =>
  `(?:${text
    .trim()
    .split(/\s*\n\s*/)
    .join('|')})`;

/** Verbs by which a question is put, in the infinitive; those that list, count and add up are read by the rules. */
const TO_KNOW = `(?:(?:me |nos )?(?:saber|ver|conhecer|descobrir|entender|conferir|consultar|perguntar|checar|verificar|levantar|obter|pegar|puxar|buscar|pesquisar|dizer|falar|informar|passar|mandar|enviar|trazer|dar|responder|confirmar|olhar|explicar|ajudar|ter ideia|ter nocao|tirar uma duvida))`;
const HERE = `(?: (?:ai|aqui|la|entao|agora|logo|ja|so|apenas|se|rapidinho|rapido|urgente|uma coisa|uma coisinha|por favor|por gentileza|pfv|pf|(?:pra|para|p) (?:mim|gente|nos|nois|eu)(?: saber| ver)?))*`;
const YOU = `(?:(?:voce|vc|vcs|voces|ce|ces|tu|alguem|o senhor|a senhora|sr|sra) )`;

export const WANTS = joined(
  // «quero dizer» corrects what was said.
  `(?!(?:quero|queria) dizer\\b)(?:eu |a gente |nos |aqui )?(?:tambem |so |apenas |ainda )*`,
  anyOf(`queria(?:mos)?
    quero|queremos|quiria
    gostaria(?:mos)?
    precis(?:o|ava|amos|aria|avamos)
    necessit(?:o|amos)
    desej(?:o|amos|ava)
    (?:to|tou|tamo|tamos|estou|estava|estamos|tava|ando|sigo) (?:precisando|querendo|procurando|tentando|atras|doido pra|doida pra|curios[oa] pra|curios[oa] para|interessad[oa] em)
    vim
    vou (?:precisar|querer)
    tenho (?:interesse|curiosidade)(?: em| de)?
    tenho (?:uma )?(?:duvida|pergunta)
    fiquei (?:na duvida|curios[oa])`),
  `(?: muito| mesmo| urgente| urgentemente| so| apenas| tambem)*(?: de)?`,
  `(?: (?:uma|um|umas|uns|a|o|as) (?:informacao|informacoes|ajuda|ajudinha|dado|duvida|pergunta|resposta)(?: (?:de|sobre|so|rapida))?)?`,
  `(?: que ${YOU}?(?:me |nos )?(?:dig[ao]m?|dissesse|inform[ea]m?|informasse|fal[ea]m?|falasse|pass[ea]m?|passasse|mand[ea]m?|mandasse|mostrasse|respond[ea]m?|verifi(?:que|casse)))?`,
  `(?: ${TO_KNOW})*`,
  HERE,
);

export const CAN = joined(
  `(?:sera que |por acaso )*${YOU}?(?:nao )?`,
  anyOf(`consegu(?:e|es|em|iria|iriam|iu)
    pod(?:e|es|em|eria|eriam|erias)
    sab(?:e|es|em|eria|eriam)
    (?:tem|teria) (?:como|jeito de|condicoes de|ideia de|nocao de)
    da(?:ria)? (?:pra|para|p|de)
    (?:e|seria) possivel
    fa(?:z|zes) ideia de`),
  `(?: ${TO_KNOW})+`,
  HERE,
);

/** «dá pra somar», «tem como listar»: what is wanted stands after it. */
export const CAN_ALONE = joined(
  `(?:sera que )?${YOU}?`,
  anyOf(`(?:consegu(?:e|es|iria)|pod(?:e|es|eria|erias))(?: me| nos)?
    tem (?:como|jeito de)(?: me| nos)?
    da(?:ria)? (?:pra|para|p)(?: ${YOU.trim()})?(?: me| nos)?
    (?:e|seria) possivel(?: me| nos)?`),
  `(?= (?:calcular|somar|contar|listar|mostrar|fazer|comparar|separar|agrupar|montar|ordenar|filtrar)\\b)`,
);

const TELLS = `(?:di(?:z|ga|gam)|fal(?:a|e)|cont(?:a|e)|inform(?:a|e|em)|pass(?:a|e)|mand(?:a|e)|ve|veja|respond(?:e|a)|explic(?:a|que)|da|de|confer(?:e|ir)|confira|verifi(?:ca|que)|chec(?:a|que)|consult(?:a|e)|olh(?:a|e)|descobr(?:e|a)|descubra|levant(?:a|e)|pux(?:a|e)|busc(?:a|que)|pesquis(?:a|e)|envi(?:a|e)|confirm(?:a|e)|adianta)`;
// «De quem é?» is no «dê».
export const IMPERATIVES = anyOf(`calcul(?:a|e)(?: (?:ai|aqui|pra mim|para mim|pra gente|pra nos|por favor))+
  (?:me|nos) ${TELLS}${HERE}
  ${TELLS}(?: (?:ai|aqui|la|pra mim|para mim|pra gente|pra nos|pra nois|uma coisa|me|por favor|pfv))+${HERE}
  (?!de )${TELLS}(?=(?: (?:se|entao|logo))? (?:quant[oa]s?|qts|qtos|qtas|qnts|qual|quais|quem|quando|se)\\b)${HERE}
  deix[ae](?: eu| me)? (?:ver|saber|perguntar|te perguntar)${HERE}
  (?:me )?ajud(?:a|e|em)(?: (?:ai|aqui|aqui por favor|por favor|nisso|nessa|com isso|com uma coisa|com uma duvida|a (?:saber|ver|entender|descobrir)))*
  faz(?: o| um)? favor(?: de)?(?: ${TO_KNOW})*
  (?:faca|fazendo) o favor de(?: ${TO_KNOW})*`);

export const GREETINGS = `(?:(?:oi+e?|ola|opa|alo|e ai|eai|ei|hey|fala|salve|bom dia|boa tarde|boa noite|saudacoes|prezad[oa]s?|car[oa]s|com licenca|licenca)(?: (?:pessoal|gente|galera|turma|equipe|povo|amig[oa]s?|colegas?|senhor(?:es|a|as)?|querid[oa]s?|chefe|tudo (?:bem|bom|certo|joia|tranquilo)|blz|beleza|a todos|a todas|doutora?|prosa|assistente|robo))*)`;
export const PEOPLE_CALLED = `(?:(?:(?:o|oh|meu|minha) )?(?:filh[oa]|filhinh[oa]|net[oa]|querid[oa]|amig[oa]|amigao|anjo|amor|bem|fi|rei|jovem|moc[oa]|senhora?|doutora?|dr|dra|chefe|chefia|patrao|parceir[oa]|parca|irmao|mano|mana|cara|vei|velho|brother|bro|fera|campeao|colega|menin[oa]|rapaz|guri|guria|gente|pessoal|galera|povo|turma|robo|assistente|prosa|sistema|bot|miga|migo))`;
const SOURCE_NOUN = `(?:base|tabela|planilha|sistema|arquivo|banco|listagem|lista|dados|registros|relatorio|fonte|cadastro)`;
export const OPENERS =
  anyOf(`uai(?: so)?|tche|bah(?: tche)?|oxe|oxente|eita|vixe|vixi|egua|nossa|putz|caramba|hum+|hm+|ah+|aff|ue
  entao|bom|bem|assim|tipo(?: assim)?|tipo|agora|enfim|afinal|alias|certo|beleza|blz|legal|ok|okay
  olha(?: so| aqui| ai)?|olhe|veja bem|escuta(?: aqui)?|escute|vem ca|ve se me ajuda
  (?:e )?o seguinte|seguinte|na moral|papo reto|na real|sem querer incomodar|desculp[ae](?: (?:o incomodo|a pergunta|incomodar|perguntar|a demora))?
  (?:so )?(?:tenho )?(?:uma|mais uma|outra) (?:duvida|pergunta|perguntinha|coisa|coisinha|curiosidade)(?: rapida| aqui)?|duvida(?: rapida)?|pergunta(?: rapida)?
  (?:e )?(?:verdade|certo|correto|isso mesmo) que|sera que|sera|por acaso
  (?:so )?por curiosidade|curiosidade|a titulo de curiosidade|so pra (?:confirmar|conferir|saber)|pra (?:eu )?(?:confirmar|conferir)
  (?:voce|vc|tu|alguem) (?:sabe|sabes|lembra)(?: me dizer| se)?
  sabe(?:s)? (?:se|me dizer)
  e ai|eai|${YOU}que (?:tem|ve|conhece|cuida d)(?: tod[oa]s)? ?[ao]s? ${SOURCE_NOUN}
  (?:segundo|conforme|de acordo com|com base n|pel) ?[ao]s? (?:documentos?|textos?|fontes?|pdf)`);
export const PURPOSE = `(?:(?:isso )?e )?(?:para|pra|pro|p)(?: (?:um|uma|o|a|os|as|meu|minha|nosso|nossa|fins de|efeitos? de))?(?: (?:auditoria|reportagem|materia|relatorio|reuniao|prestacao de contas|apresentacao|trabalho(?: d[ae] (?:escola|faculdade|curso))?|pesquisa|tcc|oficio|parecer|levantamento|estudo|planilha|conferencia|fiscalizacao|diretoria|imprensa|jornal|blog|artigo|boletim|slide|audiencia|pauta|tese|dissertacao|aula|registro|arquivo))(?: (?:interna|interno|anual|mensal|de hoje|de amanha|de controle))?(?: d[aeo]s? (?:dia d[aeo]s? )?[a-z]{4,})?`;
const DAY = `(?:amanha|hoje|ontem|agora|ja|(?:segunda|terca|quarta|quinta|sexta)(?: feira)?|sabado|domingo|(?:fim|final) d[ao] (?:dia|tarde|manha|semana|mes|expediente)|meio dia|semana que vem|mes que vem|\\d{1,2}h?)`;
const MEETING = `(?:reuniao|almoco|auditoria|apresentacao|audiencia)`;
const NEED = `(?:(?:eu |nos |a gente )?(?:preciso|precisamos|precisava|quero|queria|necessito|tenho que (?:entregar|mandar|enviar|apresentar|fechar|passar|responder)|(?:o |a |meu |minha )?(?:chefe|diretora?|gerente|coordenadora?|diretoria|secretari[oa]|prefeit[oa]) (?:quer|precisa|pediu))(?: (?:d?isso|d?ess[ae]s? (?:informacao|informacoes|dados?|numeros?|respostas?|lista|relatorio)|da resposta|ter isso|pra mim))?)`;
/**
 * «preciso disso até amanhã», «é pra reunião de sexta», «preciso da lista pra conferir»: when or why an answer is needed, said
 * after the question. «e para sexta?»
 * asks for another day.
 */
export const DEADLINE = joined(
  anyOf(`${NEED} (?:pra|para|ate|antes d[eoa]|ainda)(?: [oa]| est[ea]| ess[ea])? (?:${DAY}|${MEETING})
    isso e (?:pra|para|ate) (?:[oa] )?(?:${DAY}|${MEETING})
    (?:eu |nos )?(?:preciso|precisamos|quero|queria) (?:d[aeo]s? )?(?:lista|listagem|relacao|informacao|numeros|dados)(?: (?:pra|para) (?:(?:eu|a gente|nos) )?[a-z]+[aei]r)?
    e (?:pra|para) (?:[oa] )?${MEETING}`),
  `(?: d[eao] (?:amanha|hoje|segunda|terca|quarta|quinta|sexta|tarde|manha|conselho|diretoria|equipe)| (?:cedo|sem falta|de manha|a tarde|as \\d{1,2}h?))*`,
);
export const WHO_ASKS =
  /^(?:eu )?(?:sou|me chamo|meu nome e|aqui (?:e|quem fala e|fala)|(?:(?:to|tou|tava|estou|estava|estamos|tamo|tamos) (?:fazendo|montando|preparando|escrevendo|elaborando|organizando|fechando|terminando|produzindo|trabalhando|redigindo|revisando|respondendo|com (?:uma|duas|um|umas))|(?:(?:minha|meu|a|o|nossa|nosso) )?(?:chefe|chefia|diretora?|gerente|coordenadora?|secretari[oa]|prefeit[oa]|professora?|orientadora?|equipe|colega|supervisora?|pessoal|imprensa|diretoria|presidente|vereadora?|setor)(?: d[aeo]s? [a-z]+)? (?:(?:ta|esta|tao|estao) )?(?:me )?(?:pediu|pediram|quer|perguntou|mandou|solicitou|precisa|cobrando|cobrou|pedindo|perguntando|querendo)|(?:me )?(?:pediram|perguntaram|mandaram|cobraram)|recebi (?:uma|um|esse|essa)|(?:tava|estava|fiquei|tou|estou) (?:pensando|na duvida|em duvida|confus[oa])|nao (?:sei|entendo) (?:mexer|usar|muito|bem|direito)|desculp[ae] (?:incomodar|perguntar|a pergunta)|sei que)|falo (?:d[aoe]|em nome)|escrevo (?:para|pra|d[ao]))\b/;

/** «preciso fechar o mês: …», «faço uma matéria e queria saber …»: the work that an answer is needed for. */
export const TASK =
  /^(?:(?:eu|a gente|nos) )?(?:(?:preciso|precisamos|tenho (?:que|de)|temos (?:que|de)|vou|vamos|(?:estou|estamos) (?:para|a)|quero|queremos) (?:fechar|entregar|concluir|terminar|preparar|apresentar|prestar|publicar|escrever|redigir|responder|atualizar|justificar|explicar|planejar|organizar)|(?:faco|fazemos|escrevo|escrevemos|produzo|preparo|redijo|estudo|pesquiso|cuido|trabalho|trabalhamos))(?= )/;

const FROM_SOURCE = joined(
  `(?:(?:que )?(?:consta|constam|esta|estao|tem|existe|existem|ha|tinha|temos|aparece|aparecem) )?(?:(?:aqui|ai|la) )?`,
  `(?:n[ao]s?|dess[ae]s?|dest[ae]s?|ness[ae]s?|nest[ae]s?|em|pel[ao]s?|(?:olhando|vendo|consultando) [ao]s?|(?:segundo|conforme|de acordo com|com base n|a partir d) ?[ao]s?|considerando (?:tod[oa]s? )?[ao]s?)(?: (?:noss[ao]s?|sua|seu|toda|todo|tod[oa]s? [ao]s?))*`,
  // «em dados» names no source, «em nossa base» does.
  `(?<!\bem) ${SOURCE_NOUN}(?: de dados| inteir[ao]| tod[ao]| complet[ao]| aqui| ai| d[ao] (?:sistema|prefeitura|base|tabela))*(?! de )`,
);
export const ANYWHERE =
  anyOf(`por favor(?:zinho)?|por gentileza|por obsequio|fazendo o favor|faz favor|pfv+r?|pff*|plis|pls|please
  se (?:possivel|puder(?:em)?|der|nao for (?:incomodo|pedir muito)|souber|tiver como|voce puder|vc puder)|quando (?:puder|der)
  por acaso|so por curiosidade|por curiosidade|a titulo de curiosidade|ao certo|de verdade|na real|na verdade|no caso|tipo assim
  (?:desde que (?:comecou|comecamos|iniciou|abriu|existe|temos)|desde o (?:inicio|comeco)) (?:o |a |d[oa] |nosso |nossa )?(?:controle|sistema|registro|registros|planilha|base|cadastro|levantamento|historico)
  que (?:consta|constam|aparecem?|esta|estao|existem?) (?:aqui|ai)|que ja (?:passou|passaram|esteve|estiveram) (?:por )?aqui|que ja (?:tivemos|houve|fizemos|registramos)
  nas? maos?(?! d[aeo])|somando tudo|tudo somado|no fim das contas|no final das contas|em resumo|resumindo|mais precisamente|(?:para|pra) ser (?:mais )?(?:exat|precis)[oa]
  ate (?:agora|o momento|o presente momento|aqui|entao)|(?:me )?(?:diz|diga|fala|fale) (?:ai|ae)
  que (?:voces?|vcs?|a gente|nos|eles) (?:tem|temos|tinha|tinham|possui|possuem)(?: (?:ai|aqui|registrad[oa]s?|cadastrad[oa]s?|anotad[oa]s?))*
  ${FROM_SOURCE}`);
/** «os prazos que o guia menciona», and not «o que o guia menciona?». */
export const NAMED_BY_TEXT =
  'que (?:o|a|est[ea]|ess[ea]) (?:manual|guia|documento|texto|apostila|tutorial|livro|material|pdf|arquivo) (?:cita|menciona|diz|traz|fala|informa|apresenta|recomenda|descreve|mostra|explica)(?: sobre)?';
/** «pra eu por no relatório», «pra gente mostrar na reunião»: nothing in it narrows what is asked. */
const FOR_A_PAPER =
  '(?:pra|para) (?:(?:eu|a gente|gente|nos) (?:[a-z]+[aei]r|por)|(?:apresentar|mostrar|levar|colocar|usar)) (?:isso )?(?:n[ao]s?|num|numa|em um|em uma|pr[oa]s?|para [oa]s?|ao?s?) (?:meu|minha|nosso|nossa )?(?:relatorio|reuniao|planilha|oficio|ata|slide|apresentacao|mural|site|jornal|quadro|painel|email|memorando|parecer|ppt|chefe|chefia|diretoria|direcao|conselho|auditoria|imprensa)';
export const TAILS =
  anyOf(`(?:muito )?obrigad(?:o|a|ao|inha|inho)(?: (?:desde ja|viu|mesmo|pela (?:atencao|ajuda)|por (?:tudo|enquanto)))*|brigad[oa]|desde ja(?: (?:agradeco|obrigad[oa]|grat[oa]))?
  (?:fico |muito )?grat[oa](?: (?:desde ja|pela atencao))?|agradeco(?: (?:desde ja|a atencao|muito))*|valeu(?: mesmo)?|vlw|flw|abracos?|bjs?|att
  hein|ein|heim|ne|neh|sabe|viu|visse|ta(?: (?:bom|bem|certo|ok|joia))?|ok|tche|uai|so|sô|certo|tendeu|entendeu|entende|beleza|blz|mano|vei
  obg[oa]?|obgd[oa]?|tks|thx|por aqui|exatamente|aproximadamente|precisamente|com (?:precisao|exatidao)|(?:o )?quanto antes|e mais nada|mais nada|ja calculad[oa]s?|(?:pro|pra o|pra|pra a) (?:meu |minha |nosso |nossa )?(?:relatorio|reuniao|chefe|chefia)(?: d[aeo] (?:hoje|[a-z]{4,}))?
  (?:e )?(?:e )?(?:bem |muito )?urgente(?:mente)?|com urgencia|(?:pra|para) (?:hoje|ontem|agora|ja)|rapidinho|rapido|na moral
  (?:to|estou) (?:na pressa|com pressa|no aguardo|precisando(?: muito| disso)?)|(?:fico n|n)?o? ?aguardo(?: (?:retorno|resposta))?
  (?:(?:voce|vc|tu|alguem) )?sabe(?:s|ria)?(?: (?:me )?(?:dizer|informar|falar))?|da (?:pra|para) (?:saber|ver|dizer)|tem como (?:saber|ver)|(?:consegue|pode)(?: me)? (?:ver|dizer|informar|falar|ajudar)(?: (?:isso|com isso))?
  (?:a |uma )?(?:lista )?(?:pra|para) (?:eu|a gente) (?:passar|repassar|mandar|enviar|levar|imprimir|mostrar|avisar|entregar|apresentar)(?: (?:pra|para|pro|pros|pras|a|ao|o|na|no|isso|[a-z]{4,})){0,3}
  ${FOR_A_PAPER}
  como (?:referencia|base|criterio|parametro)
  (?:(?:e )?(?:d[aeo]s?|n[ao]s?) )?que (?:eu )?(?:falo|digo|quero dizer|me refiro|(?:to|tou|estou) (?:falando|me referindo))
  pode ser|(?:pra|para) (?:mim|eu (?:ver|saber)|a gente (?:ver|saber))|me ajud[ae](?: ai| nisso)?|e (?:so )?isso(?: (?:ai|mesmo|que eu queria saber|que preciso))?|so isso
  (?:e )?(?:isso )?(?:que )?eu (?:quero|queria|preciso|gostaria de) (?:saber|ver)|e o que (?:eu )?(?:quero|preciso)(?: saber)?
  k{2,}|(?:rs)+|(?:ha|he){2,}`);
