import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { TokenUsage } from '../../contract/src/users.ts';
import { intercept } from '../support/accounts.ts';
import { walkPast } from '../support/looks.ts';
import { API, emailsTo, enter, expect, openConversation, test } from '../support/test-server.ts';

const USAGE = '/users/me/usage';

const spent = [0, 1_200, 5_400, 300, 0, 12_400, 1];
const days = spent.map((tokens, index) => ({
  day: `2026-11-${String(12 + index)}`,
  tokens,
  answers: tokens > 0 ? index : 0,
}));
const agent = (agent_id: number, agent_name: string | null, tokens: number, answers = 3) => ({
  agent_id,
  agent_name,
  tokens,
  answers,
});
const agents = [
  agent(1, 'Direito de Trânsito', 10_000),
  agent(2, 'Recursos Humanos Descomplicado para Servidores Estaduais e Municipais', 5_000),
  agent(3, null, 3_000),
  agent(4, 'Licitações Abertas', 1_000),
  agent(5, 'Ajuda do Prosa', 300, 1),
  agent(6, 'Redator de Ofícios', 1, 1),
];
const usage: TokenUsage = {
  cycle_start: '2026-11-12T03:00:00.000Z',
  next_token_reset: '2026-12-12T03:00:00.000Z',
  token_used: 19_301,
  token_limit: 100_000,
  own_cap: null,
  days,
  agents,
  purposes: [
    { purpose: 'answer', tokens: 15_000, calls: 12 },
    { purpose: 'filter', tokens: 4_300, calls: 5 },
    { purpose: 'title', tokens: 1, calls: 1 },
  ],
  runs_out_at: null,
};

const answerWith = (page: Page, data: TokenUsage) => intercept(page, USAGE, 200, { success: true, data });
const purposes = (page: Page) =>
  page.getByRole('heading', { name: 'Por finalidade' }).locator('xpath=following-sibling::ul');
const chart = (page: Page) => page.getByRole('slider', { name: 'Dia do ciclo' });

test('R-PROF-05 people without usage read what the chart is for and have a next step; an answer of the local mode costs nothing, and the days add up to the total', async ({
  page,
  person,
}) => {
  await enter(page, person, '/profile');
  await expect(page.getByText('Nada usado neste ciclo')).toBeVisible();
  await expect(chart(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Fazer uma pergunta' }).click();
  await expect(page).toHaveURL('/chat');

  const id = await openConversation(page);
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` };
  const data = { question: 'Quando os tokens são renovados?' };
  const asked = await page.request.post(`${API}/chat/sessions/${id}/messages`, { headers, data });
  expect(asked.ok()).toBe(true);
  await asked.text();
  const me = (await (await page.request.get(`${API}/users/me`, { headers })).json()).data;
  expect(me.token_used).toBe(0);

  await page.goto('/profile');
  await expect(page.getByText('Nada usado neste ciclo')).toBeVisible();
  await expect(page.getByText('Respostas do modo local não usam tokens.')).toBeVisible();

  await answerWith(page, usage);
  await page.goto('/profile');
  await expect(purposes(page)).toContainText('Respostas');
  const rows = page.getByRole('table', { name: 'Tokens usados por dia neste ciclo' }).getByRole('row');
  const total = async () => {
    const cells = await rows.getByRole('cell').allTextContents();
    const tokens = cells.filter((_, index) => index % 2 === 0);
    return tokens.reduce((sum, each) => sum + Number(each.replaceAll('.', '')), 0);
  };
  await expect.poll(total).toBe(usage.token_used);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^prosa-uso-.*\.csv$/);
  const [head = '', ...lines] = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
  const column = head.split(';').indexOf('charged');
  const charged = lines.map((line) => Number(line.split(';')[column]));
  expect(charged.reduce((sum, each) => sum + each, 0)).toBe(me.token_used);
});

test('the forecast says until when the tokens last, and each purpose has its share', async ({
  page,
  person,
}) => {
  const forecasts: [Partial<TokenUsage>, string][] = [
    [{}, 'No ritmo atual, dura até a renovação, em 12/12/2026.'],
    [{ runs_out_at: '2026-12-01T12:00:00.000Z' }, 'No ritmo atual, dura até 01/12/2026.'],
    [{ token_used: 100_000 }, 'Os tokens deste ciclo já foram usados.'],
  ];
  for (const [change, words] of forecasts) {
    await page.unroute(`**${API}${USAGE}`);
    await answerWith(page, { ...usage, ...change });
    await enter(page, person, '/profile');
    await expect(page.getByText(words)).toBeVisible();
  }
  await expect(purposes(page).getByRole('listitem')).toHaveText([
    /Respostas15\.000 tokens15% · 12 chamadas/,
    /Escolha dos registros4\.300 tokens4% · 5 chamadas/,
    /Títulos de conversas1 tokenmenos de 1% · 1 chamada/,
  ]);
  await page.route(`**${API}${USAGE}/export`, (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  await expect(page.getByRole('alert')).toContainText('Falha ao baixar o uso de tokens');
  await expect(page.getByRole('alert')).toContainText('Falha ao exportar o uso de tokens. Por favor');
});

test('the chart tells day and tokens to pointer, keyboard and screen reader; agents come with their share: a very small one is not zero, and a deleted agent has a name', async ({
  page,
  person,
}) => {
  await answerWith(page, usage);
  await enter(page, person, '/profile');
  const figure = page.getByRole('figure');
  await expect(figure).toContainText('Hoje · 1 token · 6 respostas');
  await expect(figure).toContainText('Início: 12/11');
  await expect(figure).toContainText('Renova: 12/12');

  await chart(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(chart(page)).toHaveAttribute('aria-valuetext', '17/11/2026: 12.400 tokens, 5 respostas');
  await expect(figure).toContainText('17/11 · 12.400 tokens · 5 respostas');
  await page.keyboard.press('Home');
  await expect(chart(page)).toHaveAttribute('aria-valuetext', '12/11/2026: 0 tokens, 0 respostas');

  const box = await chart(page).boundingBox();
  if (!box) throw new Error('the chart has no place');
  for (const [index, day] of days.entries()) {
    await page.mouse.move(box.x + (box.width * (index + 0.1)) / days.length, box.y + 40);
    await page.mouse.down();
    await page.mouse.up();
    const written = day.day.split('-').reverse().join('/');
    await expect(chart(page)).toHaveAttribute('aria-valuetext', new RegExp(`^${written}: `));
  }
  await page.mouse.move(5, 5);
  await expect(figure).toContainText('Hoje · 1 token');

  const table = page.getByRole('table', { name: 'Tokens usados por dia neste ciclo' });
  await expect(table.getByRole('row')).toHaveCount(1 + days.length);
  await expect(table.getByRole('row').nth(6)).toContainText('17/11/202612.4005');

  const main = page.getByRole('main');
  const row = (name: string) => main.getByRole('listitem').filter({ hasText: name });
  await expect(row('Direito de Trânsito')).toContainText('10.000 tokens');
  await expect(row('Direito de Trânsito')).toContainText('52% · 3 respostas');
  await expect(row('Agente removido')).toContainText('16% · 3 respostas');
  await expect(row('Ajuda do Prosa')).toContainText('2% · 1 resposta');
  await expect(row('Redator de Ofícios')).toHaveCount(0);
  await page.getByRole('button', { name: 'Mostrar todos os agentes (6)' }).click();
  await expect(row('Redator de Ofícios')).toContainText('1 token');
  await expect(row('Redator de Ofícios')).toContainText('menos de 1% · 1 resposta');
  await page.getByRole('button', { name: 'Mostrar menos' }).click();
  await expect(row('Redator de Ofícios')).toHaveCount(0);
});

test('while usage loads its place is kept, and a failure says what happened and can be tried again; the full profile fits every width and has no serious accessibility fault', async ({
  page,
  person,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${API}${USAGE}`, async (route) => {
    await held;
    await route.fulfill({ status: 500, json: {} });
  });
  await enter(page, person, '/profile');
  await expect(page.getByText('Carregando o uso de tokens…')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Atualizar Senha' })).toBeEnabled();
  release();
  await expect(page.getByText('Falha ao carregar o uso de tokens')).toBeVisible();
  await expect(
    page.getByText('Falha ao buscar o uso de tokens. Por favor, tente novamente daqui a alguns instantes.'),
  ).toBeVisible();
  await page.unroute(`**${API}${USAGE}`);
  await answerWith(page, usage);
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(chart(page)).toBeVisible();
  await expect(page.getByText('Falha ao carregar o uso de tokens')).toHaveCount(0);
  await walkPast(page, [['o perfil', () => expect(page.getByText('este dispositivo')).toBeAttached()]]);
});

test('with a temporary password neither usage nor sign-ins are asked for, until there is a new password', async ({
  page,
  person,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/usage|sign-ins/.test(request.url())) calls.push(request.url());
  });
  await page.request.post(`${API}/auth/request-reset`, { data: { email: person.email } });
  const temporary = async () =>
    (await emailsTo(person.email))
      .map(({ text }) => /Senha temporária:\s+(\S+)/.exec(text)?.[1])
      .find(Boolean);
  await expect.poll(temporary).toBeTruthy();
  await enter(page, { email: person.email, password: (await temporary()) ?? '' });
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('heading', { name: 'Uso do Sistema' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Aparência' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Acessos' })).toHaveCount(0);
  expect(calls).toEqual([]);
  await page.getByLabel('Nova senha').fill('outra senha boa');
  await page.getByRole('button', { name: 'Atualizar Senha' }).click();
  await expect(page.getByText('Nada usado neste ciclo')).toBeVisible();
  await expect(page.getByText('este dispositivo')).toBeVisible();
});
