import { breakCall, expectFailure, holdBack, makeAgent } from '../support/agents.ts';
import { inDatabase } from '../support/database.ts';
import { watchShifts } from '../support/looks.ts';
import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';

const steps = (done: string[], dismissed = false) => ({
  success: true,
  message: '',
  data: {
    steps: ['model', 'knowledge', 'agent', 'openers', 'check', 'publish', 'people'].map((key) => ({
      key,
      done: done.includes(key),
      by_choice: false,
    })),
    dismissed,
    samples: null as 'shown' | 'away' | null,
    agent_id: null,
  },
});

test('R-FST-12 a new installation shows its first steps, announces a tick and asks before they are put away', async ({
  page,
}) => {
  let reply = steps([]);
  const sent: unknown[] = [];
  await page.route(`**${API}/admin/setup`, (route) => {
    if (route.request().method() === 'PUT') {
      const change = route.request().postDataJSON() as { dismissed?: boolean; local_mode_chosen?: boolean };
      sent.push(change);
      reply = steps(change.local_mode_chosen ? ['model'] : ['model', 'knowledge'], change.dismissed);
    }
    return route.fulfill({ json: reply });
  });
  await enter(page, ADMIN);
  await page.getByRole('link', { name: 'Termine de preparar o Prosa: 0 de 7.' }).click();
  const card = page.getByRole('region', { name: 'Primeiros passos' });
  await expect(card.getByRole('listitem')).toHaveCount(7);
  await expect(card.getByText('0 de 7')).toBeVisible();
  await card.getByRole('button', { name: 'Ficar no modo local' }).click();
  await expect(card.getByRole('status').filter({ hasText: 'Feito: Escolher quem responde' })).toHaveCount(1);
  await card.getByRole('button', { name: 'Dispensar' }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(question).toContainText('Dispensar os primeiros passos? Eles continuam em Configurações.');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Dispensar' }).click();
  await question.getByRole('button', { name: 'Dispensar' }).click();
  await expect(card).toHaveCount(0);
  expect(sent).toEqual([{ local_mode_chosen: true }, { dismissed: true }]);
  await page.getByRole('link', { name: 'Configurações' }).first().click();
  await expect(card.getByRole('listitem')).toHaveCount(7);
});

test('R-FST-12 an agent of the administrator ticks its step, that of the demo does not', async ({ page }) => {
  await enter(page, ADMIN, '/admin');
  const agent = await makeAgent(page, { openers: ['Qual é o prazo?'] });
  const card = page.getByRole('region', { name: 'Primeiros passos' });
  await expect(card.getByRole('listitem').filter({ hasText: 'Trazer a primeira pessoa' })).toBeVisible();
  const { rows } = await inDatabase((client) =>
    client.query<{ id: number }>('select id from knowledge_bases order by id limit 1'),
  );
  await inDatabase((client) =>
    client.query('insert into agent_knowledge_bases (agent_id, knowledge_base_id) values ($1, $2)', [
      agent.id,
      rows[0]?.id,
    ]),
  );
  await page.reload();
  const step = card.getByRole('listitem').filter({ hasText: 'Criar o primeiro agente' });
  await expect(step.getByText('Feito')).toHaveCount(1);
});

test('R-FST-12 the last step opens the invitation, and shows the address of the sign-up that it copies, also where the browser refuses', async ({
  page,
}) => {
  await page.route(`**${API}/admin/setup`, (route) => route.fulfill({ json: steps([]) }));
  await enter(page, ADMIN, '/admin');
  const step = page.getByRole('listitem').filter({ hasText: 'Trazer a primeira pessoa' });
  const address = `${new URL(page.url()).origin}/cadastro`;
  await expect(step.getByText(address, { exact: true })).toBeVisible();
  await expect(step.getByText('Este endereço só abre neste computador.')).toBeVisible();
  await step.getByRole('button', { name: 'Copiar endereço' }).click();
  await expect(step.getByRole('status')).toHaveText('Endereço copiado');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    document.execCommand = () => false;
  });
  await step.getByRole('button', { name: 'Copiar endereço' }).click();
  await expect(step.getByRole('status')).toHaveText(
    'O navegador não deixou copiar. Selecione o endereço e copie.',
  );
  await expect(step.getByText(address, { exact: true })).toBeVisible();
  await step.getByRole('link', { name: 'Convidar' }).click();
  await expect(page.getByRole('dialog', { name: 'Convidar pessoas' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: 'Convites' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('R-FST-12 the steps open the form or the card that they name, once', async ({ page }) => {
  await enter(page, ADMIN, '/admin');
  const agent = await makeAgent(page);
  const reply = steps([]);
  await page.route(`**${API}/admin/setup`, (route) =>
    route.fulfill({ json: { ...reply, data: { ...reply.data, agent_id: agent.id } } }),
  );
  await page.reload();
  const card = page.getByRole('region', { name: 'Primeiros passos' });
  for (const [step, form] of [
    ['Criar base', 'New Knowledge Base'],
    ['Criar agente', 'New Agent'],
  ] as const) {
    await card.getByRole('link', { name: step }).click();
    await expect(page.getByRole('dialog', { name: form })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: form })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goBack();
  }
  // The numbers beside the tabs come when the card is read already: they must not take the page back up to the tabs.
  const numbers = Promise.withResolvers<void>();
  await page.route(`**${API}/agents/${agent.id}/knowledge-bases`, async (route) => {
    await numbers.promise;
    await route.fulfill({ json: { success: true, message: '', data: [] } });
  });
  await card.getByRole('link', { name: 'Propor perguntas' }).click();
  await expect(page.getByRole('dialog', { name: 'Propor perguntas' })).toBeVisible();
  // The card stands below parts of the page that take up room once they are there.
  await expect(page.locator('main [data-skeleton]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  const question = page.getByRole('textbox', { name: 'Pergunta 1' });
  await expect(question).toBeInViewport();
  numbers.resolve();
  await expect(page.getByRole('tab', { name: 'Knowledge Base 0' })).toBeAttached();
  await expect(question).toBeInViewport();
});

test('R-FST-12 the way to the first steps stays on a new chat until all are done or put away', async ({
  page,
}) => {
  let reply = steps(['model', 'knowledge', 'agent', 'openers', 'check']);
  await page.route(`**${API}/admin/setup`, (route) => route.fulfill({ json: reply }));
  await enter(page, ADMIN);
  const line = page.getByRole('link', { name: 'Termine de preparar o Prosa: 5 de 7.' });
  await expect(line).toBeVisible();
  await expect(page.getByText('Os passos ficam em «Administração»')).toBeVisible();
  for (const end of [
    steps(['model', 'knowledge', 'agent', 'openers', 'check', 'publish', 'people']),
    steps(['model'], true),
  ]) {
    reply = end;
    await page.reload();
    await expect(page.getByRole('region', { name: 'Agentes' }).getByRole('listitem').first()).toBeVisible();
    await expect(page.getByText('Termine de preparar')).toHaveCount(0);
  }
});

test('the agents of the demo are put away from the first steps, and shown again', async ({ page }) => {
  const reply = steps(['model', 'agent']);
  const sent: unknown[] = [];
  reply.data.samples = 'shown';
  await page.route(`**${API}/admin/setup`, (route) => {
    if (route.request().method() === 'PUT') {
      const change = route.request().postDataJSON() as { samples: 'shown' | 'away' };
      sent.push(change);
      reply.data.samples = change.samples;
    }
    return route.fulfill({ json: reply });
  });
  await enter(page, ADMIN, '/admin');
  const card = page.getByRole('region', { name: 'Primeiros passos' });
  await card.getByRole('button', { name: 'Ocultar os exemplos' }).click();
  await expect(card.getByText('Estão ocultos: só administradores os veem.')).toBeVisible();
  await card.getByRole('button', { name: 'Mostrar a todos de novo' }).click();
  await expect(card.getByRole('button', { name: 'Ocultar os exemplos' })).toBeVisible();
  expect(sent).toEqual([{ samples: 'away' }, { samples: 'shown' }]);
});

test('first steps that cannot be loaded or changed say so', async ({ page }) => {
  await breakCall(page, '/admin/setup', 'GET');
  await enter(page, ADMIN, '/admin/settings');
  await expect(page.getByText('Falha ao carregar os primeiros passos')).toBeVisible();
  await page.unrouteAll();
  await page.route(`**${API}/admin/setup`, (route) => route.fulfill({ json: steps([]) }));
  await page.getByRole('button', { name: 'Tentar novamente' }).first().click();
  const card = page.getByRole('region', { name: 'Primeiros passos' });
  await expect(card.getByText('0 de 7')).toBeVisible();
  await breakCall(page, '/admin/setup', 'PUT');
  await card.getByRole('button', { name: 'Ficar no modo local' }).click();
  await expectFailure(card, 'Falha ao alterar os primeiros passos');
  await expect(card.getByText('0 de 7')).toBeVisible();
});

test('the first steps push nothing down, however late they come, and the dashboard is not blank until then', async ({
  page,
}) => {
  const setup = { dismissed: false };
  await page.route(`**${API}/admin/setup`, (route) => route.fulfill({ json: steps([], setup.dismissed) }));
  const actions = page.getByText('Ações rápidas');
  const card = page.getByRole('region', { name: 'Primeiros passos' });
  await enter(page, ADMIN, '/admin');
  await expect(card).toBeVisible();
  const shifted = await watchShifts(page);
  const openSlowly = async () => {
    const release = await holdBack(page, '/admin/setup', 'GET');
    const answered = page.waitForResponse(`**${API}/admin/setup`);
    await page.reload();
    await expect(actions).toBeVisible();
    await expect(card).toHaveCount(0);
    const before = await actions.boundingBox();
    release();
    await answered;
    await expect(card).toHaveCount(setup.dismissed ? 0 : 1);
    expect((await actions.boundingBox())?.y ?? 0).toBeCloseTo(before?.y ?? 0, 0);
    expect(await shifted()).toBeLessThanOrEqual(0.02);
  };
  await openSlowly();
  setup.dismissed = true;
  await page.reload();
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('first_steps=0');
  await openSlowly();
});
