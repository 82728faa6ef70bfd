/** Names that people have for the rows of a table by its subject: nouns of what happens once in a row, and the verbs of it. Folded. */
import { baseForm } from '../../../../../language/word-forms.ts';
import { fold } from '../../../../../language/words.ts';

/**
 * A line: nouns by which a table is known to have that subject; further nouns for one of its rows; verbs of what happens in
 * each, as beginnings. A noun that the rows only belong to («pacientes» of consultations, «motoristas» of fines) is none:
 * one of them may have several rows.
 */
const LINES = `
sepultamento, inumação, óbito, falecimento | enterro, enterramento, falecido, falecida, morto, morta, morte, defunto, defunta, finado, finada, sepultado, enterrado, funeral | enterr, sepult, inum, morr, falec
exumação | desenterro | exum, desenterr
cremação | cremado | crem
concessão, jazigo | sepultura, túmulo, cova, campa |
nascimento, parto | nascido, recém-nascido, bebê, neném, registro civil | nasc
casamento, matrimônio | união, enlace, noivado, casório | cas
adoção | adotado, adotante | adot
acidente, sinistro, colisão | batida, desastre, choque, trombada | acident, colid, bat
atropelamento | atropelado, atropelada | atropel
crime, furto, roubo, assalto, boletim, delito | ocorrência, vítima, queixa, BO, registro policial | roub, furt, assalt
ocorrência policial | vítima, crime, delito |
incêndio, foco, queimada | fogo, sinistro | queim, incend
resgate, salvamento, socorro | resgatado, vítima, chamado, acionamento | resgat, salv, socorr
internação, hospitalização | internado, internada, paciente, enfermo, doente | intern, hospitaliz
consulta, atendimento médico | consultado, agendamento, marcação, atendido | consult, atend
cirurgia, operação | operado, operada, procedimento, intervenção | oper
exame, laudo | coleta, análise, teste | examin
vacina, vacinação, dose, imunização | vacinado, vacinada, aplicação, imunizado, picada, injeção | vacin, imuniz, aplic, tom
doação de sangue, coleta de sangue, hemocentro, bolsa de sangue | doador, doadora, doação, bolsa | doa, doo
atendimento | atendido, atendida, caso, serviço | atend
triagem, acolhimento | acolhido, atendido | acolh
paciente | doente, enfermo, pessoa, usuário, internado |
receita médica, dispensação | remédio dispensado, entrega, retirada, receita | dispens
medicamento, remédio, fármaco | droga, item, produto, medicação |
notificação, dengue, agravo | caso, doente, paciente, infectado, contaminado, notificado | adoec, contamin, infect
aluno, matrícula, estudante, matriculado, rematrícula | educando, discente, criança, pessoa, inscrito | matricul, estud
turma, classe | sala |
bolsa, bolsista | beneficiado, beneficiário, contemplado, estudante, auxílio | contempl
evasão, desligamento | desistência, abandono, desistente, saída | evad, desist
advertência, suspensão | punição, penalidade, castigo, sanção | pun, advert
inscrição, inscrito, candidatura | candidato, candidata, concorrente, participante, interessado, pessoa | inscrev, candidat
concurso, prova, certame | edital, seleção |
curso, oficina, capacitação, treinamento | aula, formação |
frequência, presença, chamada escolar | falta, ausência |
biblioteca, livro, obra, exemplar | título, volume, publicação |
empréstimo, retirada | locação, saída | emprest, peg, lev, retir
museu, acervo, peça, tombo | objeto, item, obra, artefato, relíquia, bem, exemplar | tomb
evento, show, espetáculo, sessão, apresentação | festa, atração, programação, exibição | apresent, realiz
ingresso, bilhete, entrada | tíquete, ticket | vend
visita, visitação | visitante, excursão, passeio, turista | visit
hospedagem, reserva, hóspede, estadia, check-in | diária, estada, quarto reservado, booking | hosped, reserv
passagem, voo, bilhete aéreo | viagem, trecho, deslocamento | viaj
viagem, diária, deslocamento, corrida | percurso, saída, trajeto, rodada, ida, roteiro | viaj, desloc
multa, infração, autuação, auto de infração | penalidade, notificação, autuado, multado | mult, autu, infracion
abastecimento | reabastecimento, enchida, tanqueada | abastec
manutenção, ordem de serviço, oficina, reparo, OS | conserto, revisão, serviço, ordem, reforma | consert, repar, manten
veículo, frota, carro, automóvel | viatura, máquina, transporte |
motorista, condutor, habilitação, CNH | habilitado, chofer, carteira |
linha de ônibus, itinerário | rota, trajeto, linha |
vaga, estacionamento | lugar, espaço |
apreensão, guincho, pátio, remoção | apreendido, guinchado, removido, recolhimento | apreend, guinch, recolh
venda, pedido, compra, transação | negócio, saída, transação comercial, aquisição | vend, compr
orçamento, cotação, proposta | oferta, cotado | cot, orc
devolução, troca, estorno | devolvido, retorno, reclamação | devolv, troc
entrega, envio, remessa, frete, expedição, encomenda | despacho, volume, pacote, carga, postagem, correspondência, conhecimento, CT-e | entreg, envi, despach
nota fiscal, fatura, boleto, cobrança, conta, mensalidade, anuidade, duplicata, carnê, parcela | título, documento, NF, carnê, guia, duplicata, mensalidade, talão, lançamento, cobrança | fatur, cobr, emit
pagamento, despesa, gasto, empenho, desembolso | lançamento, saída, liquidação, nota, quitação, compra | gast, desembols
receita, arrecadação, recebimento | entrada, lançamento, recolhimento | arrecad, receb
dívida, débito, inadimplência, dívida ativa | devedor, inadimplente, pendência, cobrança, contribuinte, título, CDA |
imposto, IPTU, ISS, tributo, taxa | carnê, guia, lançamento, contribuinte, cobrança | tribut
parcelamento, acordo, renegociação, refis | parcela, negociação | parcel, negoci
empréstimo consignado, crédito, financiamento | contrato, operação, tomador | financi
seguro, apólice | segurado, contrato | segur
sinistro, indenização | ocorrência, acionamento, indenizado | indeniz
doação | doado, donativo, contribuição, oferta, ajuda | doa, doo
campanha | ação, arrecadação |
contrato, ajuste, convênio, termo | contratação, acordo, instrumento, avença, parceria | contrat, firm, assin, celebr
licitação, pregão, certame, edital | compra, concorrência, processo, aquisição, disputa | licit
obra, construção, empreendimento | projeto, reforma, intervenção, serviço | constru
alvará, licença, licenciamento, autorização, permissão | pedido, documento, liberação, requerimento, processo | licenci, autoriz, liber
fiscalização, vistoria, inspeção | visita, auditoria, ação fiscal, verificação, blitz, fiscalizado | fiscaliz, vistori, inspecion
denúncia, queixa, reclamação | manifestação, relato, protocolo, registro, caso | denunci, reclam
chamado, solicitação, protocolo, demanda, ouvidoria, ticket, manifestação, requerimento | pedido, reclamação, atendimento, caso, queixa, registro, ocorrência, solicitante, serviço | solicit, protocol, pedi, reclam
ligação, telefonema, chamada | contato, discagem, atendimento | lig, telefon
visita técnica, instalação, ligação nova | instalado, serviço | instal
poda, árvore, plantio, muda, corte de árvore | planta, exemplar, pé, supressão, espécime | pod, plant
coleta, coleta de lixo, resíduo | recolhimento, retirada, viagem, carga | colet, recolh
descarte, ecoponto | entrega, despejo | descart
buraco, tapa-buraco, pavimentação | cratera, reparo, serviço | tap
poste, luminária, iluminação | lâmpada, ponto de luz, luz |
vazamento, falta de água | reparo, ocorrência, rompimento | vaz
leitura, consumo, hidrômetro, ligação de água | medição, conta, unidade |
imóvel, propriedade, terreno, lote | casa, prédio, bem, edificação, inscrição |
aluguel, locação, contrato de locação | inquilino, locatário, imóvel alugado, contrato | alug, loc
leilão, lote, arremate | arrematação, bem, peça, item | leilo, arremat
patrimônio, bem, tombamento, inventário | item, equipamento, material, objeto, móvel | tomb
equipamento, máquina, aparelho | item, bem, ferramenta, dispositivo |
estoque, produto, material, almoxarifado, item, mercadoria | artigo, insumo, coisa |
movimentação, entrada de estoque, saída de estoque | lançamento, transferência | moviment
fornecedor, empresa, estabelecimento | firma, companhia, negócio, comércio, loja, CNPJ, credor |
cliente, consumidor, comprador, assinante | freguês, usuário, conta, pessoa, consumidora |
servidor, funcionário, colaborador, empregado, trabalhador | pessoa, gente, pessoal, profissional, contratado, nomeado | trabalh
nomeação, admissão, contratação de pessoal | nomeado, admitido, contratado, posse, servidor | nome, admit
exoneração, demissão, desligamento, rescisão | exonerado, demitido, desligado, saída | exoner, demit, deslig
aposentadoria, aposentado | inativo, pensionista, benefício, aposentada | aposent
pensão, pensionista, benefício | beneficiário, pensionista, segurado |
férias, licença, afastamento, atestado | ausência, dispensa, afastado, falta, atestado médico | afast
ponto, hora extra | lançamento, marcação, batida |
estagiário, estágio | aprendiz, bolsista |
vaga de emprego, vaga | emprego, oportunidade, posto |
currículo, candidato | pessoa, concorrente, interessado |
atleta, jogador, corredor | competidor, participante, esportista, pessoa, inscrito | compet, corr
jogo, partida, confronto | disputa, duelo, peleja | jog, disput
campeonato, torneio, competição | disputa, copa |
associado, sócio, filiado, cooperado, membro | pessoa, integrante, participante | associ, fili
morador, residente, condômino | pessoa, habitante, vizinho, inquilino | mor, resid
família, domicílio, cadastro único, CadÚnico | lar, casa, beneficiário, núcleo | 
cesta básica, auxílio, benefício | ajuda, beneficiário, contemplado, entrega, família atendida | contempl, benefici
acolhido, abrigado, abrigo | pessoa, residente, morador | abrig, acolh
preso, detento, custódia, prisão | apenado, interno, custodiado, encarcerado | prend
processo, ação, causa, ação judicial | caso, feito, demanda, litígio, autos | process, ajuiz
audiência, julgamento | sessão, pauta | julg
sentença, decisão | julgado, veredito | sentenci, decid
lei, decreto, portaria, norma, projeto de lei | ato, proposição, matéria, texto, legislação | legisl
requerimento, indicação, moção, proposição | pedido, documento, proposta, matéria | propo, indic
reunião, sessão plenária, assembleia | encontro, pauta | reuni
eleitor, voto, votação | votante, sufrágio | vot
animal, castração, abrigo de animais, bicho | pet, paciente, mascote | castr
castração, esterilização | castrado, castrada, cirurgia | castr, esteriliz
planta, lavoura, safra, plantação | talhão, cultivo, cultura, roça, gleba | plant, cultiv
colheita, produção | safra, lote | colh, produz
pesagem, carregamento, descarga, balança, romaneio | carga, carregamento, descarga, entrega, viagem, caminhão, carreta, remessa, ticket, recebimento | pes, carreg, descarreg, entreg, cheg
rebanho, gado, cabeça, bovino | animal, rês, boi |
feira, feirante, barraca, banca | comerciante, vendedor, permissionário, box |
ambulante | vendedor, camelô, permissionário |
táxi, taxista, permissão | permissionário, condutor |
merenda, refeição, cardápio | prato, almoço, lanche, comida | serv
entrevista, pesquisa, resposta, questionário, avaliação | respondente, entrevistado, opinião, participante, pessoa | respond, entrevist
chuva, medição, leitura pluviométrica, estação | registro, aferição, dia | chov
alerta, aviso, emergência, defesa civil | ocorrência, chamado, desastre, acionamento |
vacina animal | animal vacinado |
achado, achados e perdidos, objeto perdido | item, objeto, pertence, coisa | perd, ach
correspondência, ofício, memorando, documento | carta, papel, expediente |
backup, servidor de rede, incidente | falha, ocorrência, chamado, problema |
acesso, login, portaria | entrada, visitante, passagem | acess, entr
pedágio, passagem | travessia, cobrança | pass
piscina, academia, plano | aluno, matriculado, frequentador, cliente, associado | frequent
assinatura | assinante, plano, contrato | assin
produto | item, mercadoria, artigo, coisa |
patrulha, ronda | saída, ação, operação | patrulh
arquivo | documento, pasta, ficha |
castramóvel, mutirão | atendimento, ação |
pescado, embarcação, barco | lancha, navio, bote |
`;

type Theme = { known: string[]; nouns: string[]; verbs: string[] };

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

const THEMES: Theme[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [known, nouns, verbs] = line.split('|');
    return {
      known: listOf(known).map(baseForm),
      nouns: listOf(nouns).map(baseForm),
      verbs: listOf(verbs).map(fold),
    };
  });

/** The subjects of a table by the words for its rows, in the base form; names of several words need all of them. */
function themesOf(rows: Set<string>): Theme[] {
  return THEMES.filter(({ known }) => known.some((name) => name.split(' ').every((word) => rows.has(word))));
}

/** Further nouns for the rows of a table whose rows are called so; in the base form. */
export function themeNouns(rows: Iterable<string>): string[] {
  const own = new Set(rows);
  return themesOf(own)
    .flatMap(({ known, nouns }) => [...known, ...nouns])
    .filter((noun) => !noun.includes(' ') && !own.has(noun));
}

/** The beginnings of verbs that tell what happens in every row of such a table. */
export function themeVerbs(rows: Iterable<string>): string[] {
  return [...new Set(themesOf(new Set(rows)).flatMap(({ verbs }) => verbs))];
}

/** «enterrou», «sepultadas», «morreram», «doaram»; a short beginning has nouns in the present: «casa», «leve». */
const PAST = /^(?:[aei]?(?:ram|mos|va|vam|sse|ssem|ndo|ria|riam|r)|[aeio]?u|[ai]?d[oa]s?)$/;
const PRESENT = /^(?:[ae]m?|[ei]a|iam)$/;
const PRESENT_LETTERS = 4;

/** Whether a word is a verb of such a beginning, by its ending alone. */
export const isVerbOf = (form: string, beginnings: string[]): boolean =>
  beginnings.some((start) => {
    const ending = form.startsWith(start) ? form.slice(start.length) : '';
    return PAST.test(ending) || (start.length >= PRESENT_LETTERS && PRESENT.test(ending));
  });

const KNOWN_NOUNS = new Set(THEMES.flatMap(({ known, nouns }) => [...known, ...nouns]));

/** A noun of some subject is a word of its own, and no slip for another. */
export const isThemeNoun = (base: string): boolean => KNOWN_NOUNS.has(base);
