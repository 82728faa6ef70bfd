/**
 * People of an organisation coming in, through the API of a real process: 1,000 entries by a provider and 1,000 second
 * steps, checks of 5,000 sign-ins, 2,000 people by SCIM, 2,000 and 10,000 by a sheet, refusals of a closed domain:
 * `npm run bench -- access [--people N] [--entries N]`. Ends with code 1 where a bar is missed.
 */
import { parseArgs } from 'node:util';
import type { EmailDomains } from '#contract/domains.ts';
import type { IdentityProvider } from '#contract/identity-providers.ts';
import { stepAt, totpCode } from '../../server/src/features/factors/totp.ts';
import { CLIENT, startOidcProvider } from '../../server/test/identity/oidc-provider.ts';
import { withDatabase } from '../../server/test/with-database.ts';
import { type Installation, openInstallation } from '../../trials/support/installation.ts';
import { isMissed, type Row, tableOf } from '../retrieval/table.ts';
import { ACCESS_BARS } from './access-bars.ts';
import { type Call, callerOf } from './access-calls.ts';
import { measureRefusals } from './closed-domain.ts';
import { measureEntries, measureRecheck, measureSecondSteps } from './provider-entries.ts';
import { byScim, bySheet, GROUPS } from './sheet-and-directory.ts';

const DOMAIN = 'exemplo.gov.br';
const CLOSED = 'fechado.gov.br';
const MANY = 10_000;
const SIGN_INS_EACH = 5;

type Sizes = { people: number; entries: number };

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: { people: { type: 'string', default: '2000' }, entries: { type: 'string', default: '1000' } },
  });
  const sizes = { people: Number(values.people), entries: Number(values.entries) };
  const figures = await withDatabase(async ({ address }) => {
    const installation = await openInstallation(address);
    try {
      return await measure(installation, sizes);
    } finally {
      await installation.close();
    }
  });
  const rows = rowsOf(figures, sizes);
  process.stderr.write(`${tableOf(rows)}\n`);
  if (rows.some(isMissed)) process.exitCode = 1;
  return { bench: 'access', ...sizes, groups: GROUPS, ...figures };
}

async function measure(installation: Installation, { people, entries }: Sizes) {
  const provider = await startOidcProvider();
  try {
    const started = await installation.start({ TRUST_PROXY: '127.0.0.1' });
    const { url } = started;
    const admin = callerOf(url, await installation.signInAdmin(started));
    const { slug, token } = await setUp(admin, provider.issuer);
    const refusals = seen(await measureRefusals(installation, url, CLOSED));
    const sheet = seen(await bySheet(admin, people));
    const large = seen(await bySheet(admin, MANY));
    const scim = seen(await byScim({ url, token, domain: DOMAIN }, people));
    const place = { installation, url, provider, slug };
    const entering = seen(await measureEntries(place, entries, SIGN_INS_EACH));
    const recheck = seen(await measureRecheck(place));
    const steps = seen(await measureSecondSteps(place, entries));
    return { scim, ...sheet, large, ...entering, ...recheck, ...steps, ...refusals };
  } finally {
    await provider.close();
  }
}

/** Said at once: the whole takes minutes. */
function seen<T>(figures: T): T {
  process.stderr.write(`${JSON.stringify(figures)}\n`);
  return figures;
}

/** A provider, a domain that is entrusted to it and one that is closed, and the token of its directory. */
async function setUp(admin: Call, issuer: string) {
  const { secret } = await admin<{ secret: string }>('POST', '/users/me/second-factor/totp', {});
  const code = totpCode(secret, stepAt(new Date()));
  await admin('POST', '/users/me/second-factor/totp/confirm', { code });
  const { id: own } = await admin<{ id: number }>('GET', '/users/me');
  await admin('PATCH', `/users/${own}/emergency`, { emergency: true });
  const slug = 'prefeitura';
  const { id } = await admin<IdentityProvider>('POST', '/admin/identity-providers', {
    ...{ slug, kind: 'oidc', name: 'Prefeitura', active: true, secret: CLIENT.secret },
    settings: { issuer, client_id: CLIENT.client_id },
  });
  const { updated_at } = await admin<EmailDomains>('GET', '/admin/domains');
  const rule = { entry: 'enters', user_group_id: null, provider_id: id };
  const domains = [
    { ...rule, domain: DOMAIN, door: 'any' },
    { ...rule, domain: CLOSED, door: 'provider' },
  ];
  await admin('PUT', '/admin/domains', { domains, updated_at });
  const tokens = `/admin/identity-providers/${id}/scim-tokens`;
  return { slug, token: (await admin<{ secret: string }>('POST', tokens)).secret };
}

function rowsOf(figures: Awaited<ReturnType<typeof measure>>, { people, entries }: Sizes): Row[] {
  const { scim, preview, apply, again, large, replays_entered, codes_entered_again } = figures;
  const lines: [name: string, value: number, bar?: number][] = [
    [`${people} people and ${GROUPS} groups by SCIM, s`, scim, ACCESS_BARS.scim],
    [`preview of ${people} lines, s`, preview, ACCESS_BARS.preview],
    ['applied in one transaction, s', apply, ACCESS_BARS.apply],
    ['changed by the second run', again, 0],
    [`preview of ${MANY} lines, s`, large.preview],
    [`${MANY} lines applied, s`, large.apply],
    [`${entries} first entries by a provider, s`, figures.first_entries],
    ['entry of a known person without the provider, p95, ms', figures.entry_p95, ACCESS_BARS.entry_ms],
    ['its median, ms', figures.entry_median],
    ['a plain call beside it, p95, ms', figures.plain_call_p95],
    [`second step of ${entries}, p95, ms`, figures.second_step_p95],
    [`${2 * entries} replays of answers and codes: entered`, replays_entered + codes_entered_again, 0],
    [`${figures.checked} sign-ins asked about, s`, figures.recheck, ACCESS_BARS.recheck],
    [
      'refusals of a closed domain, medians apart, percent',
      figures.refusals_apart,
      ACCESS_BARS.refusals_apart,
    ],
  ];
  return lines.map(([name, value, bar]) => ({
    name,
    figure: { value, ...(bar === undefined ? {} : { bar }) },
    isTime: true,
  }));
}
