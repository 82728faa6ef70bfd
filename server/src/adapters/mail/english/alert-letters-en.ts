/** Letters about alerts. */
import type { LetterSentences } from './letter-sentences.ts';

export const alertLettersEn: LetterSentences = [
  ['Aviso de teste', 'Test alert'],
  ['Um aviso terminou', 'An alert has ended'],
  ['Aviso do Prosa', 'Prosa alert'],
  ['{title}: {n} acontecimentos', '{title}: {n} events'],
  [
    'Esta é uma mensagem de teste: os avisos desta regra chegam a você.',
    'This is a test message: the alerts of this rule reach you.',
  ],
  [
    'Em «Avisos», na administração, estão as regras e o que aconteceu.',
    '“Alerts”, in the administration, has the rules and what happened.',
  ],
  ['Continua há um dia: {sentence}', 'Still so after a day: {sentence}'],
  [
    'O agente «{name}» deixou de cumprir {checks} de {total}, que antes se mantinham na mesma versão.',
    'The agent “{name}” no longer meets {checks} of {total} that held before in the same version.',
  ],
  ['{n} verificação', '{n} check'],
  ['{n} verificações', '{n} checks'],
  ['O agente «{name}» tem {answers} a revisar.', 'The agent “{name}” has {answers} to review.'],
  ['{n} resposta verificada', '{n} verified answer'],
  ['{n} respostas verificadas', '{n} verified answers'],
  [
    'O provedor {name} recusou {calls} nos últimos 10 minutos: chave recusada, sem crédito ou modelo que saiu.',
    'The provider {name} refused {calls} in the last 10 minutes: key refused, no credit or a model that is gone.',
  ],
  ['{n} chamada', '{n} call'],
  ['{n} chamadas', '{n} calls'],
  [
    'O gasto de hoje passou do limite: {spent} de {limit}.',
    'Today’s spending has passed the limit: {spent} of {limit}.',
  ],
  [
    'A fila de tarefas está parada: a mais antiga espera há {time}, e {dead}.',
    'The job queue is stuck: the oldest job has been waiting for {time}, and {dead}.',
  ],
  ['{n} minuto', '{n} minute'],
  ['{n} minutos', '{n} minutes'],
  ['{n} tarefa foi abandonada', '{n} job was given up'],
  ['{n} tarefas foram abandonadas', '{n} jobs were given up'],
  ['O disco do servidor tem só {n}% livre.', 'Only {n}% of the server’s disk is free.'],
  [
    'O modelo {name} termina em {day} e é usado por {agents}.',
    'The model {name} ends on {day} and is used by {agents}.',
  ],
  [
    'O modelo {name} saiu da lista do provedor e é usado por {agents}.',
    'The model {name} left the provider’s list and is used by {agents}.',
  ],
  ['{n} e-mail não saiu na última hora.', '{n} e-mail was not sent in the last hour.'],
  ['{n} e-mails não saíram na última hora.', '{n} e-mails were not sent in the last hour.'],
  ['O canal «{name}» não responde.', 'The channel “{name}” does not answer.'],
  [
    'A sincronização «{name}» foi pausada depois de {n} falha seguida.',
    'The sync “{name}” was paused after {n} failure.',
  ],
  [
    'A sincronização «{name}» foi pausada depois de {n} falhas seguidas.',
    'The sync “{name}” was paused after {n} failures in a row.',
  ],
  [
    'As verificações do agente «{name}» voltaram a se manter.',
    'The checks of the agent “{name}” hold again.',
  ],
  [
    'As respostas verificadas do agente «{name}» foram revistas.',
    'The verified answers of the agent “{name}” were reviewed.',
  ],
  ['O provedor {name} parou de recusar chamadas.', 'The provider {name} no longer refuses calls.'],
  ['O gasto voltou a ficar abaixo do limite do dia.', 'Spending is below the limit of the day again.'],
  ['A fila de tarefas voltou a andar.', 'The job queue is moving again.'],
  ['O disco do servidor voltou a ter espaço.', 'The server’s disk has space again.'],
  [
    'O modelo {name} não é mais usado, ou não termina mais tão cedo.',
    'The model {name} is no longer used, or no longer ends so soon.',
  ],
  ['Os e-mails voltaram a sair.', 'E-mails are being sent again.'],
  ['O canal «{name}» voltou a responder.', 'The channel “{name}” answers again.'],
  ['A sincronização «{name}» foi retomada.', 'The sync “{name}” was resumed.'],
];
