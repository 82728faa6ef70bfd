/** The screens of the manual, and how one comes to see what they are for. */
import type { Locator, Page } from '@playwright/test';

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

export function adminSights({ baseIds, agentIds }: Town): Sight[] {
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
          .getByRole('button', { name: 'Testar' })
          .or(page.getByRole('link', { name: 'Testar' }))
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
    { name: 'agentes', path: '/admin/agents' },
    { name: 'agente', path: agent },
    { name: 'agente-teste', path: `${agent}?tab=test` },
    { name: 'bases', path: '/admin/databases' },
    { name: 'base', path: base },
    {
      name: 'base-busca',
      path: base,
      act: async (page) => {
        await page.getByLabel('What would an agent find?').fill('posso dividir as férias?');
        await see(page, /passages?$/);
      },
    },
    { name: 'fonte-de-dados', path: '/admin/datasources/1' },
    { name: 'linhas-da-fonte', path: '/admin/datasources/1?tab=viewer' },
    { name: 'feedbacks', path: '/admin/feedback' },
    // Its dates to be filled in have the form of the browser's language, which a trimmed one lacks.
    { name: 'auditoria', path: '/admin/audit', act: (page) => toTop(page.getByRole('table')) },
    { name: 'configuracoes', path: '/admin/settings' },
  ];
}
