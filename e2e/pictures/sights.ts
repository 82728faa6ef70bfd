/** The screens of the manual, and how one comes to see what they are for. */
import type { Locator, Page } from '@playwright/test';
import { worksSheet } from './papers.ts';

export type Sight = {
  name: string;
  path: string;
  act?: (page: Page) => Promise<unknown>;
  onPhone?: true;
  isDark?: true;
};

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

const toTop = (place: Locator) =>
  place.evaluate((element) => {
    element.style.scrollMarginTop = '32px';
    element.scrollIntoView({ block: 'start' });
  });
const scrollTo = (page: Page, text: string) => toTop(page.getByRole('heading', { name: text }));

/** The numbered result of a conversation in the middle of the screen, once its chart is drawn. */
async function showResult(page: Page, number: number): Promise<void> {
  const result = page.locator('[data-result]').nth(number);
  await result.waitFor();
  await result.locator('svg text, tbody tr').first().waitFor();
  await result.evaluate((element) => element.scrollIntoView({ block: 'center' }));
}

export const entranceSights: Sight[] = [{ name: 'entrada', path: '/' }];

export function readerSights(sessions: string[]): Sight[] {
  const newest = `/chat/${sessions.at(-1)}`;
  const open = async (page: Page) => {
    await press(page, /^Fonte 2:/);
    await see(page, /^Fonte \d de \d/);
  };
  return [
    { name: 'chat', path: newest, act: open },
    { name: 'chat-escuro', path: newest, act: open, isDark: true },
    {
      name: 'chat-celular',
      path: newest,
      act: (page) => page.getByText('Posso dividir').last().scrollIntoViewIfNeeded(),
      onPhone: true,
    },
    { name: 'escolher-agente', path: '/chat', act: (page) => press(page, /^(Escolher um|Agente escolhido)/) },
    { name: 'perfil', path: '/profile', act: (page) => scrollTo(page, 'Uso do Sistema') },
    { name: 'chaves', path: '/profile', act: (page) => scrollTo(page, 'Chaves de acesso') },
    { name: 'planos', path: '/subscription' },
  ];
}

export const payerSights: Sight[] = [{ name: 'assinatura', path: '/subscription/manage' }];

type Town = { baseIds: Map<string, number>; agentIds: Map<string, number> };

/** The page of a counter, as its visitors come to it. */
export function counterSights(slug: string): Sight[] {
  const ask = async (page: Page) => {
    await page.getByLabel('Sua pergunta').fill('Posso parcelar o IPTU?');
    await press(page, 'Perguntar');
    await page.getByRole('article', { name: 'Resposta' }).locator('summary').first().waitFor();
  };
  return [
    { name: 'balcao', path: `/balcao/${slug}`, act: ask },
    { name: 'balcao-celular', path: `/balcao/${slug}`, act: ask, onPhone: true },
  ];
}

export function adminSights(
  { baseIds, agentIds }: Town,
  tableSession: string,
  request: number | undefined,
): Sight[] {
  const tables = `/chat/${tableSession}`;
  const agent = `/admin/agents/${agentIds.get('Guia do Servidor')}`;
  const base = `/admin/databases/${baseIds.get('Recursos Humanos')}`;
  return [
    { name: 'painel', path: '/admin', act: (page) => page.getByText('Mês', { exact: true }).click() },
    {
      name: 'perguntas-em-aberto',
      path: '/admin',
      act: async (page) => {
        // Before they have come there is nothing to scroll to.
        await page
          .getByRole('button', { name: /^Abrir «/ })
          .first()
          .waitFor();
        await scrollTo(page, 'Perguntas em aberto');
      },
    },
    { name: 'usuarios', path: '/admin/users' },
    { name: 'grupos', path: '/admin/users?tab=groups' },
    {
      name: 'grupo-usuarios',
      path: '/admin/users?tab=groups',
      act: async (page) => {
        await press(page, 'Adicionar usuários a Fazenda');
        await page.getByRole('checkbox', { name: /Iolanda/ }).click();
      },
    },
    {
      name: 'grupo-limites',
      path: '/admin/users?tab=groups',
      act: async (page) => {
        await press(page, 'Limites de Fazenda');
        await page.getByLabel('Limite por pessoa (tokens por mês)').fill('250.000');
        await page.getByRole('radio', { name: 'R$' }).check();
        await page.getByLabel('R$ por mês').fill('800,00');
        await page.getByRole('radio', { name: 'Impedir novas perguntas' }).check();
      },
    },
    {
      name: 'dados-pessoais',
      path: '/admin/models?tab=dados-pessoais',
      act: async (page) => {
        await page.getByRole('radio', { name: 'Mascarar' }).check();
        await page.getByRole('checkbox', { name: 'E-mail' }).check();
        const text = 'O CPF da Ana é 529.982.247-25, e o e-mail dela, ana@exemplo.com.br.';
        await page.getByLabel('Texto', { exact: true }).fill(text);
        await press(page, 'Testar');
        await see(page, /\[CPF 1\]/);
        await scrollTo(page, 'Padrão da instalação');
      },
    },
    { name: 'agentes', path: '/admin/agents' },
    { name: 'agente', path: agent },
    {
      name: 'comparar-modelos',
      path: agent,
      act: async (page) => {
        await press(page, 'Comparar modelos');
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('combobox').last().selectOption('claude-haiku-5-5');
        await press(page, 'Começar');
        await see(page, 'Comparar de novo');
        await dialog.getByRole('button', { name: /licença-paternidade/ }).click();
      },
    },
    { name: 'agente-teste', path: `${agent}?tab=test` },
    { name: 'balcoes', path: '/admin/balcoes', act: (page) => see(page, 'Prefeitura de Vila Serena') },
    {
      name: 'balcao-formulario',
      path: '/admin/balcoes',
      act: async (page) => {
        await press(page, 'Editar Prefeitura de Vila Serena');
        await toTop(page.getByRole('dialog').getByText('Como aparece'));
      },
    },
    { name: 'pedido', path: `/admin/pedidos/${request}`, act: (page) => see(page, 'O pedido') },
    { name: 'bases', path: '/admin/databases' },
    { name: 'base', path: base },
    {
      name: 'base-busca',
      path: base,
      act: async (page) => {
        await page.getByLabel('O que um agente acharia?').fill('posso dividir as férias?');
        await see(page, /trechos?$/);
      },
    },
    { name: 'fonte-de-dados', path: '/admin/datasources/1' },
    {
      name: 'colunas-da-fonte',
      path: '/admin/datasources/1',
      act: async (page) => {
        await scrollTo(page, 'Colunas para perguntas');
        await press(page, /^Valor estimado/);
      },
    },
    {
      name: 'resultado-grafico',
      path: tables,
      act: (page) => showResult(page, 0),
    },
    {
      name: 'resultado-filtro',
      path: tables,
      act: async (page) => {
        await showResult(page, 1);
        await page
          .getByRole('button', { name: /^Mudar filtro Situação/ })
          .first()
          .click();
      },
    },
    { name: 'resultado-celular', path: tables, act: (page) => showResult(page, 2), onPhone: true },
    {
      name: 'resultado-linhas',
      path: tables,
      act: async (page) => {
        await showResult(page, 0);
        await page.locator('[data-result]').first().getByRole('button', { name: 'Ver linhas' }).click();
        await page.getByRole('dialog').getByRole('table').waitFor();
      },
    },
    {
      name: 'planilha',
      path: '/admin/datasources',
      act: async (page) => {
        await press(page, 'De uma planilha');
        await page.getByLabel('Arquivo da planilha').setInputFiles({
          name: 'obras.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(worksSheet),
        });
        await see(page, '5 colunas');
      },
    },
    { name: 'linhas-da-fonte', path: '/admin/datasources/1?tab=viewer' },
    { name: 'feedbacks', path: '/admin/feedback' },
    // Its dates to be filled in have the form of the browser's language, which a trimmed one lacks.
    { name: 'auditoria', path: '/admin/audit', act: (page) => toTop(page.getByRole('table')) },
    { name: 'configuracoes', path: '/admin/settings' },
  ];
}
