/** English adjectives and participles in the names of columns, and their Portuguese words. */
import { wordPairs } from './word-pairs.ts';

/** They follow the noun that they stand before. */
export const ADJECTIVES = wordPairs(`
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
export const EVENTS = wordPairs(`
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
