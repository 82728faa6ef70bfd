/** The calls of the panel of a group fail one after the other: each failure has its sentence, and the group stays open. */
import type { QuestionGroupDetail } from '#contract/open-questions.ts';
import { intercept } from '../support/accounts.ts';
import { breakCall, expectFailure } from '../support/agents.ts';
import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';

const group: QuestionGroupDetail = {
  id: 1_999_999_999,
  agent_id: 1_999_999_999,
  agent_name: 'Ajuda',
  title: 'Prazo para pedir férias',
  count: 1,
  kinds: ['unanswered'],
  newest_at: '2026-11-20T12:12:00.000Z',
  state: 'open',
  closure: null,
  asked_since: 0,
  asking: false,
  asked_again: {
    at: '2026-11-20T12:20:00.000Z',
    outcome: 'failed',
    answer: 'O provedor não respondeu.',
    cited: [],
  },
  questions: [
    {
      id: 1,
      question: 'Prazo para pedir férias',
      kinds: ['unanswered'],
      reason: null,
      created_at: '2026-11-20T12:12:00.000Z',
    },
  ],
};

test('what fails in the panel of a group of open questions says so, and the group stays open', async ({
  page,
}) => {
  const { questions: _, ...row } = group;
  const one = `/admin/open-questions/${group.id}`;
  const listed = { success: true, data: [row], metadata: { total: 1, has_more: false }, message: '' };
  await intercept(page, '/admin/open-questions?*', 200, listed);
  await breakCall(page, one, 'GET');
  await enter(page, ADMIN, '/admin');
  await page.getByRole('list', { name: 'Perguntas em aberto' }).getByRole('button').click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Falha ao carregar o grupo de perguntas')).toBeVisible();
  await page.unroute(`**${API}${one}`);
  await intercept(page, one, 200, { success: true, data: group, message: '' });
  await panel.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(panel.getByText('Não foi possível perguntar de novo')).toBeVisible();

  await breakCall(page, `${one}/close`, 'POST');
  await panel.getByRole('button', { name: 'Não é deste agente' }).click();
  await expectFailure(panel, 'Falha ao mudar o grupo de perguntas');

  const bases = `/agents/${group.agent_id}/knowledge-bases*`;
  await breakCall(page, bases, 'GET');
  await panel.getByRole('button', { name: 'Escrever nota' }).click();
  await expect(panel.getByText('Falha ao carregar as bases do agente')).toBeVisible();
  await page.unroute(`**${API}${bases}`);
  const base = { id: group.agent_id, name: 'Pessoal' };
  await intercept(page, bases, 200, {
    success: true,
    data: [base],
    metadata: { total: 1, has_more: false },
    message: '',
  });
  await panel.getByRole('button', { name: 'Tentar novamente' }).click();
  await panel.getByRole('textbox', { name: 'Título' }).fill('Férias');
  await panel.getByRole('textbox', { name: 'Nota' }).fill('São trinta dias.');
  await panel.getByRole('button', { name: 'Guardar e encerrar' }).click();
  await expectFailure(panel, 'Falha ao encerrar o grupo de perguntas');
  await expect(panel.getByRole('textbox', { name: 'Nota' })).toHaveValue('São trinta dias.');

  await panel.getByRole('button', { name: 'Voltar' }).click();
  await breakCall(page, `/knowledge-bases/${base.id}`, 'GET');
  await panel.getByRole('button', { name: 'Acrescentar documento' }).click();
  await panel.getByText('Já está na base').click();
  await expect(panel.getByText('Falha ao carregar os documentos da base')).toBeVisible();
});
