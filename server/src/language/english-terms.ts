/** English words of the names and values of tables in Portuguese: many systems name their columns in English. */
import { isEnglishFunctionWord } from './written-language.ts';

const pairs = (text: string): Map<string, string> =>
  new Map(
    text
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [english = '', portuguese = ''] = line.split(':').map((part) => part.trim());
        return english.split(' ').map((word) => [word, portuguese] as const);
      }),
  );

/** Nouns, of which the last of a name is its head. */
const NOUNS = pairs(`
amount value: valor
price: preço
cost: custo
fee: taxa
tax: imposto
discount: desconto
revenue: receita
income: renda
expense: despesa
budget: orçamento
balance: saldo
salary wage: salário
payment: pagamento
fine: multa
quantity qty count: quantidade
number: número
book: livro
date: data
time: hora
day days: dias
hours: horas
minutes: minutos
year: ano
month: mês
week: semana
duration: duração
deadline: prazo
status: status
stage: etapa
priority: prioridade
severity: gravidade
type kind: tipo
category: categoria
subcategory: subcategoria
segment: segmento
group: grupo
class: classe
level: nível
grade: nota
score: pontuação
rating: avaliação
rank: posição
name: nome
title: título
description: descrição
subject: assunto
topic: tema
comment comments notes remarks: observação
reason: motivo
source: origem
channel: canal
method: forma
mode: modo
city town: cidade
state: estado
country: país
region: região
district neighborhood: bairro
street: rua
address: endereço
zip zipcode: CEP
phone: telefone
mobile: celular
email: e-mail
customer client: cliente
buyer: comprador
user: usuário
employee: funcionário
manager: gerente
owner: dono
supplier vendor: fornecedor
seller: vendedor
salesperson: vendedor
driver: motorista
doctor: médico
patient: paciente
student: aluno
teacher: professor
school: escola
course: curso
author: autor
publisher: editora
assignee: responsável
agent: atendente
requester: solicitante
department: departamento
team: equipe
sector: setor
unit: unidade
branch: filial
store shop: loja
warehouse: almoxarifado
company: empresa
position role: cargo
job: cargo
product: produto
item items: itens
order orders: pedido
invoice: fatura
contract: contrato
ticket: chamado
project: projeto
task: tarefa
event: evento
vehicle: veículo
car: carro
plate: placa
model: modelo
brand: marca
color: cor
size: tamanho
weight: peso
height: altura
width: largura
length: comprimento
distance: distância
area: área
age: idade
gender sex: sexo
birth birthdate: nascimento
language: idioma
genre: gênero
page pages: páginas
copies: exemplares
stock: estoque
shipping freight: frete
delivery: entrega
order_date: data do pedido
start: início
end: término
due: vencimento
expiry expiration: validade
creation: criação
hire hiring: contratação
admission: admissão
registration: cadastro
purchase: compra
sale sales: venda
return: devolução
refund reimbursement: reembolso
exchange: troca
receipt: recibo
loan: empréstimo
rent: aluguel
code: código
key: chave
tag: etiqueta
rate: taxa
percentage percent: percentual
attempts: tentativas
visits: visitas
seats: lugares
rooms: quartos
gift: presente
warranty: garantia
insurance: convênio
room: sala
floor: andar
currency: moeda
bank: banco
account: conta
interest: juros
installments: parcelas
room: quarto
bedroom: quarto
bathroom: banheiro
night: noites
guest: hóspedes
booking reservation: reserva
host: anfitrião
hotel: hotel
flight: voo
trip travel: viagem
route: rota
stop: parada
passenger: passageiros
fuel: combustível
liter litre: litros
gallon: galões
mileage odometer: quilometragem
km: quilômetros
vessel ship: navio
cargo: carga
container: contêiner
package parcel: pacote
carrier: transportadora
tracking: rastreio
destination: destino
location place site: local
latitude lat: latitude
longitude lng lon: longitude
breakfast: café da manhã
meal: refeição
food: comida
drink: bebida
table: mesa
menu: cardápio
tip: gorjeta
bill: conta
debt: dívida
credit: crédito
debit: débito
profit: lucro
margin: margem
commission: comissão
bonus: bônus
target goal: meta
plan: plano
subscription: assinatura
membership: filiação
member: membro
hiring: contratação
contact: contato
lead: contato
campaign: campanha
click: cliques
view: visualizações
like: curtidas
impression: impressões
session: sessões
device: dispositivo
browser: navegador
platform: plataforma
version: versão
error: erro
log: registro
alert: alerta
incident: incidente
issue: problema
request: solicitação
health: saúde
reminder: lembrete
satisfaction: satisfação
response: resposta
resolution: resolução
agent attendant: atendente
technician: técnico
operator: operador
supervisor: supervisor
director: diretor
professor: professor
subject_matter: matéria
exam test: prova
enrollment: matrícula
semester: semestre
credits: créditos
shift: turno
absence: faltas
vacation: férias
overtime: horas extras
specialty: especialidade
diagnosis: diagnóstico
treatment: tratamento
procedure: procedimento
appointment: consulta
visit: visitas
exam_count: exames
blood: sangue
bed: leitos
hospital: hospital
clinic: clínica
ward: enfermaria
nurse: enfermeiro
vaccine: vacina
dose: doses
pet animal: animal
breed: raça
species: espécie
tree: árvore
crop: cultura
harvest: colheita
farm: fazenda
field: campo
water: água
energy: energia
consumption: consumo
reading: leitura
meter: medidor
sensor: sensor
temperature: temperatura
humidity: umidade
pressure: pressão
speed: velocidade
power: potência
voltage: tensão
volume: volume
capacity: capacidade
attendance attendee: participantes
audience: público
speaker: palestrante
venue: local
match game: partida
team_name: equipe
player: jogador
coach: técnico
league: liga
goal_count: gols
season: temporada
round: rodada
winner: vencedor
movie film: filme
album: álbum
artist: artista
song track: música
director_name: diretor
property: imóvel
home: casa
apartment: apartamento
building: prédio
tenant: inquilino
landlord: proprietário
broker realtor: corretor
lease: locação
deposit: caução
condominium: condomínio
garage parking: garagem
machine equipment: equipamento
asset: patrimônio
part: peça
serial: série
material: material
supply: suprimento
batch lot: lote
defect: defeitos
inspection: inspeção
maintenance: manutenção
repair: reparo
hour: horas
minute: minutos
second: segundos
wait: espera
waiting: espera
delay: atraso
arrival: chegada
departure: partida
check: conferência
entry: entrada
exit: saída
donor: doador
donation: doação
volunteer: voluntário
beneficiary: beneficiário
sponsor: patrocinador
complaint: reclamação
feedback: opinião
answer: resposta
question: pergunta
vote: votos
party: partido
candidate: candidato
election: eleição
citizen: cidadão
household: domicílio
population: população
people person: pessoas
child: crianças
adult: adultos
family: família
marital: estado civil
nationality: nacionalidade
ethnicity race: raça
religion: religião
education: escolaridade
occupation profession: profissão
skill: habilidade
certificate: certificado
license: licença
permit: alvará
document: documento
file: arquivo
process: processo
case: caso
court: tribunal
judge: juiz
lawyer: advogado
decision: decisão
law: lei
crime: crime
victim: vítimas
officer: policial
accident: acidente
injury: feridos
death: mortes
insured: segurado
policy: apólice
claim: sinistro
premium: prêmio
coverage: cobertura
hazard risk: risco
probability: probabilidade
result outcome: resultado
step: passo
phase: fase
progress: progresso
completion: conclusão
effort: esforço
story: história
sprint: sprint
release: lançamento
launch: lançamento
balance_due: saldo devedor
borrower reader: leitor
deal: negócio
opportunity: oportunidade
probability chance: probabilidade
renewal: renovação
lang: idioma
pub publication: publicação
instructor trainer: instrutor
scholarship grant: bolsa
lesson: aula
fare: tarifa
visitor: visitantes
exhibition exhibit: exposição
museum: museu
show: espetáculo
subscriber: assinante
signup: inscrição
rainfall rain: chuva
station: estação
line: linha
zone: zona
shelter: abrigo
intake: entrada
adopter: adotante
yield: produtividade
hectare: hectares
seed: semente
soil: solo
recipe: receita
ingredient: ingrediente
calorie: calorias
crew: tripulação
charge: cobrança
weekday: dia da semana
subtotal: subtotal
medicine drug: medicamento
prescription: receita
lab: laboratório
surgery: cirurgia
neighbourhood: bairro
total: total
`);

/** They follow the noun that they stand before. */
const ADJECTIVES = pairs(`
total: total
unit: unitário
gross: bruto
net: líquido
average avg mean: médio
minimum min: mínimo
maximum max: máximo
first: primeiro
last: último
next: próximo
estimated: estimado
actual: real
expected: previsto
paid: pago
active: ativo
inactive: inativo
delivered: entregue
cancelled canceled: cancelado
approved: aprovado
urgent: urgente
new: novo
public: público
private: privado
remote: remoto
main: principal
full: completo
monthly: mensal
annual yearly: anual
daily: diário
returned: devolvido
resolved: resolvido
verified: verificado
blocked: bloqueado
available: disponível
overdue: atrasado
closed: encerrado
signed: assinado
included: incluso
confirmed: confirmado
completed finished: concluído
refunded: reembolsado
insured: segurado
fragile: frágil
express: expresso
late: atrasado
vip: VIP
vaccinated: vacinado
checked: conferido
recurring: recorrente
internal: interno
external: externo
current: atual
previous: anterior
final: final
initial: inicial
international: internacional
national: nacional
local: local
online: on-line
free: gratuito
special: especial
married: casado
neutered: castrado
adopted: adotado
sold: vendido
rented: alugado
furnished: mobiliado
reserved: reservado
renewed: renovado
damaged: danificado
lost: perdido
certified: certificado
subscribed: inscrito
enrolled: matriculado
refundable: reembolsável
`);

/** «created_at» is the day of the creation. */
const EVENTS = pairs(`
created: criação
updated modified changed: atualização
opened: abertura
closed: encerramento
started: início
finished completed ended done: conclusão
resolved: resolução
paid: pagamento
shipped sent dispatched: envio
delivered: entrega
received: recebimento
ordered: pedido
cancelled canceled: cancelamento
approved: aprovação
signed: assinatura
hired: contratação
fired dismissed: desligamento
born: nascimento
expires expired: validade
published: publicação
registered: cadastro
returned: devolução
issued: emissão
due: vencimento
purchased bought: compra
sold: venda
scheduled: agendamento
visited: visita
`);

/** The entry of a word or of its singular. */
const termOf = (terms: Map<string, string>, word: string): string | undefined =>
  terms.get(word) ??
  terms.get(word.replace(/ies$/, 'y')) ??
  terms.get(word.replace(/(s|sh|ch|x)es$/, '$1')) ??
  terms.get(word.replace(/s$/, ''));

const ACRONYMS = new Set(['id', 'uf', 'cpf', 'cnpj', 'sku']);
/** In both languages alike, so that they tell no language. */
const SHARED = new Set(
  `status total area data item motorista id uf email real me hotel cargo material volume hospital supervisor bonus crime
  sensor sprint professor album local final vip km animal menu dose grade`.split(/\s+/),
);

/** They stand behind what is measured: «weight_kg», «wait_min». */
const UNITS = new Set(['kg', 'km', 'm2', 'm3', 'min', 'cm', 'mm', 'ml', 'kwh', 'hrs', 'pct']);

/** A name in English in Portuguese words, as «payment_method» is «forma de pagamento»; null for other names. */
export function portugueseName(words: string[]): string | null {
  const measured =
    UNITS.has(words.at(-1) ?? '') && words.length > 1 ? portugueseName(words.slice(0, -1)) : null;
  if (measured) return `${measured} ${words.at(-1)}`;
  const known = words.every(
    (word) =>
      termOf(NOUNS, word) !== undefined ||
      ADJECTIVES.has(word) ||
      eventOf(word) !== undefined ||
      ACRONYMS.has(word) ||
      isEnglishFunctionWord(word),
  );
  if (!known || !words.some((word) => !SHARED.has(word) && !ACRONYMS.has(word))) return null;
  const last = words.at(-1) ?? '';
  const rest = words.slice(0, -1);
  if (last === 'at' || last === 'on' || last === 'date') {
    const event = eventOf(rest.at(-1) ?? '');
    if (rest.length === 1 && event) return `data de ${event}`;
  }
  if (last === 'by' || last === 'at' || last === 'on') return null;
  return durationTo(words) ?? phrase(words);
}

/** «requested» is the day of the request: a participle that is not listed is known by its noun. */
const eventOf = (word: string): string | undefined =>
  EVENTS.get(word) ??
  (/ed$/.test(word) ? (NOUNS.get(word.slice(0, -2)) ?? NOUNS.get(word.slice(0, -1))) : undefined);

/** «days_to_delivery» and «time_to_close»: the time comes first. */
function durationTo(words: string[]): string | null {
  const at = words.indexOf('to');
  const [unit = ''] = words;
  if (at !== 1 || words.length < 3 || !/^(?:days|hours|minutes|time)$/.test(unit)) return null;
  return `${unit === 'time' ? 'tempo' : termOf(NOUNS, unit)} para ${phrase(words.slice(2))}`;
}

/** The head comes first, its adjectives after it, and the nouns before it with «de». */
function phrase(words: string[]): string {
  const content = words.filter((word) => !isEnglishFunctionWord(word));
  const isCount = content[0] === 'number' && content.length > 1;
  const [head = '', ...before] = isCount ? content : content.toReversed();
  if (before.length === 0) return ADJECTIVES.get(head) ?? termOf(NOUNS, head) ?? head;
  // «breakfast_included»: the participle stands behind its noun.
  const after = termOf(NOUNS, head) === undefined ? ADJECTIVES.get(head) : undefined;
  if (after) return `${phrase(content.slice(0, -1))} ${after}`;
  const nouns: string[] = [];
  const adjectives: string[] = [];
  for (const word of before) {
    const adjective = ADJECTIVES.get(word);
    if (adjective) adjectives.push(adjective);
    else nouns.push(termOf(NOUNS, word) ?? EVENTS.get(word) ?? word.toUpperCase());
  }
  return [
    termOf(NOUNS, head) ?? head.toUpperCase(),
    ...adjectives,
    ...nouns.map((noun) => `de ${noun}`),
  ].join(' ');
}

const lists = (text: string): Map<string, string[]> =>
  new Map([...pairs(text)].map(([english, portuguese]) => [english, portuguese.split(', ')]));

/** Words of values in English → the words by which people ask for them in Portuguese. */
const VALUES = lists(`
paid: pago, quitado
unpaid: não pago, em aberto
pending: pendente, aguardando
waiting: aguardando, em espera
refunded: reembolsado, estornado, devolvido
cancelled canceled: cancelado
shipped sent dispatched: enviado, despachado
delivered: entregue
returned: devolvido
received: recebido
open opened: aberto
closed: fechado, encerrado
reopened: reaberto
in_progress ongoing: em andamento, andamento
processing: em processamento, processando
done completed complete finished: concluído, finalizado, completo
resolved solved: resolvido, solucionado
active: ativo
inactive: inativo
enabled: habilitado
disabled: desabilitado, desativado
approved accepted: aprovado, aceito
rejected declined refused denied: rejeitado, recusado, reprovado, negado
failed: reprovado, falho
passed: aprovado
draft: rascunho
overdue late delayed: atrasado, vencido
expired: vencido, expirado
on_hold paused: em espera, pausado, suspenso
suspended: suspenso
blocked: bloqueado
scheduled: agendado
confirmed: confirmado
available: disponível
unavailable: indisponível
out_of_stock: em falta, esgotado
in_stock: em estoque
sold: vendido
rented: alugado
lost: perdido
won: ganho
new: novo
used: usado
urgent: urgente
critical: crítico
high: alto
medium: médio
normal: normal
low: baixo
large big: grande
small: pequeno
credit_card: cartão de crédito, crédito
debit_card: cartão de débito, débito
card: cartão
cash: dinheiro
bank_transfer wire_transfer transfer: transferência
bank_slip: boleto
check cheque: cheque
app mobile_app: aplicativo
website web online: site, internet
store shop in_store: loja
phone: telefone
email: e-mail
chat: chat
social_media: redes sociais
male: masculino, homem
female: feminino, mulher
single: solteiro
married: casado
divorced: divorciado
widowed: viúvo
full_time: tempo integral, integral
part_time: meio período, parcial
remote: remoto
hybrid: híbrido
onsite on_site: presencial
intern internship: estagiário
contractor: terceirizado
permanent: efetivo
temporary: temporário
monthly: mensal
yearly annual: anual
weekly: semanal
individual: pessoa física
company corporate business: empresa, pessoa jurídica
books: livros
electronics: eletrônicos
clothing clothes apparel: roupas, vestuário
food: alimentos, comida
beverages drinks: bebidas
furniture: móveis
toys: brinquedos
health: saúde
beauty: beleza
sports: esportes
home: casa
garden: jardim
tools: ferramentas
kitchen: cozinha
cleaning: limpeza
office: escritório
shoes: calçados, sapatos
games: jogos
music: música
sales: vendas
marketing: marketing
finance: finanças, financeiro
engineering: engenharia
support: suporte
operations: operações
legal: jurídico
human_resources hr: recursos humanos
purchasing: compras
logistics: logística
it: tecnologia, informática
red: vermelho
blue: azul
green: verde
white: branco
black: preto
yellow: amarelo
silver: prata
gray grey: cinza
gold: ouro
gasoline: gasolina
truck: caminhão
motorcycle: motocicleta, moto
bus: ônibus
morning: manhã
afternoon: tarde
evening night: noite
north: norte
south: sul
east: leste
west: oeste
bug: erro, defeito
feature: melhoria
question: dúvida
complaint: reclamação
`);

/** The Portuguese words for a value in English, such as «reembolsado» for «refunded»; none for other values. */
export const portugueseValues = (value: string): string[] =>
  VALUES.get(
    value
      .toLowerCase()
      .trim()
      .replace(/[\s-]+/g, '_'),
  ) ?? [];
