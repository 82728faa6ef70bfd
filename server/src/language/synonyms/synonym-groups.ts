/**
 * Words that say the same in Portuguese: those of Portugal beside those of Brazil, those of offices beside those of the
 * people who ask them, and those of everyday beside those of documents. Own work; nothing is copied from a thesaurus. Groups stand apart by `|`, their words by commas.
 */

import { AT_HOME_AND_AT_WORK } from './everyday/at-home-and-at-work.ts';
import { COMPUTERS_AND_THINGS } from './everyday/computers-and-things.ts';
import { HOME_AND_HEALTH } from './everyday/home-and-health.ts';
import { MONEY_AND_OFFICES } from './everyday/money-and-offices.ts';
import { RULES_AND_PAPERS } from './everyday/rules-and-papers.ts';
import { WORK_AND_SCHOOL } from './everyday/work-and-school.ts';

export type SynonymGroup = {
  /** Words and phrases. */
  words: string[];
  /** The words that they stand for, in this direction only; absent where each of the words stands for every other. */
  others?: string[];
  /** How much an alternative counts beside the word that was typed, above 0 to 1. */
  weight: number;
};

const PORTUGAL_AND_BRAZIL = `
ficheiro, arquivo | palavra-passe, palavra passe, senha | ecrã, tela | rato, mouse | utilizador, usuário
telemóvel, celular | pasta, directório, diretório | descarregar, baixar | carregar, enviar | apagar, excluir, remover
eliminar, excluir, apagar | guardar, salvar, gravar | teclado numérico, teclas numéricas | impressora predefinida, impressora padrão
predefinido, predefinição, padrão | predefinição, valor padrão | arrancar, inicializar, iniciar | arranque, inicialização
encaminhador, roteador | servidor de correio, servidor de e-mail | correio electrónico, correio eletrônico, e-mail
disco rígido, disco rijo, HD | pen, pendrive, pen drive | ligação, conexão | ligar, conectar | desligar, desconectar
registo, registro | registar, registrar | sítio, site | página inicial, página principal | autocarro, ônibus | comboio, trem
casa de banho, banheiro | pequeno-almoço, café da manhã | facto, fato | contacto, contato | equipa, equipe, time
equipamento, aparelho | factura, fatura, nota fiscal | facturação, faturamento | morada, endereço | código postal, CEP
apelido, sobrenome | nome próprio, prenome | bilhete de identidade, carteira de identidade, RG | carta de condução, carteira de motorista, CNH
contribuinte, NIF, CPF | número de contribuinte, CPF | freguesia, bairro | concelho, município | câmara municipal, prefeitura
presidente da câmara, prefeito | junta de freguesia, subprefeitura | segurança social, previdência social | reforma, aposentadoria
reformado, aposentado | desemprego, seguro-desemprego | subsídio, auxílio | subsídio de férias, abono de férias
subsídio de refeição, vale-refeição, auxílio-alimentação | décimo terceiro mês, décimo terceiro salário, gratificação natalina
ordenado, salário, vencimento | recibo de vencimento, contracheque, holerite | propina, mensalidade | estágio, período de experiência
explicador, professor particular | licenciatura, graduação | secundário, ensino médio | primária, ensino fundamental
infantário, creche | jardim de infância, pré-escola | talho, açougue | peão, pedestre | passadeira, faixa de pedestres
rotunda, rotatória | portagem, pedágio | parque de estacionamento, estacionamento | gasolina, combustível | travão, freio
camião, caminhão | mota, moto, motocicleta | boleia, carona | avariar, quebrar | avaria, defeito, pane | reparar, consertar
arranjar, consertar | penso rápido, curativo | sida, AIDS | utente, paciente | centro de saúde, posto de saúde, unidade básica de saúde
urgência, pronto-socorro | médico de família, clínico geral | receita, prescrição | comprimido, pílula | dador, doador
biberão, mamadeira | fralda, fraldas | fato de banho, maiô | camisola, blusa | fato, terno | ténis, tênis | relva, grama
frigorífico, geladeira | autoclismo, descarga | canalizador, encanador | electricista, eletricista | contentor, contêiner
ementa, cardápio | empregado de mesa, garçom | sumo, suco | gelado, sorvete | sandes, sanduíche | alcunha, apelido
acordo, convênio | planear, planejar | planeamento, planejamento | controlo, controle | controlar, verificar | fiabilidade, confiabilidade
partilhar, compartilhar | partilha, compartilhamento | visualizar, ver | seleccionar, selecionar, escolher | clicar, premir, pressionar
premir, apertar | tecla, botão | separador, aba | ponteiro, cursor | cópia de segurança, backup, salvaguarda
restaurar, recuperar | actualizar, atualizar | actualização, atualização | correr, executar, rodar
execução, processamento | anfitrião, host, máquina | consola, console, terminal | linha de comandos, terminal
secção, seção | parágrafo, alínea | rodapé, nota de rodapé | tipo de letra, fonte | negrito, bold | itálico, cursivo
quebra de linha, mudança de linha | índice, sumário | índice remissivo, índice alfabético | cabeçalho, título | legenda, rótulo
imagem, figura | gráfico, diagrama | apresentação, slides | diapositivo, slide, lâmina | folha de cálculo, planilha
base de dados, banco de dados | processador de texto, editor de texto | cliente de correio, leitor de e-mail | rede sem fios, rede sem fio, Wi-Fi
ligação física, hard link | ligação simbólica, link simbólico | caminho, endereço | permissão, direito de acesso | proprietário, dono
superutilizador, superusuário, root | iniciar sessão, fazer login | terminar sessão, fazer logout
erro, falha, bug | aviso, alerta | depurar, corrigir | correcção, correção | suporte, apoio | ajuda, assistência
controlador, driver | placa, cartão | ecrã táctil, tela sensível ao toque | auscultadores, fones de ouvido | coluna de som, alto-falante
digitalizar, escanear | digitalizador, scanner | fotocópia, cópia, xerox | imprimir, impressão | tinteiro, cartucho
fuso horário, zona horária | língua, idioma | transferir, baixar | transferência, download | carregamento, upload
`;

const ADMINISTRATION = `
servidor, funcionário | servidor público, funcionário público | chefe, chefia, superior | chefia imediata, superior imediato
diretor, dirigente | secretário, titular da pasta | colaborador, funcionário, empregado | estagiário, bolsista | terceirizado, prestador de serviço
licença de funcionamento, alvará | alvará de construção, licença de obra | habite-se, certificado de conclusão de obra
edital, chamamento público | licitação, concorrência, pregão | pregão, leilão reverso | dispensa de licitação, contratação direta
licitante, concorrente, participante | fornecedor, contratada, empresa | vencedor, adjudicatário | proposta, oferta, lance
ata de registro de preços, registro de preços | contrato, ajuste | aditivo, termo aditivo | prorrogação, renovação | prorrogar, renovar, estender
rescisão, distrato | rescindir, cancelar o contrato | garantia, caução | esclarecimento, dúvida | impugnação, contestação
impugnar, contestar | recurso, apelação | recorrer, contestar | sanção, penalidade, punição | multa, penalidade | suspensão, impedimento
inidôneo, impedido | habilitação, qualificação | atestado de capacidade técnica, comprovação de experiência | amostra, exemplar
objeto da licitação, finalidade | termo de referência, especificação | projeto básico, termo de referência | cronograma, calendário | medição, aferição
entrega, fornecimento | recebimento definitivo, aceite | recebimento, entrega | pagamento, quitação | pagar, quitar | empenho, reserva de verba
verba, recurso financeiro, dotação | orçamento, dotação orçamentária | despesa, gasto | receita, arrecadação | tributo, imposto
taxa, tarifa | isenção, dispensa de pagamento | isento, dispensado | desconto, abatimento | parcelamento, pagamento em parcelas
em quanto tempo, prazo
parcela, prestação | juros, encargos | dívida, débito | dívida ativa, débito inscrito | certidão negativa, nada consta
certidão, declaração | segunda via, cópia | carnê, boleto, guia | vencimento, prazo de pagamento | prazo, data limite
antecedência, antes | atraso, mora | atrasado, em mora | diária, ajuda de viagem | viagem, deslocamento | viajar, deslocar-se
passagem, bilhete | hospedagem, pousada, hotel | dormir fora, pernoite, pernoitar | alimentação, refeição | ressarcimento, reembolso
ressarcir, reembolsar | restituição, devolução | restituir, devolver | indenização, compensação | adiantamento, suprimento de fundos
prestação de contas, comprovação de despesas | prestar contas, comprovar despesas | relatório, comprovação | comprovante, recibo
férias, descanso anual | folga, descanso | recesso, pausa | feriado, dia sem expediente | expediente, horário de funcionamento
horário de atendimento, expediente | jornada, carga horária | hora extra, serviço extraordinário | banco de horas, compensação de horas
ponto, frequência | ponto eletrônico, registro de frequência | falta, ausência | faltar, ausentar-se | abono, justificativa
atestado, atestado médico | licença médica, licença para tratamento de saúde | licença-maternidade, licença à gestante
licença-paternidade, licença do pai | afastamento, licença | teletrabalho, home office, trabalho remoto | remoção, transferência
redistribuição, transferência | exoneração, desligamento | demissão, dispensa | nomeação, designação | posse, investidura
concurso público, seleção | processo seletivo, seleção | inscrição, cadastro | cadastro, registro | cadastrar, registrar, inscrever
matrícula, inscrição | vaga, lugar | candidato, inscrito | prova, exame | gabarito, respostas | estágio probatório, período de experiência
promoção, progressão | gratificação, adicional | adicional noturno, trabalho à noite | insalubridade, trabalho insalubre
aposentadoria, inatividade | pensão, benefício | dependente, familiar | cônjuge, esposo, marido, esposa | certidão de nascimento, registro civil
requerimento, pedido, solicitação | requerer, pedir, solicitar | requerente, solicitante, interessado | formulário, ficha
protocolo, número do processo | protocolar, dar entrada | processo, autos | despacho, decisão | deferimento, aprovação | deferir, aprovar
indeferimento, negativa | indeferir, negar, recusar | recusa, negativa | notificação, intimação | notificar, avisar, comunicar
ofício, carta oficial | memorando, comunicação interna | portaria, ato | decreto, ato do prefeito | lei, legislação | norma, regra, regulamento
regimento, regulamento | estatuto, regime | artigo de lei, dispositivo | revogar, cancelar | revogado, cancelado | vigência, validade
vigorar, valer | publicação, divulgação | diário oficial, imprensa oficial | sigilo, segredo | confidencial, sigiloso
transparência, acesso à informação | ouvidoria, reclamações | denúncia, reclamação | reclamação, queixa | fiscalização, inspeção
fiscal, inspetor | vistoria, inspeção | auditoria interna, controle interno | patrimônio, bens | bem móvel, mobiliário | almoxarifado, depósito
depósito, estoque | veículo oficial, carro oficial | motorista, condutor | frota, veículos | manutenção, conserto | obra, construção
imóvel, prédio | aluguel, locação | alugar, locar | locatário, inquilino | locador, proprietário | terreno, lote | escritura, título de propriedade
IPTU, imposto predial | ISS, imposto sobre serviços | ITBI, imposto de transmissão | coleta de lixo, limpeza urbana | lixo, resíduos
iluminação pública, luz da rua | calçada, passeio público | buraco, pavimentação | asfalto, pavimentação | água, abastecimento
esgoto, saneamento | árvore, arborização | poda, corte de árvore | barulho, ruído, poluição sonora | animal de estimação, cão, gato
merenda, alimentação escolar | aluno, estudante | professor, docente | escola, unidade escolar | universidade, faculdade
bolsa de estudos, auxílio financeiro | ônibus escolar, transporte escolar | vacina, imunização | remédio, medicamento
consulta, atendimento | consulta médica, atendimento médico | internação hospitalar, hospitalização | cirurgia, operação | exame, análise clínica
idoso, pessoa idosa, terceira idade | deficiente, pessoa com deficiência | criança, menor | adolescente, jovem | morador, residente
cidadão, munícipe | população, habitantes | moradia, habitação | aluguel social, auxílio-moradia | bolsa família, auxílio
assistência social, CRAS | defesa civil, emergência | bombeiros, corpo de bombeiros | guarda municipal, polícia municipal | reunião, sessão
ata, registro da reunião | pauta, ordem do dia | votação, deliberação | presidir, dirigir | convocação, chamada | comissão, comitê
conselho, colegiado | mandato, período | assinatura, firma | assinar, firmar | assinatura eletrônica, assinatura digital | carimbo, selo
comprar, adquirir | compra, aquisição | vender, alienar | venda, alienação | doar, ceder | empréstimo, cessão | emprestar, ceder
gênero alimentício, alimento | alimento, comida, gênero alimentício | quantidade, quantitativo | preço, valor | custo, preço, valor
começar, iniciar | início, começo | terminar, encerrar, acabar | término, fim, encerramento | obrigatório, exigido | exigir, requerer
proibido, vedado | proibir, vedar | permitido, autorizado | permitir, autorizar | autorização, permissão | direito, fazer jus
receber, fazer jus | perder, ficar sem | metade, cinquenta por cento | comum, demais | responsável, encarregado | ajudar, auxiliar
mudar, alterar, modificar | mudança, alteração | alterar, modificar | escolher, selecionar, optar | escolha, seleção, opção
mostrar, exibir | exibir, visualizar | procurar, buscar, pesquisar | busca, pesquisa | achar, encontrar, localizar | ensinar, instruir
explicar, esclarecer | enviar, encaminhar, mandar | perto, próximo | grátis, gratuito | gratuidade, isenção | rápido, ágil | perigoso, arriscado
`;

const EVERYDAY = `
cachorro, cão, animal | gato, felino, animal | bicho, animal | boi, vaca, gado, animal de grande porte | passarinho, pássaro, ave
barulho, som, perturbação do sossego | bagunça, perturbação do sossego, desordem | festa, evento, confraternização | balada, festa, evento
pedreiro, obra, construção civil | derrubar, demolir, demolição | quebrar parede, demolição, reforma | reforma, obra, benfeitoria
entulho, resíduos da construção | contêiner, container, caçamba | puxadinho, ampliação, acréscimo | terreno vazio, terreno baldio, lote vago
camelô, ambulante, vendedor ambulante | barraca, banca, quiosque | lavar, lavagem, limpeza | rua, via pública, logradouro, avenida
carro, veículo, automóvel | moto, motocicleta, veículo | estacionar, estacionamento, vaga | vaga de carro, garagem, estacionamento
guincho, reboque, remoção | rebocar, remover, guinchar | prender, apreender, recolher | pegar, apreender, recolher, retirar | buscar, retirar, resgatar
pegar de volta, reaver, resgatar | mais barato, desconto, menor preço | barato, econômico, menor preço | caro, oneroso, maior valor
dinheiro, verba, recursos, quantia | grana, dinheiro, valor | devolver, restituir, reembolsar, devolução | luz, energia elétrica, energia
conta de luz, energia elétrica | conta de água, tarifa de água | gastar, despender, custear, despesa | salário mínimo, piso salarial, piso
salário, remuneração, vencimento, ordenado | ganhar, receber, perceber, remuneração | vencer, ganhar | aumento, reajuste, acréscimo
aumentar, reajustar, majorar, elevar | disparar, elevar-se, subir | subir, aumentar, elevar | baixar, reduzir, diminuir | diminuir, reduzir, redução
custar, valor, preço | cobrar, cobrança, taxa, preço | descontar, desconto, dedução, coparticipação | gorjeta, taxa de serviço
demorar, demora, atrasar, prazo | fila, espera, atendimento | último, final | até quando, prazo | quanto tempo, prazo, duração, período
quantos dias, prazo | até que dia, prazo, data limite | que dia, data | que horas, horário | de quanto em quanto tempo, periodicidade, frequência, intervalo
na hora, imediatamente, imediato | de manhã, matutino, manhã | de tarde, vespertino, tarde | de noite, noturno, noite | fim de semana, sábado, domingo
toda semana, semanal, semanalmente | todo mês, mensal, mensalmente | todo ano, anual, anualmente | todo dia, diário, diariamente
patrão, empregador, empresa | trabalhador, empregado | mandar embora, demitir, dispensar | demitir, dispensar, desligar | demitido, dispensado, desligado
foi embora, desligamento, desligado | sair da empresa, desligamento, rescisão | vizinho, morador, condômino | dono, proprietário, titular
mãe, genitora, pais | pai, genitor, pais | filho, dependente | filha, dependente | esposa, cônjuge, companheira | marido, cônjuge, companheiro
namorado, companheiro | avô, avó, ascendente | velho, idoso | bebê, recém-nascido, criança | grávida, gestante | gravidez, gestação
doente, paciente, enfermo | doença, enfermidade, moléstia | visitante, visita, público externo | hóspede, cliente, turista | comprador, cliente, consumidor
freguês, cliente, consumidor | faxineira, servente, auxiliar de limpeza | faxina, limpeza, higienização | porteiro, portaria, vigia | segurança, vigilante, vigilância
comandar, presidir, dirigir, chefiar | mandar, dirigir, presidir | cuidar, responsável, encarregado | tomar conta, guardar, responsável | conservar, guardar, armazenar, reter
guardar, armazenar, manter, retenção | desistir, desistência, cancelar | cancelar, cancelamento | trancar, trancamento | contestar, impugnar, recorrer
reclamar, recorrer, impugnar, recurso, reclamação | tirar dúvida, esclarecimento, pedido de esclarecimento | tentar de novo, nova tentativa, repetir
estragar, danificar, dano | estragado, danificado, avariado | quebrado, avariado, com defeito | parar, interromper, suspender | interromper, parar, cancelar, abortar
parar de receber, descadastrar, cancelar inscrição | sumir, desaparecer, indisponível | extraviar, perder, extravio | perder, extraviar, perda | esquecer, esquecimento, omissão
travar, bloquear, bloqueio | travado, bloqueado, preso | destravar, desbloquear, liberar | desbloquear, liberar, desbloqueio | reiniciar, reinicialização
recarregar, carregar, recarga | esquentar, aquecer, aquecimento | esfriar, resfriar, refrigerar | molhar, umedecer | acender, acionar, ligar
apertar, pressionar, acionar | encher, abastecer, preencher | trocar, substituir, substituição, troca | botar, colocar, inserir | colocar, incluir, inserir, pôr
incluir, inclusão, acrescentar | tirar, retirar, remover | jogar fora, descartar, descarte | descartar, descarte, destinação | limpar, higienizar, limpeza
conferir, verificar, conferência | checar, verificar | ver, consultar, listar | fazer depois, segunda chamada | perdi a prova, segunda chamada
passar de ano, aprovação, promoção | prova, avaliação | aula, dia letivo, letivo | volta às aulas, início das aulas, início do ano letivo | férias escolares, recesso escolar
matéria, disciplina | comer, refeição, cardápio | comida, refeição, gêneros alimentícios | almoçar, almoço, refeição | jantar, refeição | lanche, merenda
bandejão, restaurante universitário, refeitório | refeitório, restaurante | lanchonete, cantina | celular, telefone, aparelho celular | zap, WhatsApp
e-mail, email, correio eletrônico | mail, e-mail | site, página, portal | internet, rede | computador, microcomputador, equipamento de informática
notebook, laptop, computador portátil | senha padrão, senha de fábrica, senha inicial | login, usuário, acesso | filmagem, imagem, gravação, câmera | câmera, CFTV, videomonitoramento
foto, fotografia, imagem | propaganda, publicidade, marketing | dados pessoais, informações pessoais | papel, documento | papelada, documentação, documentos
documento com foto, documento de identificação | diploma, certificado, escolaridade | estudo, escolaridade, formação | ensino superior, graduação, nível superior
ensino médio, nível médio | ensino fundamental, nível fundamental | colégio, escola | moradia estudantil, casa do estudante, alojamento | teto, limite, valor máximo, máximo
máximo, limite, limitado | mínimo, piso | espaço, capacidade, cota | tamanho, dimensão, capacidade | largura, medida | peso, carga | quantas pessoas, capacidade, lotação
lugares, capacidade, assentos | endereço, localização, local, rua | onde fica, localização, endereço, situado | lugar, local | cidade, município, localidade
quais cidades, municípios, base territorial | área, região | outro estado, fora do estado | morar, residir, residência | casa, residência, domicílio | apartamento, unidade, unidade autônoma
prédio, edifício, edificação | piso, pavimento, revestimento | banheiro, sanitário | geladeira, refrigerador, câmara fria | posto, unidade de saúde
ambulância, transporte sanitário, transporte de pacientes | olhos, catarata, oftalmologia | dente, odontologia | dentista, odontólogo, odontologia
psicólogo, psicologia, apoio psicológico | auxílio-doença, benefício por incapacidade | plano de saúde, convênio médico, assistência médica | convênio, plano de saúde
quarto individual, apartamento, acomodação individual | quarto coletivo, enfermaria | trabalhar de casa, teletrabalho | trabalho em casa, teletrabalho
bater o ponto, registro de ponto, registrar o ponto | crachá, identificação funcional | vale-transporte, auxílio-transporte | vale, auxílio, benefício
benefício, vantagem, auxílio | turno, jornada, horário | dia de folga, descanso semanal, repouso semanal | assédio, conduta indevida | denunciar, denúncia, canal de denúncia
sindicato, entidade sindical | desconto do sindicato, contribuição assistencial, contribuição sindical | acordo coletivo, convenção coletiva, acordo | hotel, meio de hospedagem
uniforme, vestimenta, fardamento | roupa, traje, vestimenta | renovar sozinho, renovação automática | sozinho, automaticamente, automático
cobrir, cobertura, incluir, abranger | não cobre, excluído, exclusão | abrangência, cobertura | empresa pequena, microempresa, empresa de pequeno porte | pequena empresa, microempresa, empresa de pequeno porte
loja, estabelecimento, comércio | mercadoria, produto, bem | descarregar, entregar, entrega | entregar, entrega | produto, item, mercadoria | provar, degustar, avaliar, análise
aprovar, aprovação, deferir | votar, voto, votação | ser contra, voto contrário, contrário | a favor, favorável | decidir, decisão, deliberar, deliberação | adiar, adiamento, transferir
eleição, eleger, eleito | reunir, reunião | encontro, reunião | concorrer, candidatar-se, candidatura | cadeira, vaga, assento | código de erro, falha, alarme, mensagem
histórico, registro, log | exportar, transferir, copiar | serviço, processo, daemon | água da torneira, água da rede, água potável | emergência, plantão, urgência
suporte, assistência técnica | técnico, assistência técnica | gato de água, ligação clandestina, fraude | ligação clandestina, fraude, irregularidade | desperdício, perda, perdas
vazamento, perda, rompimento | cano, tubulação, rede | falta de água, desabastecimento, interrupção | ecoponto, ponto de entrega voluntária | reciclagem, coleta seletiva
queimada, queima, fogo | fogo, incêndio | foguete, fogos de artifício | fumar, cigarro, fumo | ônibus, transporte coletivo | passagem de ônibus, tarifa
passagem de avião, passagem aérea | avião, aéreo, aeronave | de novo, novamente, segunda via | imprimir de novo, segunda via, reimpressão | balcão, atendimento presencial
pessoalmente, presencial, presencialmente | pela internet, on-line, eletrônico, digital | cotas, reserva de vagas | concurso, certame | resultado, classificação
piorar, aumentar, agravar | melhorar, reduzir, melhoria | exigência, requisito, obrigatoriedade | vantagem, benefício | desvantagem, limitação | problema, falha, defeito
motivo, razão, causa | objetivo, finalidade | jeito, modo, forma, maneira | pedaço, parte, trecho | briga, conflito | roubo, furto | roubar, furtar, subtrair | machucar, ferir, lesão
pedir as contas, pedir demissão, pedido de demissão, desligamento | justa causa, falta grave | licença, afastamento, ausência | folga, ausência, licença
vender, converter em dinheiro, alienar | bico, trabalho eventual, segundo emprego | primeira parcela, adiantamento
batida, marcação, registro de ponto | acertar, ajustar, corrigir, regularizar, ajuste | consertar, reparar, corrigir, conserto, reparo | errado, indevido, incorreto
dinheiro de volta, reembolso, estorno, restituição, devolução | voltar, devolver, estornar | abatimento, desconto, redução
fiador, garantia, garantidor | calote, inadimplência | nome sujo, inadimplente, negativado | juros, encargos, mora | boleto, guia, fatura | conta, fatura, tarifa
casa, imóvel, moradia | apartamento, imóvel | temporada, aluguel por temporada, hospedagem
inquilino, locatário, morador | síndico, administração, administrador | elevador, ascensor | garagem, vaga, subsolo | mudança, transporte de móveis
som alto, barulho, volume | tocar música, som, música ao vivo | música, som | churrasco, churrasqueira
peixe, pescado | carne, açougue | verdura, legume, hortaliça, hortifrutigranjeiro | fruta, hortifrutigranjeiro | camelô, comerciante ambulante, comércio ambulante | feira, feira livre | feirante, permissionário
outra pessoa, terceiro | passar para outra pessoa, transferir, transferência, cessão | passar para o nome, transferir, transferência de titularidade | no lugar, substituir, sucessão
viúva, cônjuge, companheiro, pensionista | herdeiro, sucessor | falecer, óbito, morte, falecimento | morrer, falecer, falecimento, óbito | nascer, nascimento, parto | parir, parto, nascimento
operar, cirurgia, procedimento cirúrgico | ser internado, internação | internar, internação, hospitalização | ficar junto, acompanhante, acompanhar | acompanhar, acompanhante
remédio, medicação, medicamento | exame de sangue, exame laboratorial | raio-x, radiografia | consulta, atendimento médico | terapia, psicoterapia, sessão | óculos, lentes
sogra, sogros | sogro, sogros | irmã, irmãos | irmão, irmãos | neta, netos | tia, parentes | parente, familiar | enteado, filho do cônjuge | solteiro, não casado
fora do país, exterior, estrangeiro, internacional | outro país, exterior, estrangeiro | exterior, estrangeiro, fora do Brasil | viajar para fora, viagem internacional, exterior
celular, aparelho, dispositivo | aplicativo, app, canal eletrônico, canal digital | pelo aplicativo, canal eletrônico, meio eletrônico | na agência, canal presencial, presencial | pelo site, canal eletrônico, portal
entrar no sistema, acesso, login, autenticação | apagar, remover, excluir, limpar | mexer, editar, alterar, trabalhar | guardar, salvar, gravar | piscar, intermitente | ligar, acender, acionar | desligar, desativar
travar, congelar, parar de responder | lento, demorado, desempenho | tela preta, sem imagem | cabo, fio, conector | tomada, energia | carregar, recarregar, recarga | pilha, bateria | tecla, botão, atalho | atalho, tecla, combinação de teclas
letra, caractere, fonte | espaço entre linhas, entrelinha, espaçamento | margem, borda | capa, folha de rosto | rodapé, nota de rodapé | bibliografia, referências | figura, imagem, ilustração | tabela, quadro
matar aula, falta, ausência | repetir de ano, reprovação, retenção | reprovar, reprovação, retenção | recuperação, reavaliação | nota, conceito, média | nota mínima, média mínima | boletim, resultado, desempenho
pai de aluno, responsável | responsável, pais | recreio, intervalo | uniforme escolar, uniforme | suspender aluno, suspensão | expulsar, transferência compulsória, desligamento, exclusão
mandar proposta, apresentar proposta, envio da proposta | ganhar a licitação, vencedor, adjudicação | quem ganhou, vencedor, contratado, contratada, adjudicatário | ganhar, vencer, vencedor, contratar | perder a licitação, desclassificação, inabilitação
empate, desempate | lance, oferta | documentos da empresa, habilitação | tirar da licitação, desclassificar, inabilitar | quanto vale, valor estimado | nota fiscal, documento fiscal | receber o dinheiro, pagamento, crédito
multar, infração, penalidade, sanção | infração, irregularidade | punir, penalidade, sanção, multa | dar baixa, cancelar, encerrar | fechar a conta, encerramento, cancelamento
quem manda, responsável, compete, dirige, presidência | quem decide, compete, competência, decisão | quem cuida, responsável, gestão | quem paga, às expensas, por conta | pagar do bolso, às suas expensas, por conta própria
proibir, vedar, vedado, proibido | permitido, proibido, vedado | não pode, vedado, proibido | deixar, permitir, autorizar | aproveitar, utilizar, reutilizar, uso | juntar, acumular, somar | junto, acumulado, concomitante
de graça, gratuito, sem custo, isento | sem pagar, gratuito, isento, isenção | pagar menos, desconto, redução | meia-entrada, desconto, metade | máximo, teto, não superior | no máximo, até, limite | pelo menos, no mínimo, mínimo
de onde vem, origem | de onde saiu, origem, vem | quando começou, início, fundação, criação | inventar, criar, criação | criador, fundador, autor | líder, dirigente, coordenador | liderança, direção, presidência
morrer, falecer, óbito | morte, falecimento, óbito | enterro, sepultamento | casar, casamento | separar, divórcio | nascer, nascimento | chefe, gerente, supervisor, coordenador
gerente, coordenador, responsável | sócio, associado, membro | membro, integrante, participante, conselheiro | participar, integrar | plateia, público | brinde, presente
`;

/** Abbreviated units, and what people call them. */
const UNITS = `
km, quilômetro | kg, quilo, quilograma | cm, centímetro | mm, milímetro | m², metro quadrado, metros quadrados | m³, metro cúbico, metros cúbicos
min, minuto | ml, mililitro | GB, giga, gigabyte, GiB | MB, mega, megabyte, MiB | Mbps, mega, megabits | km/h, quilômetros por hora | kWh, quilowatt-hora
`;

/** Verbs and their nouns, where no rule makes the one of the other. */
const VERBS_AND_NOUNS = `
alugar, aluguel | vender, venda | comprar, compra | devolver, devolução | permitir, permissão | proibir, proibição | inscrever, inscrição
emitir, emissão | transferir, transferência | perder, perda | morrer, morte | escolher, escolha | responder, resposta | viajar, viagem
atrasar, atraso | entregar, entrega | chegar, chegada | sair, saída | entrar, entrada | voltar, volta, retorno | trocar, troca
cobrar, cobrança | gastar, gasto | usar, uso, utilização | descontar, desconto | reajustar, reajuste | consultar, consulta | estudar, estudo
mudar, mudança | reservar, reserva | ajudar, ajuda, auxílio | multar, multa | demitir, demissão | admitir, admissão | suspender, suspensão
corrigir, correção | construir, construção | reduzir, redução | conceder, concessão | decidir, decisão | discutir, discussão | concluir, conclusão
excluir, exclusão | incluir, inclusão | imprimir, impressão | demorar, demora | custar, custo | registrar, registro | combinar, acordo
abrir, abertura | ler, leitura | cair, queda | crescer, crescimento | emprestar, empréstimo | depositar, depósito | sacar, saque | sortear, sorteio
furtar, furto | roubar, roubo | denunciar, denúncia | reclamar, reclamação, reclamo | recorrer, recurso | defender, defesa | contratar, contratação, contrato
reformar, reforma | obrar, obra | sediar, sede | vacinar, vacina | podar, poda | plantar, plantio | colher, colheita | pescar, pesca | caçar, caça
abastecer, abastecimento | interromper, interrupção | manter, manutenção | instruir, instrução | inspecionar, inspeção | proteger, proteção | eleger, eleição
reeleger, reeleição | prever, previsão | rever, revisão | rescindir, rescisão | ceder, cessão | possuir, posse | tomar posse, posse | exigir, exigência
preferir, preferência | residir, residência | pertencer, pertencimento | competir, competência | exceder, excesso | investir, investimento | render, rendimento
faltar, falta | ausentar-se, ausência | frequentar, frequência | matricular, matrícula | bolsista, bolsa | aposentar-se, aposentadoria | acidentar-se, acidente
`;

const groupsOf = (text: string, weight: number): SynonymGroup[] =>
  text
    .split(/[|\n]/)
    .filter((group) => group.trim())
    .map((group) => ({ words: group.split(',').map((word) => word.trim()), weight }));

/** «cachorro, gato > animal»: those who ask say the one, documents the other. */
const directedGroupsOf = (text: string, weight: number): SynonymGroup[] =>
  text
    .split(/[|\n]/)
    .filter((group) => group.trim())
    .map((group) => {
      const [words = [], others = []] = group
        .split('>')
        .map((side) => side.split(',').map((word) => word.trim()));
      return { words, others, weight };
    });

/** One word may stand in several groups; a chain of groups is not followed. */
export const SYNONYM_GROUPS: readonly SynonymGroup[] = [
  ...groupsOf(PORTUGAL_AND_BRAZIL, 1),
  ...groupsOf(ADMINISTRATION, 0.6),
  ...groupsOf(UNITS, 1),
  ...groupsOf(EVERYDAY, 0.6),
  ...groupsOf(AT_HOME_AND_AT_WORK, 0.6),
  ...groupsOf(VERBS_AND_NOUNS, 0.9),
  ...[WORK_AND_SCHOOL, HOME_AND_HEALTH, MONEY_AND_OFFICES, COMPUTERS_AND_THINGS, RULES_AND_PAPERS].flatMap(
    (text) => directedGroupsOf(text, 0.6),
  ),
];
