/** One question, asked as a tool and in both of OpenAI's forms: one answer. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Source } from '#contract/citations.ts';
import { buildAgent } from '../../../test/builders.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { connectMcp, toolResult } from '../../../test/programs/mcp-client.ts';
import { type ProgramTestServer, startProgramTestServer } from '../../../test/programs/openai-client.ts';
import { scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { token_entries } from '../../db/tables/chat.ts';
import { createKnowledgeBase } from '../knowledge/documents/store.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';

const THINGS = [
  'reembolso de diárias',
  'férias',
  'licença médica',
  'vale-transporte',
  'crachá',
  'estacionamento',
  'teletrabalho',
  'horas extras',
  'capacitação',
  'uniforme',
];
const TEXT = THINGS.map(
  (thing, at) => `# ${thing}\n\nO pedido de ${thing} é feito em até ${at + 3} dias, na sala ${at + 10}.\n`,
).join('\n');

const QUESTIONS = THINGS.flatMap((thing) => [
  `Em quantos dias peço ${thing}?`,
  `Onde é feito o pedido de ${thing}?`,
  `O que preciso para ${thing}?`,
  `${thing}?`,
  `Quem decide sobre ${thing} na capital da Mongólia?`,
]);

/** Answers of several kinds and lengths, decided by the question alone. */
const model = scripted((call) => {
  const { question } = call.prompt;
  const size = question.length;
  if (size % 5 === 0) return [`Sobre isso não encontrei nada.`, { end: { input: size, output: 6 } }];
  const end = { input: size * 3, output: size };
  const reason = size % 7 === 0 ? ('length' as const) : ('stop' as const);
  return [`**${question}** O pedido é feito na sala`, ` indicada [1]`, ' [2].', { end, reason }];
});

let programs: ProgramTestServer;
let agent_id: number;
beforeAll(async () => {
  programs = await startProgramTestServer(scriptedModels(model, { without: ['gpt-4o'] }));
  const { context } = programs.testServer;
  const base = await createKnowledgeBase(context.db, { name: 'Regras' });
  const file = { original_filename: 'regras.md', file_type: 'md', file_size: TEXT.length, text: TEXT };
  await ingestText(context.db, { knowledge_base_id: base.id, ...file });
  agent_id = (await buildAgent(context, { name: 'Regras', knowledge_bases: [base.id] })).id;
});
afterAll(() => programs.testServer.close());

const cited = ({
  index,
  title,
  page,
  section,
  snippet,
  url,
  document_id,
  start,
  validity_label,
}: Source) => ({
  indice: index,
  titulo: title,
  pagina: page ?? null,
  secao: section ?? null,
  trecho: snippet,
  url: url ?? null,
  documento: document_id ?? null,
  inicio: start ?? null,
  vigencia: validity_label ?? null,
});

test('R-RCH-05 R-RCH-10 fifty questions have one answer, one set of sources and one charge in every form', {
  timeout: 120_000,
}, async () => {
  const { db } = programs.testServer.context;
  expect(new Set(QUESTIONS).size).toBe(50);
  const differing: string[] = [];
  let withSources = 0;
  for (const [at, question] of QUESTIONS.entries()) {
    // A key of its own, so that no limit per minute is reached.
    const { ana, client, key } = await programs.program();
    const mcp = await connectMcp(programs.origin, key.secret, at % 2 ? '2025' : '2026');
    const tool = await toolResult<{ resposta: string; fontes: object[]; filtros: object[] }>(
      mcp,
      'perguntar',
      {
        agente: agent_id,
        pergunta: question,
      },
    );
    const chat = await programs.ask(client, question, { model: `agente-${agent_id}` });
    const response = await client.responses.create({ model: `agente-${agent_id}`, input: question });
    await mcp.close();
    const { sources, filters } = (chat as unknown as { prosa: { sources: Source[]; filters: object[] } })
      .prosa;
    const text = chat.choices[0]?.message.content;
    if (sources.length) withSources += 1;
    const same =
      tool.resposta === text &&
      response.output_text === text &&
      JSON.stringify(tool.fontes) === JSON.stringify(sources.map(cited)) &&
      JSON.stringify((response as unknown as typeof chat & { prosa: object }).prosa).includes(
        JSON.stringify(sources),
      ) &&
      tool.filtros.length === filters.length;
    const entries = await db.select().from(token_entries).where(eq(token_entries.user_id, ana.id));
    const charges = entries.map(({ purpose, model: name, input_tokens, output_tokens, charged, key_id }) =>
      JSON.stringify([purpose, name, input_tokens, output_tokens, charged, key_id === key.id]),
    );
    if (!same || entries.length !== 3 || new Set(charges).size !== 1) differing.push(question);
  }
  expect(differing).toEqual([]);
  expect(withSources).toBeGreaterThan(30);
  expect(await brokenInvariants(db)).toEqual([]);
});
