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

const GREATER_THAN_NAMES = new Set(['id', 'uf', 'cpf', 'cnpj', 'sku']);
/** In both languages alike, so that they tell no language. */
const SHARED = new Set([
  'status',
  'total',
  'area',
  'data',
  'item',
  'motorista',
  'id',
  'uf',
  'email',
  'real',
  'me',
]);

/** A name in English in Portuguese words, as «payment_method» is «forma de pagamento»; null for other names. */
export function portugueseName(words: string[]): string | null {
  const known = words.every(
    (word) =>
      NOUNS.has(word) ||
      ADJECTIVES.has(word) ||
      EVENTS.has(word) ||
      GREATER_THAN_NAMES.has(word) ||
      isEnglishFunctionWord(word),
  );
  if (!known || !words.some((word) => !SHARED.has(word) && !GREATER_THAN_NAMES.has(word))) return null;
  const last = words.at(-1) ?? '';
  const rest = words.slice(0, -1);
  if (last === 'at' || last === 'on' || last === 'date') {
    const event = EVENTS.get(rest.at(-1) ?? '');
    if (rest.length === 1 && event) return `data de ${event}`;
  }
  if (last === 'by' || last === 'at' || last === 'on') return null;
  return phrase(words);
}

/** The head comes first, its adjectives after it, and the nouns before it with «de». */
function phrase(words: string[]): string {
  const content = words.filter((word) => !isEnglishFunctionWord(word));
  const isCount = content[0] === 'number' && content.length > 1;
  const [head = '', ...before] = isCount ? content : content.toReversed();
  const [only] = before;
  if (only === undefined) return ADJECTIVES.get(head) ?? NOUNS.get(head) ?? head;
  const nouns: string[] = [];
  const adjectives: string[] = [];
  for (const word of before) {
    const adjective = ADJECTIVES.get(word);
    if (adjective) adjectives.push(adjective);
    else nouns.push(NOUNS.get(word) ?? EVENTS.get(word) ?? word.toUpperCase());
  }
  return [NOUNS.get(head) ?? head.toUpperCase(), ...adjectives, ...nouns.map((noun) => `de ${noun}`)].join(
    ' ',
  );
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
