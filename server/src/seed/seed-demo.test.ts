/** The agent that helps, where there is no model: what a newcomer asks is answered from the section that is about it. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { quotesFor } from '../adapters/models/local-reader/quotes.ts';
import { agents } from '../db/tables/agents.ts';
import { knowledge_bases } from '../db/tables/knowledge.ts';
import { retrieve } from '../features/grounding/retrieve.ts';
import { seedDemo } from './seed-demo.ts';

/** By how the heading of the section begins that must be quoted first. */
const ASKED: Record<string, string[]> = {
  'Acessar (abrir)': ['Como abro o Prosa em outro computador da rede?'],
  'Alterar a senha': ['Como altero a minha senha?'],
  'Aumentar o limite': ['como aumento o limite de tokens de um usuário?'],
  'Acabaram meus tokens': ['O que acontece quando meus tokens acabam?'],
  'Atualizar o Prosa': ['como atualizo o Prosa?'],
  'Backup do Prosa': ['Como faço backup?', 'como restauro uma cópia de segurança?'],
  'Bloqueio por errar': ['quantas vezes posso errar a senha?'],
  'Busca por significado': ['busca semântica'],
  'Colocar (enviar': [
    'Como envio um documento a uma base de conhecimento?',
    'Como coloco os meus documentos aqui?',
    'Como adiciono arquivos?',
  ],
  'Como conferir': ['como confiro se a resposta está certa?'],
  'Como convido': [
    'Como convido outras pessoas?',
    'Como faço para convidar um colega?',
    'Como convido um colega?',
  ],
  'Como dou agentes': ['como dou um agente a um grupo?'],
  'Configurar a chave': ['Como configuro a chave da OpenAI?'],
  'Criar (adicionar)': ['Como adiciono uma fonte de dados?'],
  'Criar (gerar)': ['Como gero uma chave de API?'],
  'Criar um agente': ['Como criar um agente?'],
  'Criar uma base': ['Como crio uma base de conhecimento?'],
  'Criar uma conta': ['como me cadastro?'],
  'De onde veio': ['Como vejo de onde veio a resposta?', 'o que significam os números entre colchetes?'],
  'Desativar (bloquear)': ['como desativo um usuário?', 'bloquear acesso de um funcionário'],
  'Duplicar, exportar': ['copiar agente para outra instalação'],
  'Entrar com Google': ['tem login com Google?'],
  'Enviar feedback': ['como envio feedback?'],
  'Escolher o modelo': ['como escolho o modelo de um agente?'],
  'Esqueci minha senha': ['Esqueci minha senha, o que faço?'],
  'Excluir (apagar) uma conversa': ['Como excluo uma conversa?'],
  'Excluir um usuário': ['como excluo um usuário?'],
  'Excluir minha conta': ['como excluo minha conta?'],
  'Gerenciar, mudar': ['Como mudo de plano?', 'quero desistir do plano pago'],
  'HTTPS e proxy': ['como coloco HTTPS?'],
  'Implantar (publicar)': ['como publico um agente?'],
  'Ligar uma base': ['como ligo uma base de conhecimento a um agente?'],
  'Mudar (trocar) o e-mail': ['trocar o e-mail da conta'],
  'Mudar (alterar, trocar) o nome': ['Como altero o meu nome?'],
  'Não encontro um agente': ['o agente sumiu da minha lista'],
  'O agente disse': ['por que o agente disse que não encontrou?'],
  'O código de verificação': ['Não recebi o código de verificação'],
  'O pagamento falhou': ['meu cartão foi recusado'],
  'O Prosa lê PDF': ['O agente consegue ler documentos PDF escaneados?', 'Posso enviar um PDF?'],
  'O que é um balcão': ['o que é um balcão público?'],
  'O que o Prosa faz': ['O que o Prosa faz?'],
  'Que agentes existem': ['Que agentes existem aqui?'],
  'O que é o modo local': ['O que é o modo local?'],
  'Onde leio': ['como leio os feedbacks?'],
  'Onde vejo quantos tokens': ['onde vejo quantos tokens gastei?'],
  'Os planos Free': ['Quanto custa o plano Pro?'],
  'O Prosa é gratuito': ['Quanto custa usar?'],
  'Por que meu agente': ['por que meu agente não responde?'],
  'Por que uma resposta': ['Por que a resposta não tem fontes?'],
  'Por que a resposta demora': ['por que a resposta é tão lenta?'],
  'Promover alguém': ['Como faço para promover alguém a administrador?'],
  'Quais dados vão': ['meus dados vão para a OpenAI?'],
  'Que arquivos': ['Quais tipos de arquivo posso enviar?'],
  'Quem gastou mais': ['quem gastou mais tokens?'],
  'Quem pode ver minhas': ['Quem pode ver minhas conversas?'],
  'Quem pode ver (usar)': ['como limito quem usa um agente?'],
  'Substituir (atualizar)': ['reenviar documento atualizado'],
  'Tema claro': ['modo escuro'],
  'Testar um agente': ['Como testo um agente antes de publicar?'],
  'Usar os agentes': ['como uso a API com Python?'],
  'Ver, alterar': ['como revogo uma chave?', 'o que acontece se minha chave vazar?'],
  'Versões de um agente': ['como volto a uma versão anterior do agente?'],
};

let testServer: TestServer;
let manual: number;
beforeAll(async () => {
  testServer = await startTestServer();
  await seedDemo(testServer.context);
  const [base] = await testServer.context.db
    .select()
    .from(knowledge_bases)
    .where(eq(knowledge_bases.name, 'Manual do Prosa'));
  manual = base?.id ?? 0;
});
afterAll(() => testServer.close());

async function sectionQuotedFirst(question: string): Promise<string> {
  const found = await retrieve(testServer.context, {
    knowledge_base_ids: [manual],
    data_source_ids: [],
    question,
    history: [],
    without: [],
    reader: 'local',
    context_window: 128_000,
    signal: new AbortController().signal,
  });
  const [quote] = quotesFor({ question, history: [], passages: found?.passages ?? [] });
  return quote?.passage.section.split(' › ').at(-1) ?? 'nada';
}

test('the agent that helps quotes first the section that a newcomer asks about', async () => {
  const astray: string[] = [];
  for (const [section, questions] of Object.entries(ASKED))
    for (const question of questions) {
      const quoted = await sectionQuotedFirst(question);
      if (!quoted.startsWith(section)) astray.push(`${question} → ${quoted}`);
    }
  expect(astray).toEqual([]);
});

test('R-FST-08 each example question of the agent that helps is answered with a source', async () => {
  const [helper] = await testServer.context.db.select().from(agents).where(eq(agents.name, 'Ajuda do Prosa'));
  expect(helper?.openers).toHaveLength(3);
  const asker = testServer.as(await testServer.user());
  for (const opener of helper?.openers ?? []) {
    const { id } = (await asker.post(`/chat/create-session?agent_id=${helper?.id}`)).body.data;
    expect((await asker.ask(id, opener)).events.at(-1)?.sources?.length, opener).toBeGreaterThan(0);
  }
});
