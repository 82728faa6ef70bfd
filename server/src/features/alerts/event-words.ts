/** An event in words and as the JSON of a webhook. Neither holds a question, an answer or a person. */
import type { AlertEvent, AlertKind } from '#contract/alerts.ts';
import { ALERTS } from '#contract/alerts.ts';
import type { alert_events } from '../../db/tables/alerts.ts';

type Event = typeof alert_events.$inferSelect;
type Stage = NonNullable<Event['letter_due']>;
type Told = Pick<Event, 'kind' | 'subject' | 'name' | 'values'>;

export const subjectOf = ({
  kind,
  subject,
  name,
}: Pick<Event, 'kind' | 'subject' | 'name'>): AlertEvent['subject'] => ({
  type: ALERTS[kind].subject,
  id: subject || null,
  name,
});

/** The screen on which alerts are read. */
const PATH = '/admin/avisos';

export function eventBody(event: Event, state: Stage, appUrl: string): string {
  const { uid, kind, opened_at, resolved_at, values } = event;
  return JSON.stringify({
    id: uid,
    kind,
    state,
    opened_at: opened_at.toISOString(),
    resolved_at: resolved_at?.toISOString() ?? null,
    subject: subjectOf(event),
    values,
    url: `${appUrl.replace(/\/+$/, '')}${PATH}`,
  });
}

const count = (value: string | number | undefined, one: string, many: string) =>
  `${Number(value ?? 0).toLocaleString('pt-BR')} ${Number(value) === 1 ? one : many}`;

const SENTENCES: Record<AlertKind, (event: Told) => string> = {
  checks_fell: ({ name, values }) =>
    `O agente «${name}» deixou de cumprir ${count(values.fallen, 'verificação', 'verificações')} de ${values.total}, que antes se mantinham na mesma versão.`,
  verified_due: ({ name, values }) =>
    `O agente «${name}» tem ${count(values.answers, 'resposta verificada', 'respostas verificadas')} a revisar.`,
  provider_refuses: ({ name, values }) =>
    `O provedor ${name} recusou ${count(values.refusals, 'chamada', 'chamadas')} nos últimos 10 minutos: chave recusada, sem crédito ou modelo que saiu.`,
  spend: ({ values }) =>
    values.tokens === undefined
      ? `O gasto de hoje passou do limite: R$ ${Number(values.brl).toLocaleString('pt-BR')} de R$ ${Number(values.limit).toLocaleString('pt-BR')}.`
      : `O gasto de hoje passou do limite: ${count(values.tokens, 'token', 'tokens')} de ${Number(values.limit).toLocaleString('pt-BR')}.`,
  queue: ({ values }) =>
    `A fila de tarefas está parada: a mais antiga espera há ${count(values.minutes, 'minuto', 'minutos')}, e ${count(values.dead, 'tarefa foi abandonada', 'tarefas foram abandonadas')}.`,
  disk: ({ values }) => `O disco do servidor tem só ${values.free_percent}% livre.`,
  model_ends: ({ name, values }) =>
    `O modelo ${name} ${values.ends_at ? `termina em ${String(values.ends_at).split('-').reverse().join('/')}` : 'saiu da lista do provedor'} e é usado por ${count(values.agents, 'agente', 'agentes')}.`,
  mail_fails: ({ values }) =>
    `${count(values.letters, 'e-mail não saiu', 'e-mails não saíram')} na última hora.`,
  webhook_fails: ({ name }) => `O canal «${name}» não responde.`,
  sync_fails: ({ name, values }) =>
    `A sincronização «${name}» foi pausada depois de ${count(values.runs, 'falha seguida', 'falhas seguidas')}.`,
};

const ENDED: Record<AlertKind, (event: Told) => string> = {
  checks_fell: ({ name }) => `As verificações do agente «${name}» voltaram a se manter.`,
  verified_due: ({ name }) => `As respostas verificadas do agente «${name}» foram revistas.`,
  provider_refuses: ({ name }) => `O provedor ${name} parou de recusar chamadas.`,
  spend: () => 'O gasto voltou a ficar abaixo do limite do dia.',
  queue: () => 'A fila de tarefas voltou a andar.',
  disk: () => 'O disco do servidor voltou a ter espaço.',
  model_ends: ({ name }) => `O modelo ${name} não é mais usado, ou não termina mais tão cedo.`,
  mail_fails: () => 'Os e-mails voltaram a sair.',
  webhook_fails: ({ name }) => `O canal «${name}» voltou a responder.`,
  sync_fails: ({ name }) => `A sincronização «${name}» foi retomada.`,
};

export function eventSentence(event: Told, stage: Stage): string {
  if (stage === 'ended') return ENDED[event.kind](event);
  const sentence = SENTENCES[event.kind](event);
  return stage === 'reminder' ? `Continua há um dia: ${sentence}` : sentence;
}
