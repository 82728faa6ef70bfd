/** The same for people: a page to begin with, and one for each conversation. */
import type { Source } from '#contract/citations.ts';
import type { TableResult } from '#contract/table-result.ts';
import { tableCellWords } from '#contract/table-words.ts';
import type { ExportedMessage, ExportedSession } from './conversation-reader.ts';
import { escapeHtml, heading, note, pageEnd, pageStart, paragraph, table, when } from './html.ts';
import type { PersonalData } from './personal-data-reader.ts';

const OPINIONS = { up: 'gostei', down: 'não gostei' } as const;

/** Where a conversation's page is; titles are no names for files. */
export const pathOfSession = ({ id, created_at }: ExportedSession): string =>
  `conversas/${created_at.toISOString().slice(0, 10)}-${id}.html`;

export async function* indexPage(kept: PersonalData, now: Date): AsyncGenerator<string> {
  yield pageStart('Meus dados no Prosa');
  yield note(
    `Gerado em ${when(now)} (horário de Brasília). Os mesmos dados, completos, estão em dados.json.`,
  );
  yield* profilePart(kept);
  yield heading('Conversas');
  yield '<ul>\n';
  // Programs have one conversation a question, with no words in it: dados.json has them all.
  for await (const session of kept.sessions()) if (session.key_id === null) yield sessionLine(session);
  yield '</ul>\n';
  for (const { title, columns, rows } of TABLES) {
    yield heading(title);
    yield table(columns, await rows(kept));
  }
  yield pageEnd;
}

async function* profilePart(kept: PersonalData): AsyncGenerator<string> {
  const profile = await kept.profile();
  if (!profile) return;
  yield heading('Perfil');
  yield table(
    ['Campo', 'Valor'],
    [
      ['Nome', profile.name],
      ['E-mail', profile.email],
      ['Telefone', profile.phone],
      ['Papel', profile.role],
      ['Grupo', profile.user_group],
      ['Conta criada em', when(profile.created_at)],
      ['Idioma das telas', profile.language],
      ['Último acesso', when(profile.last_login)],
      ['Tokens usados no ciclo', profile.token_used],
      ['Exclusão marcada para', when(profile.deletion_due)],
    ],
  );
}

type ExportTable = {
  title: string;
  columns: string[];
  rows: (kept: PersonalData) => Promise<Parameters<typeof table>[1]>;
};

const TABLES: ExportTable[] = [
  {
    title: 'Acessos',
    columns: ['Início', 'Visto por último', 'Fim', 'Navegador'],
    rows: async (kept) =>
      (await kept.sign_ins()).map((one) => [
        when(one.created_at),
        when(one.last_seen_at),
        when(one.ended_at),
        one.user_agent,
      ]),
  },
  {
    title: 'Chaves de acesso',
    columns: ['Nome', 'Criada em', 'Validade', 'Último uso', 'Endereço', 'Revogada em'],
    rows: async (kept) =>
      (await kept.access_keys()).map((one) => [
        one.name,
        when(one.created_at),
        when(one.expires_at),
        when(one.last_used_at),
        one.last_used_ip,
        when(one.revoked_at),
      ]),
  },
  {
    title: 'Uso de tokens',
    columns: ['Mês', 'Tokens', 'Chamadas'],
    rows: async (kept) =>
      (await kept.usage_by_month()).map(({ month, tokens, calls }) => [month, tokens, calls]),
  },
  {
    title: 'Assinatura',
    columns: ['Plano', 'Situação', 'Início do período', 'Fim do período'],
    rows: async (kept) =>
      (await kept.subscription()).subscriptions.map((one) => [
        one.tier,
        one.status,
        when(one.current_period_start),
        when(one.current_period_end),
      ]),
  },
  {
    title: 'Compras',
    columns: ['Data', 'Compra', 'Valor (R$)', 'Situação', 'Pago em', 'Devolvido (R$)'],
    rows: async (kept) =>
      (await kept.purchases()).purchases.map((one) => [
        when(one.created_at),
        one.kind === 'pack' ? `pacote de ${one.tokens ?? 0} tokens` : 'plano pago uma vez',
        reais(one.amount),
        one.state,
        when(one.paid_at),
        reais(one.refunded),
      ]),
  },
  {
    title: 'Créditos de tokens',
    columns: ['Desde', 'Tokens', 'Restam', 'Até'],
    rows: async (kept) =>
      (await kept.purchases()).token_credits.map((one) => [
        when(one.created_at),
        one.tokens,
        one.tokens_left,
        when(one.expires_at),
      ]),
  },
  {
    title: 'Feedback enviado',
    columns: ['Data', 'Mensagem', 'Página', 'Imagem'],
    rows: async (kept) =>
      (await kept.feedback()).map((one) => [
        when(one.created_at),
        one.message,
        one.page,
        one.screenshot_type && `feedback/${one.id}${extensionOf(one.screenshot_type)}`,
      ]),
  },
  {
    title: 'Comprovantes',
    columns: ['Código', 'Data', 'Arquivo', 'Revogado em'],
    rows: async (kept) =>
      (await kept.receipts()).map((one) => [
        one.code,
        when(one.created_at),
        one.canonical && pathOfReceipt(one.code),
        when(one.revoked_at),
      ]),
  },
  {
    title: 'Links de conversas',
    columns: ['Conversa', 'Data', 'Vale até', 'Aberturas', 'Encerrado em'],
    rows: async (kept) =>
      (await kept.session_links()).map((one) => [
        one.session_id,
        when(one.created_at),
        when(one.expires_at),
        one.openings,
        when(one.revoked_at),
      ]),
  },
  {
    title: 'Registro de administração',
    columns: ['Data', 'Ação', 'Por', 'Objeto'],
    rows: async (kept) =>
      (await kept.audit()).map((one) => [
        when(one.created_at),
        one.action,
        one.by_them ? 'você' : 'outra pessoa ou o sistema',
        one.object_name ?? one.object_type,
      ]),
  },
];

export const pathOfReceipt = (code: string): string => `comprovantes/${code}.json`;

const reais = (cents: number) => (cents / 100).toFixed(2).replace('.', ',');

export const extensionOf = (media_type: string): string => `.${media_type.split('/')[1] ?? 'bin'}`;

function sessionLine(session: ExportedSession): string {
  const date = when(session.created_at);
  if (session.erased_at) return `<li>${escapeHtml(`Conversa apagada, de ${date}`)}</li>\n`;
  const title = `${session.chat_title} (${date}${session.is_test ? ', teste' : ''})`;
  return `<li><a href="${escapeHtml(pathOfSession(session))}">${escapeHtml(title)}</a></li>\n`;
}

export async function* sessionPage(
  session: ExportedSession,
  messages: AsyncIterable<ExportedMessage>,
): AsyncGenerator<string> {
  yield pageStart(session.chat_title);
  yield note(`Com ${session.agent_name ?? 'um agente'}, desde ${when(session.created_at)}.`);
  for await (const message of messages) yield messagePart(message);
  yield '<p><a href="../index.html">Todos os dados</a></p>\n';
  yield pageEnd;
}

function messagePart({
  created_at,
  question,
  answer,
  sources,
  results,
  unchecked_numbers: unchecked,
  feedback,
  feedback_reason,
}: ExportedMessage): string {
  return [
    `<h3>${escapeHtml(`Você, ${when(created_at)}`)}</h3>\n`,
    paragraph(question),
    '<h3>Resposta</h3>\n',
    paragraph(answer || 'Sem resposta.'),
    unchecked.length ? note(`Números não conferidos: ${unchecked.map(({ text }) => text).join('; ')}`) : '',
    ...results.map(resultTable),
    sources.length ? `<ol>${sources.map(sourceLine).join('')}</ol>\n` : '',
    feedback
      ? note(`Sua avaliação: ${OPINIONS[feedback]}${feedback_reason ? `. ${feedback_reason}` : ''}`)
      : '',
  ].join('');
}

const resultTable = ({ index, data_source_name, understood, columns, rows }: TableResult): string =>
  note(`[${index}] ${data_source_name}: ${understood}`) +
  table(
    columns.map(({ label }) => label),
    rows.map((row) => columns.map((column, place) => tableCellWords(row[place], column))),
  );

const sourceLine = ({ index, title, section, page, snippet }: Source): string => {
  const place = [title, section, page === undefined ? '' : `página ${page}`].filter(Boolean).join(', ');
  return `<li value="${index}">${escapeHtml(place)}: «${escapeHtml(snippet)}»</li>`;
};
