/**
 * People of an organisation coming in: 2,000 by SCIM with 50 groups, and 2,000 by a sheet, through the API of a real
 * process: `npm run bench -- access [--people N]`. Ends with code 1 where a bar is missed.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { EmailDomains } from '#contract/domains.ts';
import type { IdentityProvider } from '#contract/identity-providers.ts';
import type { AppliedImport, UserImport } from '#contract/imports.ts';
import { SCIM_MEDIA_TYPE, SCIM_PATH, SCIM_SCHEMAS } from '#contract/scim.ts';
import { withDatabase } from '../../server/test/with-database.ts';
import { type Installation, openInstallation } from '../../trials/support/installation.ts';
import { isMissed, type Row, tableOf } from '../retrieval/table.ts';
import { ACCESS_BARS } from './access-bars.ts';

const GROUPS = 50;
/** A directory sends several calls at once. */
const AT_ONCE = 4;
const API = '/api/v1';
const DOMAIN = 'exemplo.gov.br';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({ args: options, options: { people: { type: 'string', default: '2000' } } });
  const people = Number(values.people);
  const seen = await withDatabase(async ({ address }) => {
    const installation = await openInstallation(address);
    try {
      return await measure(installation, people);
    } finally {
      await installation.close();
    }
  });
  const rows: Row[] = [
    {
      name: `${people} people and ${GROUPS} groups by SCIM, s`,
      figure: { value: seen.scim, bar: ACCESS_BARS.scim },
    },
    { name: `preview of ${people} lines, s`, figure: { value: seen.preview, bar: ACCESS_BARS.preview } },
    { name: 'applied in one transaction, s', figure: { value: seen.apply, bar: ACCESS_BARS.apply } },
    { name: 'changed by the second run', figure: { value: seen.again, bar: 0 } },
  ].map((row) => ({ ...row, isTime: true }));
  process.stderr.write(`${tableOf(rows)}\n`);
  if (rows.some(isMissed)) process.exitCode = 1;
  return { bench: 'access', people, groups: GROUPS, ...seen };
}

async function measure(installation: Installation, people: number) {
  const started = await installation.start();
  const admin = callerOf(started.url, await installation.signInAdmin(started), 'application/json');
  const scim = await byScim(admin, started.url, people);
  const sheet = csvOf(people);
  const preview = await timed(() => admin<UserImport>('POST', '/users/imports', sheet));
  const { counts, id } = preview.value;
  if (counts.new !== people) throw new Error(`the preview has ${counts.new} new people`);
  const wanted = { create_groups: true, send_invitations: false, deactivate_ids: [] };
  const apply = await timed(() => admin<AppliedImport>('POST', `/users/imports/${id}/apply`, wanted));
  if (apply.value.created !== people) throw new Error(`${apply.value.created} people were created`);
  const second = (await admin<UserImport>('POST', '/users/imports', csvOf(people))).counts;
  return {
    scim,
    preview: preview.seconds,
    apply: apply.seconds,
    again: second.new + second.changed + second.problem,
  };
}

/** As a first cycle goes: each person is asked for and created, then the groups come with their members. */
async function byScim(admin: Call, url: string, people: number): Promise<number> {
  const provider = await admin<IdentityProvider>('POST', '/admin/identity-providers', {
    ...{ slug: 'prefeitura', kind: 'oidc', name: 'Prefeitura', active: true, secret: 'um segredo' },
    settings: { issuer: 'https://sso.exemplo.invalid/realms/pessoas', client_id: 'prosa' },
  });
  const { updated_at } = await admin<EmailDomains>('GET', '/admin/domains');
  const rule = {
    domain: DOMAIN,
    entry: 'enters',
    user_group_id: null,
    provider_id: provider.id,
    door: 'any',
  };
  await admin('PUT', '/admin/domains', { domains: [rule], updated_at });
  const tokens = `/admin/identity-providers/${provider.id}/scim-tokens`;
  const { secret } = await admin<{ secret: string }>('POST', tokens);
  const directory = callerOf(url, secret, SCIM_MEDIA_TYPE, SCIM_PATH);
  const ids: string[] = [];
  const { seconds } = await timed(async () => {
    await atOnce(people, async (n) => {
      const userName = `pessoa${n}@${DOMAIN}`;
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

function csvOf(people: number): FormData {
  const lines = Array.from(
    { length: people },
    (_, n) =>
      `servidor${n}@exemplo.com.br;Servidor ${n} de Araújo;Secretaria ${n % 20};11 9${10_000_000 + n}`,
  );
  const form = new FormData();
  const sheet = new Blob([['e-mail;nome;grupo;telefone', ...lines].join('\r\n')], { type: 'text/csv' });
  form.set('file', sheet, 'pessoas.csv');
  return form;
}

const callerOf =
  (url: string, token: string, media_type: string, base = ''): Call =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}${API}${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined || isForm ? {} : { 'content-type': media_type }),
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    const answer = JSON.parse(text) as { data: T };
    return base ? (answer as T) : answer.data;
  };

async function atOnce(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < count; n = next++) await work(n);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const began = performance.now();
  const value = await work();
  return { value, seconds: Math.round((performance.now() - began) / 10) / 100 };
}
