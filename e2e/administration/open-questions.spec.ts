import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { QuestionGroup } from '#contract/open-questions.ts';
import { breakCall, expectFailure, makeAgent } from '../support/agents.ts';
import { inDatabase } from '../support/database.ts';
import { makePerson } from '../support/groups.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';

const open = (page: Page) => enter(page, ADMIN, '/admin');
const groups = (page: Page) => page.getByRole('list', { name: 'Perguntas em aberto' }).getByRole('listitem');
const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name }).click();

type Asked = { question: string; reason?: string };

/** Questions of one person to an agent, as answers would have left them two minutes ago. */
const askedOf = (user_id: number, agent_id: number, asked: Asked[]): Promise<string> =>
  inDatabase(async (client) => {
    const id = randomUUID();
    await client.query(
      `insert into chat_sessions (id, user_id, agent_id, agent_name, chat_title, messages_count)
       values ($1, $2, $3, 'Agente', 'Segredos', $4)`,
      [id, user_id, agent_id, asked.length],
    );
    for (const [place, { question, reason }] of asked.entries())
      await client.query(
        `insert into messages (user_id, session_id, question, answer, status, model, found_nothing, feedback,
           feedback_reason, created_at, finished_at)
         values ($1, $2, $3, 'Não encontrei isso nas fontes deste agente.', 'done', 'local', $4, $5, $6,
           now() - make_interval(secs => $7), now() - make_interval(secs => $7))`,
        [
          user_id,
          id,
          question,
          reason === undefined,
          reason === undefined ? null : 'down',
          reason ?? null,
          900 - place,
        ],
      );
    return id;
  });

const makeBase = (agent_id: number): Promise<number> =>
  inDatabase(async (client) => {
    const { rows } = await client.query(`insert into knowledge_bases (name) values ($1) returning id`, [
      `Pessoal ${randomUUID().slice(0, 8)}`,
    ]);
    await client.query('insert into agent_knowledge_bases (agent_id, knowledge_base_id) values ($1, $2)', [
      agent_id,
      rows[0].id,
    ]);
    return rows[0].id;
  });

const FERIAS = [
  'Qual é o prazo para pedir férias?',
  'Prazo para pedir férias',
  'Gostaria de saber o prazo para pedir férias',
  'Há prazo para pedir férias?',
];

async function withGroup(page: Page) {
  const agent = await makeAgent(page);
  const base = await makeBase(agent.id);
  const person = await makePerson();
  const session = await askedOf(
    person.id,
    agent.id,
    FERIAS.map((question) => ({ question })),
  );
  await open(page);
  await page.getByRole('combobox', { name: 'Agente' }).selectOption(agent.name);
  await expect(groups(page)).toHaveCount(1);
  await expect(groups(page)).toContainText(`${FERIAS.length} parecidas`);
  return { agent, base, person, session };
}

test('R-LOP-01 R-LOP-03 similar questions are one row with their number; the panel has all of them and nobody who asked', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  const person = await makePerson();
  await askedOf(person.id, agent.id, [
    ...FERIAS.map((question) => ({ question })),
    { question: 'Qual o prazo do edital?', reason: 'Prazo errado' },
  ]);
  await open(page);
  await page.getByRole('combobox', { name: 'Agente' }).selectOption(agent.name);
  await expect(groups(page)).toHaveCount(2);
  await expect(groups(page).nth(0)).toContainText('Qual o prazo do edital?');
  await expect(groups(page).nth(0)).toContainText('Não ajudou');
  await expect(groups(page).nth(1)).toContainText('4 parecidas');
  await radio(page, 'Sem resposta').check();
  await expect(groups(page)).toHaveCount(1);
  await groups(page).getByRole('button').click();
  const all = dialog(page).getByRole('list', { name: 'Perguntas do grupo' }).getByRole('listitem');
  await expect(all).toHaveCount(4);
  await expect(page.locator('body')).not.toContainText(person.name);

  await dialog(page).getByRole('checkbox', { name: 'Marcar «Há prazo para pedir férias?»' }).check();
  await press(page, 'Separar 1 pergunta');
  await expect(dialog(page).getByRole('heading', { name: 'Há prazo para pedir férias?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(groups(page)).toHaveCount(2);

  await groups(page).nth(0).getByRole('button').click();
  await dialog(page)
    .getByRole('link', { name: `Testar a pergunta com ${agent.name}` })
    .click();
  await expect(page).toHaveURL(`/admin/agents/${agent.id}?tab=test`);
  const box = page
    .getByRole('dialog', { name: /^Test chat with/ })
    .getByRole('textbox', { name: 'Sua pergunta' });
  await expect(box).toHaveValue('Há prazo para pedir férias?');
});

test('R-LOP-04 R-LOP-05 R-LOP-06 R-LOP-07 a note closes a group, the agent answers now, and the asker sees a line in the conversation', async ({
  page,
  browser,
}) => {
  const { agent, person, session } = await withGroup(page);
  await inDatabase(async (client) => {
    await client.query('update agents set deploy_status = true where id = $1', [agent.id]);
    await client.query('insert into group_agents (user_group_id, agent_id) select id, $1 from user_groups', [
      agent.id,
    ]);
  });
  await groups(page).getByRole('button').click();
  await press(page, 'Escrever nota');
  await dialog(page).getByRole('textbox', { name: 'Título' }).fill('Férias');
  await dialog(page)
    .getByRole('textbox', { name: 'Nota' })
    .fill('O prazo para pedir férias é de 30 dias antes do seu início.');
  await press(page, 'Guardar e encerrar');
  await expect(dialog(page).getByText('Agora responde')).toBeVisible({ timeout: 60_000 });
  await expect(dialog(page).getByText('30 dias antes do seu início').first()).toBeVisible();
  await expect(dialog(page).getByText(/^Fontes: nota-\d{4}-\d\d-\d\d-ferias\.md$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(groups(page)).toHaveCount(0);
  await radio(page, 'Resolvidas').check();
  await expect(groups(page)).toHaveCount(1);
  await page.goto(`/admin/agents/${agent.id}?tab=test`);
  await expect(page.getByText('Prazo para pedir férias').first()).toBeVisible();

  const asker = await browser.newContext();
  const theirs = await asker.newPage();
  await enter(theirs, person, `/chat/${session}`);
  const told = theirs.getByText(/^Esta pergunta ficou sem resposta em .+\. Agora há uma\.$/);
  await expect(told).toHaveCount(FERIAS.length);
  await theirs.getByRole('button', { name: 'Dispensar este aviso' }).first().click();
  await expect(told).toHaveCount(FERIAS.length - 1);
  const answers = theirs.locator('[data-role="assistant"][data-status="done"]');
  await theirs.getByRole('button', { name: 'Perguntar de novo', exact: true }).last().click();
  await expect(answers).toHaveCount(FERIAS.length + 1);
  await expect(answers.last()).toContainText('30 dias antes do seu início');
  await theirs.reload();
  await expect(answers).toHaveCount(FERIAS.length + 1);
  await expect(told).toHaveCount(FERIAS.length - 2);
  await asker.close();
});

test('R-LOP-04 R-LOP-05 a verified answer closes the group from which it was written', async ({ page }) => {
  await withGroup(page);
  await groups(page).getByRole('button').click();
  await press(page, 'Responder');
  await expect(dialog(page).getByRole('textbox', { name: 'Pergunta', exact: true })).toHaveValue(
    'Prazo para pedir férias',
  );
  await expect(dialog(page).getByRole('textbox', { name: 'Outras formas de perguntar' })).toHaveValue(
    /Há prazo para pedir férias\?/,
  );
  await dialog(page).getByRole('textbox', { name: 'Resposta' }).fill('São trinta dias.');
  await dialog(page).getByRole('textbox', { name: 'Área responsável' }).fill('Pessoal');
  await press(page, 'Salvar');
  await expect(dialog(page).getByText('Agora responde')).toBeVisible({ timeout: 60_000 });
  await expect(dialog(page).getByText('São trinta dias.')).toBeVisible();
  await press(page, 'Reabrir');
  await expect(dialog(page).getByRole('button', { name: 'Responder' })).toBeVisible();
  await press(page, 'Não é deste agente');
  await expect(dialog(page).getByText(/^Dispensada: não é deste agente em /)).toBeVisible();
  await page.keyboard.press('Escape');
  await radio(page, 'Dispensadas').check();
  await expect(groups(page)).toHaveCount(1);
});

test('groups continue twenty at a time, newest first; a failure is named', async ({ page }) => {
  const all: QuestionGroup[] = Array.from({ length: 30 }, (_, index) => ({
    id: 100 - index,
    agent_id: 1,
    agent_name: 'Ajuda',
    title: `Pergunta ${100 - index}`,
    count: 1,
    kinds: ['unanswered'],
    newest_at: '2026-11-20T12:12:00.000Z',
    state: 'open',
    closure: null,
    asked_since: 0,
    asking: false,
    asked_again: null,
  }));
  const answer = (data: QuestionGroup[], total: number) =>
    page.route(`**${API}/admin/open-questions?*`, (route) => {
      const skip = Number(new URL(route.request().url()).searchParams.get('skip'));
      const shown = data.slice(skip, skip + 20);
      const metadata = { total, has_more: skip + 20 < total };
      return route.fulfill({ json: { success: true, data: shown, metadata, message: '' } });
    });
  await answer(all, 30);
  await open(page);
  await expect(page.getByText('20 de 30')).toBeVisible();
  await page.getByRole('button', { name: 'Carregar mais' }).click();
  await expect(groups(page)).toHaveCount(30);
  await expect(groups(page).last()).toContainText('Pergunta 71');
  await expect(groups(page).last()).toContainText('20/11/2026 09:12');
  await expect(page.getByRole('button', { name: 'Carregar mais' })).toHaveCount(0);
  await page.unrouteAll();
  await answer([], 0);
  await radio(page, 'Mês').check();
  await expect(page.getByText('Nenhuma pergunta em aberto')).toBeVisible();
  await radio(page, 'Não ajudou').check();
  await expect(page.getByText('Nenhuma pergunta com estes filtros')).toBeVisible();
  await page.unrouteAll();
  await breakCall(page, '/admin/open-questions?*', 'GET');
  await radio(page, '24 h').check();
  await expectFailure(page, 'Falha ao carregar as perguntas');
});

test('the panel of a group and its forms stand in every look', async ({ page }) => {
  await withGroup(page);
  const form = (name: string) => async () => {
    await press(page, name);
    await expect(dialog(page).getByRole('combobox', { name: 'Base de conhecimento' })).toBeVisible();
  };
  await walkPast(page, [
    [
      'open-question-group',
      async () => {
        await groups(page).getByRole('button').click();
        const asked = dialog(page).getByRole('list', { name: 'Perguntas do grupo' });
        await expect(asked.getByRole('listitem')).toHaveCount(FERIAS.length);
      },
    ],
    ['open-question-note', form('Escrever nota')],
    [
      'open-question-document',
      async () => {
        await press(page, 'Voltar');
        await form('Acrescentar documento')();
      },
    ],
  ]);
});
