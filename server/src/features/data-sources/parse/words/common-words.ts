/** Verbs and nouns of questions that say nothing of the subject. Folded. */
export const EMPTY_WORDS = new Set(
  `tudo todo todas todos geral gerais registrado registrada registrados registradas cadastrado cadastrada cadastrados cadastradas
  existente existentes ocorreram ocorreu aconteceram entraram entrou entrada entradas feito feitos feita feitas realizadas realizados
  tiveram teve recebeu receberam recebe recebidas recebidos tem gerou deu deram ficou ficaram custar vai foi foram sao
  houve havia comparado relacao total soma tabela base fonte sistema planilha lista dados informacoes informacao figura
  atualmente agora momento ai aqui la ja ainda so somente apenas tambem mesmo tao assim entao pois ok certo valores
  favor gentileza contando considerando usando conforme segundo curso nivel tipo tipos status casa moram mora moradores
  trabalham trabalha trabalhando atuam atua fazem faz abrem abre abriram abriu aberturas dar somar calcular calcule
  estar estejam esteja sejam seja sendo possuem possui ter tendo haver apresentam apresenta aparecem aparece
  pessoal numero numeros diga fale mostre quero qual quais cada vez vezes caso casos mundo brasil pais
  relacionado relacionada relacionados relacionadas referente referentes envolvendo envolvem ligado ligada ligados ligadas
  menciona mencionam cita citam fala falam trata tratam contenha contenham contem respectivo respectiva costuma costumam
  houvesse leva levam levou levaram demora demoram demorou demoraram gasta gastam gastou gastaram gasto gastos
  respectivamente ambos ambas dois duas primeiro lugar posicao ordem maneira forma via meio passar passou
  sera serao podem pode poderia houveram ocorrem contem contam conta dentro tivemos temos tinha tinham tenha tenham
  acontece acontecem aconteceu definido definida definidos definidas aplicado aplicada aplicados aplicadas efetuado
  efetuada efetuados efetuadas existir constar prefeitura lancado lancada lancados lancadas aceito aceita aceitos aceitas
  fizeram fez fizemos gastamos pagamos recebemos compramos consumido consumida consumidos consumidas consumiu consumiram consomem
  usa usam usaram usou usado usada usados usadas utiliza utilizam utilizaram estuda estudam estudaram frequenta frequentam
  pegou pegaram pega pegam tirou tiraram tira tiram chamado chamada chamados chamadas recebem unico unica rede lido lida
  abasteceu lemos emprestamos pra pras pro pros num numa nuns numas dum duma ne dai cade vem veio vieram sai sairam saiu saem traz
  representa representam corresponde correspondem equivale equivalem identificado identificada identificados identificadas detectado
  detectada detectados detectadas constatado constatada constatados constatadas relatado relatada relatados relatadas notificado
  notificada notificados notificadas contabilizado contabilizada contabilizados contabilizadas palavra termo expressao ate
  cadastro cadastros dada dado dados transportado transportada transportados transportadas alguem isso disso nisso aquilo daquilo gente`.split(
    /\s+/,
  ),
);

/** Words for people, whatever they do. Folded. */
export const PERSON =
  /^(?:pacientes?|alun[oa]s?|servidor(?:a|es|as)?|funcionari[oa]s?|clientes?|pessoas?|morador(?:a|es|as)?|homem|homens|mulher(?:es)?|candidat[oa]s?|bolsistas?|atletas?|professor(?:a|es|as)?|motoristas?|idos[oa]s?|menin[oa]s?|criancas?|leitor(?:a|es|as)?|beneficiari[oa]s?|usuari[oa]s?|hospedes?|trabalhador(?:a|es|as)?|estudantes?|participantes?|inscrit[oa]s?|doador(?:a|es|as)?|quem)$/;
