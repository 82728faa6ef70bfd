/**
 * Words that say the same in Portuguese: those of Portugal beside those of Brazil, and those of offices beside those of
 * the people who ask them. Own work; nothing is copied from a thesaurus. Groups stand apart by `|`, their words by commas.
 */

export type SynonymGroup = {
  /** Words and phrases. */
  words: string[];
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

const groupsOf = (text: string, weight: number): SynonymGroup[] =>
  text
    .split(/[|\n]/)
    .filter((group) => group.trim())
    .map((group) => ({ words: group.split(',').map((word) => word.trim()), weight }));

/** One word may stand in several groups; a chain of groups is not followed. */
export const SYNONYM_GROUPS: readonly SynonymGroup[] = [
  ...groupsOf(PORTUGAL_AND_BRAZIL, 1),
  ...groupsOf(ADMINISTRATION, 0.6),
];
