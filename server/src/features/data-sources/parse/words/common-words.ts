/** Verbs and nouns of questions that say nothing of the subject. Folded. */
export const EMPTY_WORDS = new Set(
  `junto juntos junta juntas tudo todo todas todos geral gerais registrado registrada registrados registradas cadastrado cadastrada cadastrados cadastradas
  existente existentes ocorreram ocorreu aconteceram entraram entrou entrada entradas feito feitos feita feitas realizadas realizados
  tiveram teve recebeu receberam recebe recebidas recebidos tem gerou deu deram ficou ficaram custar vai foi foram sao
  houve havia comparado relacao total soma tabela base fonte sistema planilha lista dados informacoes informacao figura
  atualmente agora momento ai aqui la ja ainda so somente apenas tambem mesmo tao assim entao pois ok certo valores
  favor gentileza contando considerando usando conforme segundo curso nivel tipo tipos status casa moram mora moradores
  trabalham trabalha trabalhando atuam atua fazem faz abrem abre abriram abriu aberturas dar somar calcular calcule
  estar esteve estiveram estava estavam estejam esteja sejam seja sendo possuem possui ter tendo haver apresentam apresenta aparecem aparece
  fica ficam ficava ficavam dura duram durou duraram pessoal numero numeros diga fale mostre quero qual quais cada vez vezes caso casos mundo brasil pais
  relacionado relacionada relacionados relacionadas referente referentes envolvendo envolvem ligado ligada ligados ligadas
  menciona mencionam cita citam fala falam trata tratam contenha contenham contem respectivo respectiva costuma costumam
  houvesse leva levam levou levaram demora demoram demorou demoraram gasta gastam gastou gastaram gasto gastos
  respectivamente ambos ambas dois duas primeiro lugar posicao ordem maneira forma via meio passar passou
  sera serao podem pode poderia houveram ocorrem contem contam conta dentro tivemos temos tinha tinham tenha tenham
  acontece acontecem aconteceu definido definida definidos definidas aplicado aplicada aplicados aplicadas efetuado
  efetuada efetuados efetuadas existir constar prefeitura lancado lancada lancados lancadas mim saber saberia afinal enfim olha olhe hein heim beleza blz valeu vlw pfv pfvr pls please acaso
  precisava chefe galera opa viu sabe certinho resposta pergunta duvida favorzinho curiosidade rapidinho aceito aceita aceitos aceitas
  fizeram fez fizemos gastamos pagamos recebemos compramos consumido consumida consumidos consumidas consumiu consumiram consomem
  usa usam usaram usou usado usada usados usadas utiliza utilizam utilizaram estuda estudam estudaram frequenta frequentam
  pegou pegaram pega pegam tirou tiraram tira tiram chamado chamada chamados chamadas recebem unico unica rede lido lida
  abasteceu lemos emprestamos pra pras pro pros num numa nuns numas dum duma ne dai cade vem veio vieram sai sairam saiu saem traz
  representa representam corresponde correspondem equivale equivalem identificado identificada identificados identificadas detectado
  detectada detectados detectadas constatado constatada constatados constatadas relatado relatada relatados relatadas notificado
  notificada notificados notificadas contabilizado contabilizada contabilizados contabilizadas palavra termo expressao ate
  mas porem contudo todavia entretanto realmente efetivamente vz vzs cadastro cadastros dada dado dados transportado transportada transportados transportadas alguem isso disso nisso aquilo daquilo gente`.split(
    /\s+/,
  ),
);

/** Words for people, whatever they do. Folded. */
export const PERSON =
  /^(?:pacientes?|alun[oa]s?|servidor(?:a|es|as)?|funcionari[oa]s?|clientes?|pessoas?|morador(?:a|es|as)?|homem|homens|mulher(?:es)?|candidat[oa]s?|bolsistas?|atletas?|professor(?:a|es|as)?|motoristas?|idos[oa]s?|menin[oa]s?|criancas?|leitor(?:a|es|as)?|beneficiari[oa]s?|usuari[oa]s?|hospedes?|trabalhador(?:a|es|as)?|estudantes?|participantes?|inscrit[oa]s?|doador(?:a|es|as)?|quem)$/;

/* The closed lists of words that cannot change a figure: a content word that is on none of them, and that no rule has taken, stops the answer. */

const words = (text: string): Set<string> => new Set(text.trim().split(/\s+/));

/** They ask, thank, point at the table or say that what is asked for is there at all. */
const FRAMES = words(`
  junto juntos junta juntas tabela base fonte sistema planilha lista dados dado informacoes informacao figura registrado registrada registrados registradas
  cadastrado cadastrada cadastrados cadastradas cadastro cadastros existente existentes existir constar consta constam
  atualmente agora momento ai aqui la ja so somente apenas tambem tao assim entao pois ok certo favor gentileza
  diga fale mostre quero qual quais pra pras pro pros num numa nuns numas dum duma ne dai cade alguem gente isso disso nisso
  aquilo daquilo tudo todo toda todos todas geral gerais total soma ao calcular calcule somar dar figura conta contam contem
  respectivo respectiva respectivamente costuma costumam mundo brasil pais curiosidade rapidinho
  mim saber saberia afinal enfim bom olha olhe hein heim beleza blz valeu vlw pfv pfvr pls please acaso real verdade preciso precisava
  mas porem contudo todavia entretanto realmente efetivamente contando considerando vz vzs gostaria chefe galera opa oi ola cara viu sabe certinho exato exatamente exata resposta pergunta duvida favorzinho reais`);

/** Light verbs: what they say of the rows, the words beside them say. */
const LIGHT = words(`
  ocorreram ocorreu ocorrem aconteceram aconteceu acontece acontecem acontecer tiveram teve tem tivemos temos tinha tinham tenha
  tenham ter tendo deu deram gerou ficou ficaram foi foram sao e era eram vai vao sera serao houve houveram havia houvesse haver
  estar esta estao estava estavam esteve estiveram estejam esteja sejam seja sendo possuem possui apresentam apresenta aparecem aparece
  fazem faz fez fizeram fizemos feito feitos feita feitas realizado realizada realizados realizadas efetuado efetuada efetuados
  efetuadas lancado lancada lancados lancadas dada dadas dado dados pode podem poderia custar custam leva levam levou levaram
  vem veio vieram sai saiu sairam saem entrou entraram chegou chegaram recebeu receberam recebe recebem recebemos
  gastamos pagamos compramos abasteceu lemos emprestamos fica ficam ficava ficavam dura duram durou duraram`);

/** They join a word to what it is about. */
const LINKS = words(`
  relacionado relacionada relacionados relacionadas referente referentes envolvendo envolvem ligado ligada ligados ligadas
  menciona mencionam cita citam fala falam trata tratam contenha contenham palavra termo expressao caso casos vez vezes
  chamado chamada chamados chamadas identificado identificada identificados identificadas relatado relatada relatados relatadas
  constatado constatada constatados constatadas contabilizado contabilizada contabilizados contabilizadas
  notificado notificada notificados notificadas detectado detectada detectados detectadas definido definida definidos definidas
  aplicado aplicada aplicados aplicadas`);

export const isHarmless = (form: string): boolean => FRAMES.has(form) || LIGHT.has(form) || LINKS.has(form);

/** Courtesies elsewhere, and here words that tell one thing from another. */
export const isPointing = (form: string): boolean =>
  /^(?:outr[oa]s?|mesm[oa]s?|dess[ea]|ness[ea])$/.test(form);
