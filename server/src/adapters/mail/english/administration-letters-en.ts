/** Letters to administrators, but for alerts. */
import type { LetterSentences } from './letter-sentences.ts';

export const administrationLettersEn: LetterSentences = [
  ['O modelo {name} saiu da lista', 'The model {name} left the list'],
  ['O modelo {name} termina em {day}', 'The model {name} ends on {day}'],
  [
    'O provedor não lista mais o modelo {name} ({id}).',
    'The provider no longer lists the model {name} ({id}).',
  ],
  [
    'O provedor deixa de atender o modelo {name} ({id}) em {day}.',
    'The provider stops serving the model {name} ({id}) on {day}.',
  ],
  ['Ele é usado por {agents} e {sources}.', 'It is used by {agents} and {sources}.'],
  [
    'Respondem agora com {name}, até alguém escolher outro.',
    'They now answer with {name}, until somebody chooses another.',
  ],
  [
    'Depois, respondem com {name}, até alguém escolher outro.',
    'After that they answer with {name}, until somebody chooses another.',
  ],
  [
    'Não há sucessor que possa responder: escolha outro modelo.',
    'There is no successor that can answer: choose another model.',
  ],
  [
    'Em «Modelos», na administração, está onde ele é usado, e cada agente pode comparar sucessores.',
    '“Models”, in the administration, shows where it is used, and each agent can compare successors.',
  ],
  ['{n} agente', '{n} agent'],
  ['{n} agentes', '{n} agents'],
  ['{n} fonte de dados', '{n} data source'],
  ['{n} fontes de dados', '{n} data sources'],
  ['Resposta verificada vencida em {day}', 'Verified answer overdue since {day}'],
  ['Resposta verificada vence em {day}', 'Verified answer due on {day}'],
  [
    'Você revisa a resposta verificada «{question}», do agente «{agent}».',
    'You review the verified answer “{question}” of the agent “{agent}”.',
  ],
  [
    'O dia da revisão era {day}: ela não é mais dada a quem pergunta até alguém a conferir.',
    'The day of the review was {day}: the answer is no longer given to those who ask until somebody checks it.',
  ],
  [
    'O dia da revisão é {day}: depois dele ela não é mais dada a quem pergunta.',
    'The day of the review is {day}: after it the answer is no longer given to those who ask.',
  ],
  ['Abrir o agente', 'Open the agent'],
  [
    'Confira a resposta e escolha um novo dia em «Revisar em».',
    'Check the answer and choose a new day under “Review on”.',
  ],
  ['Um pedido novo no balcão', 'A new request at a counter'],
  ['{n} pedidos novos nos balcões', '{n} new requests at the counters'],
  ['Um pedido vence em breve', 'A request is due soon'],
  ['{n} pedidos vencem em breve', '{n} requests are due soon'],
  ['Pedidos novos e pedidos que vencem', 'New requests, and requests that are due'],
  [
    'Pedido novo {protocol} em «{counter}»: responder até {day}.',
    'New request {protocol} at “{counter}”: answer by {day}.',
  ],
  [
    'O pedido {protocol} em «{counter}» vence em {day}.',
    'The request {protocol} at “{counter}” is due on {day}.',
  ],
  [
    'O pedido {protocol} em «{counter}» venceu em {day}.',
    'The request {protocol} at “{counter}” was due on {day}.',
  ],
  ['E mais um pedido.', 'And one more request.'],
  ['E mais {n} pedidos.', 'And {n} more requests.'],
  [
    'O que foi escrito se lê só em «Pedidos». Quem recebe esta mensagem é escolhido em cada balcão.',
    'What was written is read under “Requests” only. Who gets this message is chosen at each counter.',
  ],
  ['Abrir o pedido', 'Open the request'],
  ['Abrir os pedidos', 'Open the requests'],
  ['A sincronização {name} foi pausada', 'The sync {name} was paused'],
  [
    'As últimas {n} execuções da sincronização «{name}», da base «{base}», falharam. {reason}',
    'The last {n} runs of the sync “{name}” of the base “{base}” failed. {reason}',
  ],
  [
    'As últimas {n} execuções da sincronização «{name}», da base «{base}», falharam.',
    'The last {n} runs of the sync “{name}” of the base “{base}” failed.',
  ],
  [
    'Ela foi pausada. Os documentos continuam na base como estavam; nada foi retirado.',
    'It was paused. The documents stay in the base as they were; nothing was removed.',
  ],
  [
    'Na página da base, em «Sincronizações», estão as execuções, e ali ela pode ser retomada.',
    'The page of the base, under “Syncs”, has the runs, and the sync can be resumed there.',
  ],
  ['Novo feedback no Prosa', 'New feedback in Prosa'],
  ['Novo feedback', 'New feedback'],
  ['De: conta excluída', 'From: deleted account'],
  ['De: {from}', 'From: {from}'],
  ['Enviado da página {page}', 'Sent from the page {page}'],
  [
    'Há uma imagem com este feedback: ela está no Prosa.',
    'There is an image with this feedback: it is in Prosa.',
  ],
];
