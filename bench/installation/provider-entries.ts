/** Entries by a provider of OpenID Connect, second steps after them, checks of what is open, and 2,000 replays. */
import { sql } from 'drizzle-orm';
import { stepAt, totpCode } from '../../server/src/features/factors/totp.ts';
import type { OidcStandIn } from '../../server/test/identity/oidc-provider.ts';
import { newTab } from '../../server/test/identity/sign-on.ts';
import type { Installation } from '../../trials/support/installation.ts';
import { at, median } from '../quick/statistics.ts';
import { atOnce, callerOf, knock, type Told, timed } from './access-calls.ts';

type Place = { installation: Installation; url: string; provider: OidcStandIn; slug: string };
type Back = { state: string; binding: string; query: string };
type SecondStep = { token: string; code: string };

/** Each person of `people` enters `rounds` times: the first entry makes the account. */
export async function measureEntries(place: Place, people: number, rounds: number) {
  const spent: Back[] = [];
  const first = await timed(() => atOnce(people, async (n) => void (await enter(place, n))));
  const shares: number[] = [];
  const plain: number[] = [];
  for (let n = 0; n < people; n += 1) {
    const back = await goThere(place, n);
    const [began, worked] = [performance.now(), place.provider.state.worked_ms];
    expectEntered(await finish(place, back, n));
    shares.push(performance.now() - began - (place.provider.state.worked_ms - worked));
    spent.push(back);
    const asked = performance.now();
    await (await fetch(`${place.url}/api/v1/config`)).text();
    plain.push(performance.now() - asked);
  }
  for (let round = 2; round < rounds; round += 1)
    await atOnce(people, async (n) => void (await enter(place, n)));
  const replayed = { entered: 0 };
  await atOnce(people, async (n) => {
    const { status } = await finish(place, spent[n] as Back, n);
    if (status === 200) replayed.entered += 1;
  });
  return {
    first_entries: first.seconds,
    ...{ entry_median: median(shares), entry_p95: at(shares, 0.95), plain_call_p95: at(plain, 0.95) },
    replays_entered: replayed.entered,
  };
}

/** How many seconds it takes to ask the provider about every open sign-in. */
export async function measureRecheck({ installation, provider }: Place) {
  const { db } = installation;
  const due = sql`select count(*)::int as open from provider_sessions where checked_at < now() - interval '1 hour'`;
  await db.execute(sql`update provider_sessions set checked_at = now() - interval '2 hours'`);
  const before = provider.calls.filter((call) => call === 'POST /token').length;
  const open = async () => (await db.execute<{ open: number }>(due)).rows[0]?.open ?? 0;
  const count = await open();
  const { seconds } = await timed(async () => {
    await installation.queueJob('access.recheck');
    while ((await open()) > 0) await new Promise((resolve) => setTimeout(resolve, 200));
  });
  const asked = provider.calls.filter((call) => call === 'POST /token').length - before;
  if (asked !== count) throw new Error(`${asked} questions were asked about ${count} sign-ins`);
  return { checked: count, recheck: seconds };
}

/** Everybody sets up an app, enters by the provider and then by its code; the same codes once more open nothing. */
export async function measureSecondSteps(place: Place, people: number) {
  const { url } = place;
  const apps: { secret: string; used: number }[] = [];
  await atOnce(people, async (n) => {
    const own = callerOf(url, String((await enter(place, n)).data.access_token));
    const { secret } = await own<{ secret: string }>('POST', '/users/me/second-factor/totp', {});
    const used = stepAt(new Date());
    await own('POST', '/users/me/second-factor/totp/confirm', { code: totpCode(secret, used) });
    apps[n] = { secret, used };
  });
  const times: number[] = [];
  const spent: SecondStep[] = [];
  for (let n = 0; n < people; n += 1) {
    const { data } = await finish(place, await goThere(place, n), n);
    const { token } = data.second_step as { token: string };
    const { secret, used } = apps[n] as (typeof apps)[number];
    // A step opens once; the one after it is taken already.
    const step = { token, code: totpCode(secret, Math.max(stepAt(new Date()), used + 1)) };
    const began = performance.now();
    expectEntered(await secondStep(url, step, n));
    times.push(performance.now() - began);
    spent.push(step);
  }
  let entered = 0;
  await atOnce(people, async (n) => {
    if ((await secondStep(url, spent[n] as SecondStep, n)).status === 200) entered += 1;
  });
  return { second_step_p95: at(times, 0.95), codes_entered_again: entered };
}

const secondStep = (url: string, { token, code }: SecondStep, n: number) =>
  knock(url, '/auth/second-step', { token, method: 'totp', code }, n);

async function enter(place: Place, n: number): Promise<Told> {
  return expectEntered(await finish(place, await goThere(place, n), n));
}

/** To the provider, where the person is signed in. */
async function goThere({ url, provider, slug }: Place, n: number): Promise<Back> {
  const { binding, binding_hash } = newTab();
  const { status, data } = await knock(url, `/auth/sso/${slug}/start`, { binding_hash }, n);
  if (status !== 200) throw new Error(`a sign-on was not begun: ${status}`);
  const email = `entra${n}@pessoas.exemplo.br`;
  const person = { sub: `sub-${n}`, sid: `sid-${n}`, email, email_verified: true, name: `Pessoa ${n}` };
  return {
    state: String(data.state),
    binding,
    query: provider.authorize(String(data.authorization_url), person),
  };
}

const finish = ({ url, slug }: Place, back: Back, n: number) =>
  knock(url, `/auth/sso/${slug}/finish`, back, n);

function expectEntered(told: Told): Told {
  if (told.status !== 200 || !told.data.access_token)
    throw new Error(`no entry: ${told.status} ${told.code}`);
  return told;
}
