/** English nouns that name columns in the tables of any organisation, and their Portuguese words. */
import { wordPairs } from './word-pairs.ts';

export const GENERAL_NOUNS = wordPairs(`
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
`);
