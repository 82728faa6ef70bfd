import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { asAdmin, breakCall, expectFailure } from '../support/agents.ts';
import { type MadeBase, makeBase, openBase } from '../support/knowledge.ts';
import { walkPast } from '../support/looks.ts';
import { followedFolder } from '../support/server-process.ts';
import { expect, test } from '../support/test-server.ts';

/** A folder of this story alone, below the one that the server allows. */
async function folderWith(base: MadeBase, files: Record<string, string>) {
  const subfolder = `base-${base.id}`;
  const folder = join(followedFolder(process.env.PROSA_E2E_DATA ?? ''), subfolder);
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return { subfolder, remove: (name: string) => rm(join(folder, name)) };
}

const openSyncs = async (page: Page, base: MadeBase) => {
  await openBase(page, base);
  await page.getByRole('tab', { name: 'Sincronizações' }).click();
};

const regras = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`regra ${at}.txt`, `A regra de número ${at}.`]),
  );

test('R-DOC-47 R-DOC-48 a superadmin previews a folder, saves the sync, runs it, and it goes on by itself', async ({
  page,
}) => {
  const base = await makeBase(page);
  const folder = await folderWith(base, { 'ata.txt': 'A ata fixa o prazo.', 'foto.raw': 'x', ...regras(2) });
  await openBase(page, base);
  await breakCall(page, `/knowledge-bases/${base.id}/syncs`, 'GET');
  await page.getByRole('tab', { name: 'Sincronizações' }).click();
  await expectFailure(page, 'Falha ao carregar as sincronizações');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByText('Traga uma pasta, um site ou um bucket S3')).toBeVisible();
  await expect(page).toHaveURL(/\?aba=sincronizacoes$/);

  await page.getByRole('button', { name: 'Nova sincronização' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Salvar' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Ver prévia' }).click();
  await expect(dialog.getByLabel('Nome')).toBeFocused();
  await dialog.getByLabel('Nome').fill('Atas da secretaria');
  await dialog.getByLabel('Subpasta').fill('nenhuma');
  await dialog.getByRole('button', { name: 'Ver prévia' }).click();
  await expect(dialog).toContainText('A pasta não foi encontrada neste servidor.');
  await dialog.getByLabel('Subpasta').fill(folder.subfolder);
  await dialog.getByRole('button', { name: 'Ver prévia' }).click();
  await expect(dialog).toContainText('Nada foi gravado.');
  await expect(dialog.getByText('Novos 3')).toBeVisible();
  await dialog.getByText('Ignorados 1').click();
  await expect(dialog).toContainText('foto.raw — tipo de arquivo que não é lido');
  // Other settings need another preview.
  await dialog.getByLabel('Ignorar').fill('*.md');
  await expect(dialog.getByRole('button', { name: 'Salvar' })).toBeDisabled();
  await dialog.getByLabel('Ignorar').fill('');
  await dialog.getByLabel('Quando').selectOption('diária, às…');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toHaveCount(0);
  const card = page.getByRole('listitem').filter({ hasText: 'Atas da secretaria' });
  await expect(card).toContainText('todo dia às 03:10');
  await expect(card).toContainText('Ainda não rodou');

  await card.getByRole('button', { name: 'Rodar agora' }).click();
  await expect(dialog.getByText('Concluída')).toBeVisible();
  await expect(dialog).toContainText('Nenhum item nesta situação.');
  await dialog.getByLabel('Itens').selectOption('ignorado');
  await expect(dialog).toContainText('foto.raw');
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(card).toContainText('3 novos, 0 alterados, 0 retirados, 0 com erro');
  await card.getByRole('button', { name: 'Pausar' }).click();
  await expect(card.getByText('Pausada', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Retomar' }).click();
  await card.getByRole('button', { name: 'Prévia' }).click();
  await expect(dialog.getByText('Sem mudança 3')).toBeVisible();
  await page.keyboard.press('Escape');

  await card.getByRole('button', { name: 'Mais ações de Atas da secretaria' }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await dialog.getByLabel('Nome').fill('Atas');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Mais ações de Atas' }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await dialog.getByLabel('O que fazer com os documentos dela').selectOption('Retirar os documentos');
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Nenhuma sincronização')).toBeVisible();
  await page.getByText('Retirados (30 dias)').click();
  const table = page.getByRole('table', { name: 'Documentos retirados' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await page.getByRole('button', { name: 'Restaurar ata.txt' }).click();
  await expect(page.getByText('ata.txt voltou à base e está sendo lido.')).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(3);
});

test('R-DOC-49 a run that would withdraw much stops, and a person types how many documents go', async ({
  page,
}) => {
  const base = await makeBase(page);
  const folder = await folderWith(base, regras(12));
  const { run } = await syncedBase(page, base, folder.subfolder);
  await run();
  for (let at = 0; at < 5; at += 1) await folder.remove(`regra ${at}.txt`);
  await run();
  await run();
  await openSyncs(page, base);
  const card = page.getByRole('listitem').filter({ hasText: 'Pasta' });
  await expect(card.getByText('Pede confirmação')).toBeVisible();
  await card.getByRole('button', { name: 'Ver execução' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('5 de 12 itens sumiram da origem. Nada foi retirado.');
  await expect(dialog.getByRole('button', { name: 'Retirar os 5' })).toBeDisabled();
  await dialog.getByLabel('Para retirar, digite 5').fill('5');
  await walkPast(page, [['a execução que parou', async () => {}]]);
  await page.setViewportSize({ width: 1360, height: 850 });
  await dialog.getByRole('button', { name: 'Retirar os 5' }).click();
  await expect(dialog.getByText('Concluída')).toBeVisible();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await page.getByText('Retirados (30 dias)').click();
  await expect(page.getByRole('table', { name: 'Documentos retirados' }).getByRole('row')).toHaveCount(6);
});

test('what fails on the screens of syncs is said, and can be tried again', async ({ page }) => {
  const base = await makeBase(page);
  const folder = await folderWith(base, regras(2));
  const { run, path } = await syncedBase(page, base, folder.subfolder);
  await run();
  await openSyncs(page, base);
  const card = page.getByRole('listitem').filter({ hasText: 'Pasta' });
  const dialog = page.getByRole('dialog');
  await breakCall(page, `${path}/*/run`, 'POST');
  await card.getByRole('button', { name: 'Rodar agora' }).click();
  await expectFailure(card, 'Não foi possível fazer isso');
  await breakCall(page, `${path}/*/runs/*`, 'GET');
  await card.getByRole('button', { name: 'Ver execução' }).click();
  await expectFailure(dialog, 'Falha ao carregar a execução');
  await page.keyboard.press('Escape');
  await breakCall(page, `${path}/*/preview`, 'POST');
  await card.getByRole('button', { name: 'Prévia' }).click();
  await expectFailure(dialog, 'Falha na prévia');
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(dialog.getByText('Sem mudança 2')).toBeVisible();
  await page.keyboard.press('Escape');

  const choose = async (name: string) => {
    await card.getByRole('button', { name: 'Mais ações de Pasta' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await breakCall(page, `${path}/*`, 'PUT');
  await choose('Editar');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expectFailure(dialog, 'Falha ao salvar a sincronização');
  await page.keyboard.press('Escape');
  await breakCall(page, `${path}/*`, 'DELETE');
  await breakCall(page, `${path}/*?*`, 'DELETE');
  await choose('Excluir');
  await dialog.getByLabel('O que fazer com os documentos dela').selectOption('Retirar os documentos');
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await expectFailure(dialog, 'Falha ao excluir a sincronização');
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await expect(dialog).toHaveCount(0);

  await breakCall(page, `/knowledge-bases/${base.id}/withdrawn?*`, 'GET');
  await page.getByText('Retirados (30 dias)').click();
  await expectFailure(page, 'Falha ao carregar os documentos retirados');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await breakCall(page, `/knowledge-bases/${base.id}/documents/*/restore`, 'POST');
  await page.getByRole('button', { name: 'Restaurar regra 0.txt' }).click();
  await expectFailure(page, 'Falha ao restaurar o documento');
});

test('the screens of syncs fit every width and have no serious accessibility fault', async ({ page }) => {
  const base = await makeBase(page);
  const folder = await folderWith(base, regras(3));
  await walkPast(page, [
    ['sem sincronizações', () => openSyncs(page, base)],
    [
      'uma pasta',
      async () => {
        await page.getByRole('button', { name: 'Nova sincronização' }).click();
        await page.getByLabel('Nome').fill('Pasta');
        await page.getByLabel('Subpasta').fill(folder.subfolder);
        await page.getByRole('button', { name: 'Ver prévia' }).click();
        await expect(page.getByText('Nada foi gravado.')).toBeVisible();
      },
    ],
    ['um site', () => page.getByRole('dialog').getByText('Site', { exact: true }).click()],
    ['um bucket', () => page.getByRole('dialog').getByText('S3', { exact: true }).click()],
    [
      'uma sincronização',
      async () => {
        await page.keyboard.press('Escape');
        const { run } = await syncedBase(page, base, folder.subfolder);
        await run();
        await openSyncs(page, base);
        await expect(page.getByText('Última execução')).toBeVisible();
      },
    ],
    ['nada retirado', () => page.getByText('Retirados (30 dias)').click()],
  ]);
});

/** A sync made over HTTP; `run` leads one run to its end. */
async function syncedBase(page: Page, base: MadeBase, subfolder: string) {
  const path = `/knowledge-bases/${base.id}/syncs`;
  const root = followedFolder(process.env.PROSA_E2E_DATA ?? '');
  const settings = { kind: 'folder', root, subfolder, include: [], exclude: [] };
  const ended = async (at: string) => {
    for (;;) {
      const { finished_at } = await asAdmin<{ finished_at: string | null }>(page, 'GET', at);
      if (finished_at) return;
    }
  };
  const { run_id } = await asAdmin<{ run_id: number }>(page, 'POST', `${path}/preview`, { settings });
  await ended(`${path}/preview/${run_id}`);
  const body = { name: 'Pasta', settings, schedule: { kind: 'manual' } };
  const sync = await asAdmin<{ id: number }>(page, 'POST', path, body);
  return {
    path,
    run: async () => {
      const started = await asAdmin<{ run_id: number }>(page, 'POST', `${path}/${sync.id}/run`, undefined);
      await ended(`${path}/${sync.id}/runs/${started.run_id}`);
    },
  };
}
