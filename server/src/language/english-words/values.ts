/** English words in the values of tables, and the words by which people ask for them in Portuguese. */
import { wordPairs } from './word-pairs.ts';

export const VALUES = new Map(
  [
    ...wordPairs(`
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
`),
  ].map(([english, portuguese]) => [english, portuguese.split(', ')]),
);
