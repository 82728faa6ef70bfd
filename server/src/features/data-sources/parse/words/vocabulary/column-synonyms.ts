/**
 * Words for what a column holds, by walks of life. A line is a group: each of its words may name a column that is called by
 * another of them, where the table has no column of that very word. In the singular.
 */
const ANY_TABLE = `
valor, preço, custo, montante, quantia, despesa, gasto, dinheiro, faturamento, arrecadação, receita, ticket
município, cidade
uf, estado
situação, status
assunto, tema
tema, eixo
nome, pessoa
data, dia
quantidade, qtd
telefone, celular
email, correio
prazo, vencimento
previsão, prevista, previsto
dias, tempo, duração, demora, prazo
endereço, logradouro
logradouro, rua, via, avenida
início, começo
término, fim, encerramento, conclusão, final, fechamento
autor, criador
vencimento, validade, expiração, expiry, due
atualização, update, updated, alteração
categoria, category, segmento
bairro, região
região, zona
espera, fila
responsável, encarregado
dono, responsável, vendedor
canal, meio, via
nota, avaliação, média, satisfação
motivo, causa, razão, justificativa, porquê
observação, comentário, anotação, recado
local, lugar, espaço
local, endereço
origem, procedência, proveniência
forma, modo, meio, jeito
tipo, espécie, modalidade, categoria, classe, natureza
modalidade, formato
etapa, fase, estágio
prioridade, urgência, gravidade, severidade, criticidade
meta, objetivo, alvo
limite, teto, máximo
capacidade, lotação, lugar
atraso, demora
andamento, avanço, progresso
resultado, desfecho
equipe, time
chefe, gestor, supervisor, gerente, coordenador, líder
solicitante, requerente, requisitante, demandante
tamanho, medida, dimensão
altura, estatura
largura, comprimento
problema, defeito, falha
idioma, língua
pontuação, ponto, score
colocação, posição, classificação
peso, quilo, kg, massa
distância, percurso
ton, tonelada
ha, hectare
m2, metro
min, minuto
lt, litro
kwh, quilowatt
`;

const STAFF = `
salário, remuneração, vencimento, ordenado, folha, salarial, ganho, pagamento
cargo, função, profissão, ocupação
escolaridade, formação, instrução, ensino
sexo, gênero
admissão, contratação, ingresso
nascimento, idade
falta, ausência
profissional, atendente
setor, departamento, divisão, área
setor, lotação
secretaria, pasta
órgão, entidade, repartição
raça, cor, etnia
nacionalidade, país
filho, dependente
turno, horário, escala
jornada, carga
férias, folga, descanso
vínculo, regime
treinamento, capacitação, curso
comissão, bônus, bonificação, gratificação, prêmio
afastamento, licença
demissão, desligamento, exoneração, rescisão
matrícula, chapa
gratificação, adicional
`;

const TRADE = `
fornecedor, empresa, contratado
fornecedor, fabricante
unidade, filial, loja
depósito, almoxarifado, armazém, warehouse
fornecedor, supplier, vendor
preço, price, valor, amount, cost, custo
quantidade, quantity, qty
desconto, discount
desconto, abatimento
produto, product
produto, mercadoria, artigo
cliente, customer, client, comprador
cliente, freguês, consumidor
cidade, city
uf, state
departamento, department, setor
salário, salary
funcionário, employee
nome, name
data, date
pedido, order
país, country
idade, age
razão, cliente, fornecedor, empresa, devedor
vendedor, representante, consultor, corretor
marca, fabricante
parcela, prestação
juros, encargo
frete, transporte
lucro, margem, ganho
estoque, saldo, sobra
avaliação, estrela
cupom, voucher
prateleira, estante, corredor
cor, tonalidade
`;

const MONEY = `
débito, dívida, devedor
saldo, restante, resto
verba, recurso, dotação, orçamento
credor, favorecido, beneficiário
contribuinte, devedor
banco, instituição
imposto, tributo
tarifa, taxa
rubrica, elemento, natureza
orçado, previsto, planejado
realizado, executado
patrocinador, apoiador
renda, rendimento, ganho
prêmio, premiação
indenização, ressarcimento
cobertura, garantia
`;

const HEALTH = `
permanência, dias, estadia, internação
medicamento, remédio, fármaco
médico, doutor, clínico
especialidade, área
diagnóstico, doença, enfermidade, patologia, cid
sintoma, queixa
exame, teste
leito, cama
ala, enfermaria
convênio, plano, operadora
dose, dosagem
vacina, imunizante
risco, gravidade
clínica, posto, unidade, ubs
hospital, unidade
gestante, grávida
`;

const SCHOOL = `
disciplina, matéria
título, livro, obra
curso, graduação
turma, classe, sala
nota, conceito
frequência, presença, assiduidade
professor, docente, instrutor, ministrante
orientador, professor, tutor, coordenador
aluno, estudante, discente
bolsa, auxílio
escola, colégio
instituição, universidade, faculdade
autor, escritor
leitor, usuário
`;

const TRANSPORT = `
placa, veículo, carro
veículo, caminhão, carreta, ônibus, viatura
embarcação, navio, barco, lancha
motorista, condutor, chofer
quilometragem, km, hodômetro, odômetro, quilômetro
abastecimento, combustível
rota, trajeto, itinerário, linha
volume, caixa, pacote
transportadora, empresa
ajudante, auxiliar
remetente, embarcador
destinatário, recebedor
avaria, dano, estrago
doca, portão
`;

const LAND_AND_FOOD = `
cultura, lavoura, plantação, plantio
cultura, grão
área, hectare, tamanho, metragem
produtividade, rendimento
impureza, sujeira
talhão, gleba
fazenda, propriedade, sítio, chácara
produtor, agricultor, fazendeiro, lavrador
produtor, cooperado, associado
saca, saco
chuva, precipitação
armazém, silo
espécie, raça
adubo, fertilizante
leite, ordenha
rebanho, cabeça
prato, comida
sabor, gosto
`;

const LABORATORY_AND_WORKSHOP = `
analista, técnico
técnico, atendente, especialista
parâmetro, ensaio
método, técnica, metodologia
equipamento, aparelho, máquina, instrumento
sistema, software, aplicativo, plataforma, programa
peça, componente
operador, operário
refugo, perda, rejeito
produção, fabricação
usuário, solicitante
temperatura, grau, calor
`;

const LAW_AND_CITY = `
construtora, empresa, empreiteira, contratada
vara, juízo
juiz, magistrado, relator
advogado, procurador, defensor
réu, acusado, requerido
sentença, decisão
fiscal, agente, inspetor, auditor, vistoriador
infração, irregularidade, violação
vítima, ferido
crime, delito
delegacia, distrito
andar, pavimento, piso
dormitório, quarto
inquilino, locatário
proprietário, dono, locador
medidor, hidrômetro, relógio
leitura, medição
consumo, uso
resíduo, lixo
engenheiro, responsável
família, domicílio
membro, integrante
benefício, auxílio
partido, sigla, legenda
voto, votação
`;

const LEISURE = `
quarto, acomodação, apartamento
pessoa, visitante, participante, passageiro, hóspede, espectador, público
diária, noite, pernoite
artista, banda, cantor, músico
estilo, gênero
editora, publicadora
equipe, clube
treinador, técnico
árbitro, juiz
campeonato, torneio, competição
estádio, arena, campo, quadra
modalidade, esporte
ingresso, bilhete
`;

export const COLUMN_SYNONYMS: readonly string[] = [
  ANY_TABLE,
  STAFF,
  TRADE,
  MONEY,
  HEALTH,
  SCHOOL,
  TRANSPORT,
  LAND_AND_FOOD,
  LABORATORY_AND_WORKSHOP,
  LAW_AND_CITY,
  LEISURE,
];
