import type { Page } from '@playwright/test';
import type { Plan } from '../../contract/src/plans.ts';
import { asAdmin, uniqueName } from '../support/agents.ts';
import { makePerson } from '../support/groups.ts';
import { walkPast } from '../support/looks.ts';
import { plan } from '../support/plans.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';

const openPlansOfAdmin = async (page: Page) => {
  await enter(page, ADMIN, '/admin');
  await page.getByRole('link', { name: 'Planos', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Planos' })).toBeVisible();
};
const form = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

const makePack = (page: Page, name: string) =>
  asAdmin(page, 'POST', '/packs', { name, tokens: 1_000_000, amount: 9_900 }) as Promise<{ id: number }>;

test('R-MNY-06 R-MNY-07 a superadmin makes a plan with prices, changes it, and takes it off the page of plans', async ({
  page,
}) => {
  const name = uniqueName('Equipe');
  const key = `equipe-${Date.now()}`;
  await openPlansOfAdmin(page);
  for (const seeded of ['Free', 'Plus', 'Pro']) await expect(row(page, seeded).first()).toBeVisible();
  await expect(row(page, 'Plus').getByText('R$ 6.000,00')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Excluir Plus' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Novo plano' }).click();
  await form(page).getByRole('button', { name: 'Salvar' }).click();
  await expect(form(page).getByText('Informe o nome.')).toBeVisible();
  await form(page).getByLabel('Nome', { exact: true }).fill(name);
  await form(page).getByLabel('Chave').fill(key);
  await form(page).getByLabel('Tokens por mês').fill('2.000.000');
  await form(page).getByLabel('Benefícios').fill('Dois milhões de tokens\nSuporte da equipe');
  const once = form(page).getByRole('group', { name: 'Um mês, uma vez' });
  await once.getByLabel('Valor (R$)').fill('1.25');
  await form(page).getByRole('button', { name: 'Salvar' }).click();
  await expect(once.getByText(/Informe um valor entre/)).toBeVisible();
  await once.getByLabel('Valor (R$)').fill('200,00');
  await form(page).getByRole('button', { name: 'Salvar' }).click();
  await expect(form(page)).toHaveCount(0);
  await expect(row(page, name)).toContainText('Um mês, uma vez: R$ 200,00');
  await expect(row(page, name)).toContainText('2.000.000');

  await page.getByRole('button', { name: `Editar ${name}` }).click();
  await form(page).getByRole('switch', { name: 'Visível' }).click();
  await form(page).getByRole('button', { name: 'Salvar' }).click();
  await expect(row(page, name).getByText('Oculto')).toBeVisible();
  await page.getByRole('button', { name: `Excluir ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(row(page, name)).toHaveCount(0);
});

test('R-MNY-13 R-MNY-14 a pack is paid by Pix: waiting, given up, paid, in the profile, given back', async ({
  page,
  browser,
}) => {
  const name = uniqueName('Pacote');
  const { id } = await makePack(page, name);
  try {
    const person = await makePerson();
    await enter(page, person, '/subscription');
    const pack = page.getByRole('list', { name: 'Pacotes' }).getByRole('listitem', { name });
    await expect(pack).toContainText('1.000.000 tokens · valem um ano');
    const showCode = async () => {
      await pack.getByRole('button', { name: `Comprar ${name}` }).click();
      await expect(page.getByRole('heading', { name: `Pagar ${name}` })).toBeVisible();
      await page.getByRole('button', { name: 'Pix de teste' }).click();
      await expect(page.getByLabel('Código do Pix')).toBeVisible();
      return page.url();
    };
    await showCode();
    await page.getByRole('link', { name: 'Voltar ao Prosa' }).click();
    const waiting = page.getByText('Aguardando o Pix de R$ 99,00.');
    await expect(waiting).toBeVisible();
    await expect(page.getByText(/Vale até \d\d:\d\d\./)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ver código' })).toHaveAttribute(
      'href',
      /dev\/desk\/checkout/,
    );
    await page.getByRole('button', { name: 'Desistir' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Desistir' }).click();
    await expect(waiting).toHaveCount(0);

    const code = await showCode();
    await page.getByRole('button', { name: 'Pagar agora' }).click();
    await expect(page.getByText('Situação: pago.')).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByText(/Créditos: 1\.000\.000 tokens até \d\d\/\d\d\/\d{4}/)).toBeVisible();
    const bought = page.getByRole('list', { name: 'Compras' });
    await expect(bought.getByRole('listitem').filter({ hasText: 'Pago' })).toContainText('Pix');
    await expect(bought.getByText('Vencido')).toBeVisible();

    const boss = await browser.newPage();
    await enter(boss, ADMIN, '/admin/plans?tab=sales');
    const sale = boss.getByRole('listitem').filter({ hasText: person.email }).filter({ hasText: 'Pago' });
    await expect(sale.getByRole('link', { name: /Devolver/ })).toHaveAttribute('href', code);
    await boss.goto(code);
    await boss.getByRole('button', { name: 'Devolver', exact: true }).click();
    await expect(boss.getByText(/devolvidos/)).toBeVisible();
    await boss.close();
    await page.reload();
    await expect(bought.getByText('Devolvido')).toBeVisible();
    await expect(page.getByText(/Créditos:/)).toHaveCount(0);
  } finally {
    await asAdmin(page, 'DELETE', `/packs/${id}`);
  }
});

test('R-MNY-16 a plan that is paid once says until when it holds, and paying again adds to its end', async ({
  page,
}) => {
  const name = uniqueName('Trimestre');
  const fields = { name, tokens: 3_000_000, user_group_id: null, features: ['Três milhões'] };
  const prices = [{ kind: 'prepaid', interval: 'month', amount: 20_000 }];
  const made = (await asAdmin(page, 'POST', '/plans', { key: `t-${Date.now()}`, ...fields, prices })) as Plan;
  try {
    await enter(page, await makePerson(), '/subscription');
    await page.getByRole('radio', { name: 'Mensal' }).check();
    const card = plan(page, name);
    await expect(card).toContainText('R$ 200 por um mês, sem renovação.');
    await expect(card.getByRole('button', { name: /^Assinar/ })).toHaveCount(0);
    await card.getByRole('button', { name: 'Pagar uma vez (Pix ou cartão)' }).click();
    await page.getByRole('button', { name: /com cartão/ }).click();
    await expect(page).toHaveURL('/subscription');
    await page.getByRole('radio', { name: 'Mensal' }).check();
    const end = /Vale até (\d\d\/\d\d\/\d{4}), sem renovação/;
    await expect(card).toContainText(end);
    const first = (await card.innerText()).match(end)?.[1];
    await card.getByRole('button', { name: 'Pagar mais um mês' }).click();
    await page.getByRole('button', { name: /com cartão/ }).click();
    await expect(card).toContainText(end);
    expect((await card.innerText()).match(end)?.[1]).not.toBe(first);
    await page.goto('/subscription/manage');
    await expect(page.getByText('R$ 200,00 por um mês')).toBeVisible();
    await expect(page.getByRole('button', { name: /Gerenciar pagamento/ })).toHaveCount(0);
  } finally {
    const { id, version } = made;
    await asAdmin(page, 'PUT', `/plans/${id}`, { ...fields, prices: [], visible: false, version });
  }
});

test('what is sold and what is bought fits every width and has no serious accessibility fault', async ({
  page,
}) => {
  const name = uniqueName('Pacote');
  const { id } = await makePack(page, name);
  try {
    await enter(page, ADMIN, '/admin/plans');
    await walkPast(page, [
      [
        'os planos',
        () =>
          expect(
            page.getByRole('list', { name: 'Planos' }).or(page.getByRole('table', { name: 'Planos' })),
          ).toBeVisible(),
      ],
      [
        'o plano',
        async () => {
          await page.getByRole('button', { name: 'Novo plano' }).click();
          await expect(form(page)).toBeVisible();
        },
      ],
      [
        'os pacotes',
        async () => {
          await page.keyboard.press('Escape');
          await page.getByRole('tab', { name: 'Pacotes' }).click();
          await expect(page.getByText(name).first()).toBeVisible();
        },
      ],
      [
        'o pacote',
        async () => {
          await page.getByRole('button', { name: 'Novo pacote' }).click();
          await expect(form(page)).toBeVisible();
        },
      ],
      [
        'as vendas',
        async () => {
          await page.keyboard.press('Escape');
          await page.getByRole('tab', { name: 'Vendas' }).click();
          await expect(page.getByText(/Pagamentos únicos/)).toBeVisible();
        },
      ],
      [
        'a página de planos',
        async () => {
          await page.goto('/subscription');
          await expect(page.getByRole('list', { name: 'Pacotes' })).toBeVisible();
        },
      ],
    ]);
  } finally {
    await asAdmin(page, 'DELETE', `/packs/${id}`);
  }
});
