/** Bases that follow a website, with a site on loopback that keeps what it was asked for. */
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SyncSettings } from '#contract/sync-sources.ts';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { countsOf, type Follower, followerOf } from '../../../test/syncs/follow.ts';
import { openSiteStub, pageOf, type SiteStub, sitemapOf } from '../../../test/syncs/site.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { leftFiles } from '../../../test/uploads.ts';
import type { ResolvedAddress } from '../../adapters/guarded-fetch/address-policy.ts';
import { parseHostList } from '../../network-address.ts';
import { brokenDocuments } from '../knowledge/invariants.ts';
import { brokenSyncs } from './invariants.ts';

let testServer: TestServer;
let site: SiteStub;
let boss: ReturnType<TestServer['as']>;
let base: number;
let follow: Follower;
/** Addresses of names that are not resolved by the system; the last list of a name stays. */
const names = new Map<string, string[][]>();
beforeEach(async () => {
  names.clear();
  names.set('site.exemplo', [['127.0.0.1']]);
  site = await openSiteStub('site.exemplo');
  const SYNC_PRIVATE_HOSTS = parseHostList('site.exemplo');
  if (!SYNC_PRIVATE_HOSTS) throw new Error('no list');
  testServer = await startTestServer({
    env: { SYNC_PRIVATE_HOSTS },
    resolve: async (host) => resolved(host),
  });
  boss = testServer.as(await testServer.user({ role: 'superadmin' }));
  base = (await boss.post('/knowledge-bases', { name: 'Regras' })).body.data.id;
  follow = followerOf(testServer, () => boss, base);
});
afterEach(async () => {
  expect(await brokenDocuments(testServer.context.db)).toEqual([]);
  expect(await brokenSyncs(testServer.context.db)).toEqual([]);
  expect(await leftFiles(testServer)).toEqual([]);
  await testServer.close();
  await site.close();
});

function resolved(host: string): ResolvedAddress[] {
  const known = names.get(host);
  const addresses = (known && known.length > 1 ? known.shift() : known?.[0]) ?? [];
  if (!addresses.length) throw Object.assign(new Error(`no address for ${host}`), { code: 'ENOTFOUND' });
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

const settings = (wishes: object = {}) =>
  ({
    kind: 'website',
    url: `${site.origin}/`,
    use_sitemap: false,
    max_pages: 500,
    depth: 2,
    include: [],
    exclude: [],
    documents: true,
    keep_parameters: false,
    ...wishes,
  }) as SyncSettings;
const bySitemap = { use_sitemap: true };
const put = (path: string, text: string, links: string[] = [], head = '') =>
  site.pages.set(path, pageOf(`Página ${path}`, text, links, head));
const QUIET = { added: 0, changed: 0, unchanged: 0, missing: 0, withdrawn: 0, failed: 0, outcome: 'done' };
const bodies = () =>
  site.asked.filter(({ path, bytes }) => bytes > 0 && !/robots|sitemap/.test(path)).map(({ path }) => path);
const paths = () => site.asked.map(({ path }) => path);
const kept = async (sync: { id: number }) =>
  (await follow.items(sync)).map((item) => item.replace(site.origin, ''));

describe('R-DOC-52 a base that follows a website', () => {
  test('R-DOC-48 pages are found by links, cited by their address, and a second run fetches no body', async () => {
    put('/', 'A página de início fala da casa.', [
      '/servicos',
      '/servicos#topo',
      'https://outro.exemplo/x',
      'mailto:a@b',
    ]);
    put('/servicos', 'O alvará custa cem reais.', ['/', '/servicos/poda?ref=1', 'regras.txt', '/foto.jpg']);
    put('/servicos/poda', 'A poda leva cinco dias.', ['/fundo']);
    put('/fundo', 'Longe demais.');
    site.pages.set('/regras.txt', 'As regras valem para todos.');
    const sync = await follow.saved({ settings: settings() });
    site.asked.splice(0);
    testServer.sync_pauses.splice(0);
    const first = await follow.ran(sync);
    expect(countsOf(first)).toEqual({ ...QUIET, added: 4 });
    expect(await kept(sync)).toEqual([
      '/ kept',
      '/foto.jpg skipped type',
      '/regras.txt kept',
      '/servicos kept',
      '/servicos/poda kept',
    ]);
    expect(paths()).toEqual(['/robots.txt', '/', '/servicos', '/regras.txt', '/servicos/poda']);
    // One request a second, between one and the next.
    expect(testServer.sync_pauses).toEqual([1_000, 1_000, 1_000, 1_000]);
    expect(site.asked.every(({ agent }) => /^Prosa\/[\d.]+ \(\+http/.test(agent))).toBe(true);
    expect(await follow.names()).toEqual([
      'Página -.html',
      'Página -servicos-poda.html',
      'Página -servicos.html',
      'regras.txt',
    ]);
    const documents = (await boss.get(follow.path)).body.data.documents;
    expect(documents.map(({ source_url }: { source_url: string }) => source_url)).toContain(
      `${site.origin}/servicos/poda`,
    );

    site.asked.splice(0);
    expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, unchanged: 4 });
    expect(bodies()).toEqual([]);
    put('/servicos', 'O alvará custa duzentos reais.', ['/', '/servicos/poda', 'regras.txt', '/novo']);
    put('/novo', 'Um serviço novo.');
    site.asked.splice(0);
    expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, added: 1, changed: 1, unchanged: 3 });
    expect(bodies()).toEqual(['/servicos', '/novo']);
    expect(await follow.found('quanto custa o alvará')).toEqual([expect.stringContaining('duzentos')]);
    const reader = await testServer.user();
    const agent = await buildAgent(testServer.context, { knowledge_bases: [base] });
    const session = await buildSession(testServer.context, { user_id: reader.id, agent_id: agent.id });
    const { events } = await testServer.as(reader).ask(session.id, 'Quanto custa o alvará?');
    expect(events.at(-1)?.sources?.[0]).toMatchObject({ kind: 'document', url: `${site.origin}/servicos` });
    // Withdrawn with its sync, it is cited and cannot be opened any more.
    expect((await boss.delete(`${follow.path}/syncs/${sync.id}?documents=withdraw`)).status).toBe(200);
    const place = `/chat/messages/${events.at(-1)?.message_id}/sources/1`;
    expect((await testServer.as(reader).get(place)).body.data).toMatchObject({
      state: 'removed',
      text: null,
    });
  });

  test('R-DOC-48 a sitemap is listed whole; without validators an unchanged day is not fetched', async () => {
    site.has_validators = false;
    const entries: Record<string, string | null> = {};
    for (const name of ['a', 'b', 'c']) {
      put(`/${name}`, `O texto da página ${name}.`);
      entries[`${site.origin}/${name}`] = '2026-10-01';
    }
    entries['https://outro.exemplo/x'] = '2026-10-01';
    site.pages.set(
      '/robots.txt',
      `User-agent: *\nSitemap: ${site.origin}/indice.xml\nSitemap: https://outro.exemplo/s.xml`,
    );
    site.pages.set(
      '/indice.xml',
      `<sitemapindex><sitemap><loc>${site.origin}/partes.xml.gz</loc></sitemap><sitemap><loc>http://outro.exemplo/s.xml</loc></sitemap></sitemapindex>`,
    );
    site.pages.set('/partes.xml.gz', gzipSync(sitemapOf(entries)));
    const sync = await follow.saved({ settings: settings(bySitemap) });
    expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, added: 3 });
    site.asked.splice(0);
    expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, unchanged: 3 });
    expect(paths()).toEqual(['/robots.txt', '/indice.xml', '/partes.xml.gz']);
    entries[`${site.origin}/b`] = '2026-11-01';
    delete entries[`${site.origin}/c`];
    put('/b', 'Outro texto da página b.');
    site.pages.set('/partes.xml.gz', gzipSync(sitemapOf(entries)));
    expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, changed: 1, unchanged: 1, missing: 1 });
    expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, unchanged: 2, missing: 1, withdrawn: 1 });
  });

  test('robots.txt is obeyed, with its delay, and its own group before that of all', async () => {
    site.pages.set(
      '/robots.txt',
      'User-agent: *\nDisallow: /\n\nUser-agent: Prosa\nUser-agent: outro\nCrawl-delay: 4\nDisallow: /privado\nAllow: /privado/aberto\nDisallow: /*.pdf$',
    );
    put('/', 'O início.', ['/privado/a', '/privado/aberto', '/a.pdf', '/a.pdf.html']);
    put('/privado/aberto', 'Aberto a todos.');
    put('/a.pdf.html', 'Uma página.');
    const sync = await follow.saved({ settings: settings() });
    site.asked.splice(0);
    testServer.sync_pauses.splice(0);
    await follow.ran(sync);
    expect(paths()).toEqual(['/robots.txt', '/', '/a.pdf.html', '/privado/aberto']);
    expect(new Set(testServer.sync_pauses)).toEqual(new Set([4_000]));
    expect(await kept(sync)).toEqual([
      '/ kept',
      '/a.pdf skipped robots',
      '/a.pdf.html kept',
      '/privado/a skipped robots',
      '/privado/aberto kept',
    ]);
    site.pages.set('/robots.txt', (_, response) => void response.writeHead(503).end());
    expect(await follow.ran(sync)).toMatchObject({
      outcome: 'failed',
      error: { code: 'sync_away' },
      missing: 0,
    });
    site.pages.set('/robots.txt', (_, response) => void response.writeHead(403).end());
    expect((await follow.ran(sync)).outcome).toBe('done');
  });

  test('canonical addresses, pages that ask to be left out, equal bodies and redirects', async () => {
    put('/', 'O início.', ['/copia', '/fora', '/so-links', '/velho', '/sai', '/igual-1', '/igual-2']);
    put('/copia', 'A cópia.', [], '<link rel="canonical" href="/original">');
    put('/original', 'O original.');
    put('/fora', 'Não indexe.', ['/da-fora'], '<meta name="robots" content="noindex">');
    put('/da-fora', 'Ligada de uma página de fora.');
    put('/so-links', 'Não siga.', ['/nao-segue'], '<meta name="ROBOTS" content="NoFollow">');
    put('/nao-segue', 'Não.');
    site.pages.set('/velho', (_, response) => void response.writeHead(301, { location: '/novo' }).end());
    put('/novo', 'O endereço novo.');
    site.pages.set(
      '/sai',
      (_, response) => void response.writeHead(302, { location: 'http://outro.exemplo/' }).end(),
    );
    site.pages.set('/igual-1', pageOf('Igual', 'O mesmo corpo.'));
    site.pages.set('/igual-2', pageOf('Igual', 'O mesmo corpo.'));
    const sync = await follow.saved({ settings: settings() });
    await follow.ran(sync);
    const expected = [
      '/ kept',
      '/copia skipped canonical',
      '/da-fora kept',
      '/fora skipped noindex',
      '/igual-1 kept',
      '/igual-2 skipped duplicate',
      '/novo kept',
      '/original kept',
      '/sai skipped other_site',
      '/so-links kept',
      '/velho skipped canonical',
    ];
    expect(await kept(sync)).toEqual(expected);
    site.asked.splice(0);
    await follow.ran(sync);
    expect(await kept(sync)).toEqual(expected);
    expect(bodies()).toEqual([]);
  });

  test('a run ends at its cap of pages, and withdraws nothing then', async () => {
    put('/', 'O início.', ['/a', '/b', '/c', '/d']);
    for (const name of ['a', 'b', 'c', 'd']) put(`/${name}`, `Página ${name} da casa.`);
    const sync = await follow.saved({ settings: settings({ max_pages: 3 }) });
    expect(await follow.ran(sync)).toMatchObject({ added: 3, listing_complete: false, missing: 0 });
  });

  test('a form to sign in, and one text for every page, are no content', async () => {
    const signIn = pageOf('Entrar', 'Digite a senha.', [], '<base href="/">').replace(
      '</main>',
      '<form><input type="password"></form></main>',
    );
    put('/', 'O início.', ['/a', '/entrar']);
    put('/a', 'O alvará custa cem reais.');
    site.pages.set('/entrar', signIn);
    const sync = await follow.saved({ settings: settings() });
    await follow.ran(sync);
    expect(await kept(sync)).toEqual(['/ kept', '/a kept', '/entrar skipped login_page']);
    site.pages.set('/a', signIn);
    expect(await follow.ran(sync)).toMatchObject({ failed: 1, changed: 0 });
    expect(await follow.found('quanto custa o alvará')).toHaveLength(1);
    site.pages.set('/', signIn);
    expect(await follow.ran(sync)).toMatchObject({
      outcome: 'failed',
      error: { code: 'sync_not_a_listing' },
    });

    const links = Array.from({ length: 15 }, (_, at) => `/p/x${'y'.repeat(at)}`);
    put('/todas', 'Muitas.', links);
    for (const [at, link] of links.entries())
      site.pages.set(link, `${pageOf('Aviso', 'Sistema em manutenção.')}<!-- ${at} -->`);
    const preview = await follow.previewed({ settings: settings({ url: `${site.origin}/todas` }) });
    expect(preview).toMatchObject({ outcome: 'failed', error: { code: 'sync_not_a_listing' } });
  });

  test('R-DOC-49 by links a failed page, a removed first page, and a broken sitemap withdraw nothing', async () => {
    put('/', 'O início.', ['/a', '/b']);
    put('/a', 'Página a.');
    put('/b', 'Página b.');
    const sync = await follow.saved({ settings: settings() });
    await follow.ran(sync);
    put('/', 'O início.', ['/a']);
    site.pages.set('/a', (_, response) => void response.writeHead(500).end());
    for (const _ of [1, 2, 3])
      expect(await follow.ran(sync)).toMatchObject({
        outcome: 'done',
        listing_complete: false,
        missing: 0,
        failed: 1,
      });
    site.pages.delete('/');
    for (const _ of [1, 2, 3])
      expect(await follow.ran(sync)).toMatchObject({ listing_complete: false, missing: 0 });
    expect((await follow.names()).length).toBe(3);

    site.pages.set('/sitemap.xml', sitemapOf({ [`${site.origin}/b`]: null, [`${site.origin}/c`]: null }));
    put('/c', 'Página c.');
    const listed = await follow.saved({ settings: settings({ ...bySitemap, exclude: ['a'] }) });
    await follow.ran(listed);
    site.pages.delete('/c');
    // 404 is absence; any other failure is none.
    expect(await follow.ran(listed)).toMatchObject({ missing: 1, withdrawn: 0 });
    site.pages.set('/c', (_, response) => void response.writeHead(500).end());
    expect(await follow.ran(listed)).toMatchObject({ missing: 0, failed: 1, listing_complete: true });
    site.pages.set('/sitemap.xml', '<urlset><url><loc>x');
    expect(await follow.ran(listed)).toMatchObject({ listing_complete: false, missing: 0 });
    expect((await follow.names()).length).toBe(5);
  });

  test('a preview reads at most sixty pages and says that it stopped', async () => {
    const links = Array.from({ length: 70 }, (_, at) => `/p${'y'.repeat(at)}`);
    put('/', 'O início.', links);
    for (const link of links) put(link, `O texto de ${link}.`);
    site.asked.splice(0);
    const preview = await follow.previewed({ settings: settings() });
    expect(preview).toMatchObject({ outcome: 'done', partial: true, added: 71 });
    expect(site.asked).toHaveLength(61);
    expect(await follow.names()).toEqual([]);
  });
});

describe('R-DOC-53 addresses that a website sync never reaches', () => {
  const refusedAt = async (url: string) => {
    const { status, body } = await boss.post(`${follow.path}/syncs/preview`, { settings: settings({ url }) });
    return [status, body.code];
  };

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fd00:ec2::254]/',
    'http://[::1]/',
    'http://127.0.0.2/',
    'http://2130706434/',
    'http://0x7f000002/',
    'http://0177.0.0.2/',
    'http://[::ffff:127.0.0.2]/',
    'http://10.0.0.1/',
    'http://0.0.0.0/',
  ])('%s is refused in the call itself', async (url) => {
    expect(await refusedAt(url)).toEqual([422, 'sync_address_forbidden']);
  });

  test('a name that resolves to a private address, at once or later, reaches nothing', async () => {
    names.set('privado.exemplo', [['127.0.0.1']]);
    expect(await refusedAt(`http://privado.exemplo:${site.port}/`)).toEqual([422, 'sync_address_forbidden']);
    // Rebound between the check of the call and the connection of the run.
    names.set('troca.exemplo', [['203.0.113.7'], ['127.0.0.1']]);
    const preview = await follow.previewed({
      settings: settings({ url: `http://troca.exemplo:${site.port}/` }),
    });
    expect(preview).toMatchObject({ outcome: 'failed', error: { code: 'sync_address_forbidden' } });
    expect(site.asked).toEqual([]);
  });

  test('a redirect to such an address, a chain of six and a step back to http reach nothing', async () => {
    const home = site.origin;
    const lead = (from: string, location: string) =>
      site.pages.set(from, (_, response) => void response.writeHead(302, { location }).end());
    const targets = [
      'http://169.254.169.254/latest',
      `http://127.0.0.1:${site.port}/alvo`,
      `http://outro.exemplo:${site.port}/alvo`,
      'file:///etc/passwd',
      'http://[::ffff:169.254.169.254]/',
    ];
    for (const [at, target] of targets.entries()) lead(`/r${'x'.repeat(at)}`, target);
    for (let at = 1; at <= 6; at += 1) lead(`/cadeia${'x'.repeat(at)}`, `/cadeia${'x'.repeat(at + 1)}`);
    put('/cadeiaxxxxxxx', 'O fim da cadeia.');
    put('/alvo', 'Segredo de dentro.');
    const links = [...targets.map((_, at) => `/r${'x'.repeat(at)}`), '/cadeiax'];
    put('/', 'O início.', links);
    const sync = await follow.saved({ settings: settings({ url: `${home}/` }) });
    const run = await follow.ran(sync);
    expect(countsOf(run)).toMatchObject({ added: 1, outcome: 'done' });
    expect(site.asked.map(({ path }) => path)).not.toContain('/alvo');
    expect(site.asked.map(({ path }) => path)).not.toContain('/cadeiaxxxxxxx');
    expect((await follow.items(sync)).filter((item) => item.includes('kept'))).toEqual([`${home}/ kept`]);
  });
});

describe('replies that are made to hurt', () => {
  test('endless and packed bodies and wrong lengths are cut off, and the run goes on', async () => {
    put('/', 'O início.');
    const sync = await follow.saved({ settings: settings() });
    put('/', 'O início.', ['/sem-fim', '/curto', '/pacote', '/bom', '/fundo']);
    site.pages.set('/sem-fim', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(1_000_000)));
      };
      response.on('drain', more);
      more();
    });
    site.pages.set('/curto', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '4294967296' });
      response.write('<p>só isto', () => response.destroy());
    });
    site.pages.set('/pacote', (_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(30_000_000)));
    });
    site.pages.set('/fundo', `${'<div>'.repeat(20_000)}O fundo do poço.${'</div>'.repeat(20_000)}`);
    put('/bom', 'Uma página boa.');
    expect(countsOf(await follow.ran(sync))).toEqual({ ...QUIET, added: 3, failed: 1 });
    expect(await kept(sync)).toEqual([
      '/ kept',
      '/bom kept',
      '/curto failed sync_away',
      '/fundo kept',
      '/pacote skipped encoded',
      '/sem-fim skipped too_large',
    ]);
  });

  test('sitemaps that are bombs, circles or too many make the listing incomplete, and no more', async () => {
    put('/bom', 'Uma página boa.');
    site.pages.set('/sitemap.xml', sitemapOf({ [`${site.origin}/bom`]: null }));
    const sync = await follow.saved({ settings: settings(bySitemap) });
    const entries: Record<string, null> = { [`${site.origin}/bom`]: null };
    for (let at = 0; at < 50_050; at += 1) entries[`http://outro.exemplo/${at}`] = null;
    const sitemaps = {
      'bomba.xml.gz': gzipSync(Buffer.alloc(60_000_000, ' ')),
      'muitos.xml': sitemapOf(entries),
      'voltas.xml': `<sitemapindex><sitemap><loc>${site.origin}/voltas.xml</loc></sitemap></sitemapindex>`,
      'billion.xml': '<!DOCTYPE x [<!ENTITY a "aaaa">]><urlset><url><loc>&a;</loc></url></urlset>',
    };
    for (const [name, body] of Object.entries(sitemaps)) site.pages.set(`/${name}`, body);
    site.pages.set(
      '/robots.txt',
      Object.keys(sitemaps)
        .map((name) => `Sitemap: ${site.origin}/${name}`)
        .join('\n'),
    );
    expect(await follow.ran(sync)).toMatchObject({ added: 1, listing_complete: false, outcome: 'done' });
  });
});
