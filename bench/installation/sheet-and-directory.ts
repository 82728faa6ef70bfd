/** 2,000 people by SCIM with 50 groups, and people by a sheet. */
import { randomUUID } from 'node:crypto';
import type { AppliedImport, UserImport } from '#contract/imports.ts';
import { SCIM_MEDIA_TYPE, SCIM_PATH, SCIM_SCHEMAS } from '#contract/scim.ts';
import { atOnce, type Call, callerOf, timed } from './access-calls.ts';

export const GROUPS = 50;

/** Preview and import of a sheet of new people, and what a second run of it would change. */
export async function bySheet(admin: Call, people: number) {
  const sheet = csvOf(people);
  const preview = await timed(() => admin<UserImport>('POST', '/users/imports', sheet));
  const { counts, id } = preview.value;
  if (counts.new + counts.unchanged !== people) throw new Error(`the preview has ${counts.new} new people`);
  const wanted = { create_groups: true, send_invitations: false, deactivate_ids: [] };
  const apply = await timed(() => admin<AppliedImport>('POST', `/users/imports/${id}/apply`, wanted));
  if (apply.value.created !== counts.new) throw new Error(`${apply.value.created} people were created`);
  const second = (await admin<UserImport>('POST', '/users/imports', csvOf(people))).counts;
  return {
    preview: preview.seconds,
    apply: apply.seconds,
    again: second.new + second.changed + second.problem,
  };
}

function csvOf(people: number): FormData {
  const lines = Array.from(
    { length: people },
    (_, n) =>
      `servidor${n}.${people}@exemplo.com.br;Servidor ${n} de Araújo;Secretaria ${n % 20};11 9${10_000_000 + n}`,
  );
  const form = new FormData();
  const sheet = new Blob([['e-mail;nome;grupo;telefone', ...lines].join('\r\n')], { type: 'text/csv' });
  form.set('file', sheet, 'pessoas.csv');
  return form;
}

/** How many seconds a first cycle takes: each person is asked for and created, then the groups come with their members. */
export async function byScim(
  { url, token, domain }: { url: string; token: string; domain: string },
  people: number,
): Promise<number> {
  const directory = callerOf(url, token, SCIM_MEDIA_TYPE, SCIM_PATH);
  const ids: string[] = [];
  const { seconds } = await timed(async () => {
    await atOnce(people, async (n) => {
      const userName = `pessoa${n}@${domain}`;
      await directory('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`);
      const { id } = await directory<{ id: string }>('POST', '/Users', {
        ...{ schemas: [SCIM_SCHEMAS.user], userName, externalId: randomUUID(), active: true },
        ...{
          displayName: `Pessoa ${n} da Silva`,
          emails: [{ type: 'work', primary: true, value: userName }],
        },
      });
      ids[n] = id;
    });
    await atOnce(GROUPS, (n) =>
      directory('POST', '/Groups', {
        ...{ schemas: [SCIM_SCHEMAS.group], displayName: `Setor ${n}`, externalId: randomUUID() },
        members: ids.filter((_, place) => place % GROUPS === n).map((value) => ({ value })),
      }),
    );
  });
  return seconds;
}
