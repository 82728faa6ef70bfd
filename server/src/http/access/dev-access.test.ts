/** The pages under /dev hold codes and temporary passwords: only the person who started the process opens them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEV_TOKEN, startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { Mailbox } from '../../adapters/mail/mailbox.ts';

const mailbox: Mailbox = {
  send: async () => {},
  forget: async () => {},
  emails: async () => [
    {
      to: 'ana@exemplo.com.br',
      subject: 'Seu <b>código</b>',
      text: [
        'É 123456.',
        'Aceite em http://localhost:3000/convite/abc?x=1&y="<b>.',
        'Outra casa: http://localhost:3000.exemplo.org/convite/abc, javascript:alert(1), http://ana@localhost:3000/.',
      ].join('\n'),
      html: '',
      at: '2026-11-14T12:00:00.000Z',
    },
  ],
};

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ mailbox });
});
afterAll(() => testServer.close());

type Asked = { url?: string; from?: string; headers?: Record<string, string>; method?: 'GET' | 'POST' };
const ask = async ({
  url = '/dev/mailbox',
  from = '127.0.0.1',
  headers = {},
  method = 'GET',
}: Asked = {}) => {
  const reply = await testServer.app.inject({
    url,
    method,
    remoteAddress: from,
    headers: { host: 'localhost:3000', ...headers },
  });
  return { status: reply.statusCode, body: reply.body, cookie: reply.headers['set-cookie'] };
};
const withToken = { 'x-dev-token': DEV_TOKEN };

describe('on this machine', () => {
  test('the mailbox asks for the token: in the header, or in the address, which sets a cookie for /dev', async () => {
    const header = await ask({ headers: withToken });
    expect([header.status, header.cookie]).toEqual([200, undefined]);
    expect(header.body).toContain('É 123456.');
    expect(header.body).not.toContain('<b>código');
    const address = await ask({ url: `/dev/mailbox?token=${DEV_TOKEN}` });
    expect(address.status).toBe(200);
    expect(address.cookie).toMatch(/^prosa_dev=[\w-]+; Path=\/dev; HttpOnly; SameSite=Strict$/);
    const [cookie = ''] = String(address.cookie).split(';');
    expect((await ask({ headers: { cookie: `theme=dark; ${cookie}` } })).status).toBe(200);
  });

  test('the mailbox has one name, tells times of the installation, and is in the language of the browser', async () => {
    const { body } = await ask({ headers: withToken });
    expect(body).toContain('<h1>Caixa de e-mails local</h1>');
    expect(body).toContain('14/11/2026 09:00');
    expect(body).not.toMatch(/correio|carta|T12:00:00\.000Z</i);
    const english = await ask({ headers: { ...withToken, cookie: 'prosa_language=en' } });
    expect(english.body).toContain('<html lang="en">');
    expect(english.body).toContain('<h1>Local mailbox</h1>');
    expect(english.body).toContain('To ana@exemplo.com.br, ');
  });

  test('addresses of this installation can be followed from an e-mail; any other address stays text', async () => {
    const { body } = await ask({ headers: withToken });
    const links = [...body.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href]) => href);
    expect(links).toEqual(['http://localhost:3000/convite/abc?x=1&#38;y=']);
    expect(body).toContain('</a>&#34;&#60;b&#62;.');
    expect(body).not.toMatch(/<b>|href="javascript/);
  });

  test('without the token the page shows the line to look for, and where it is printed', async () => {
    const mail = await ask();
    expect(mail.body).toContain('no terminal em que o Prosa foi iniciado');
    expect(mail.body).toContain('Caixa de e-mails local: http://localhost:3000/dev/mailbox?token=…');
    const desk = await ask({ url: '/dev/desk' });
    expect(desk.body).toContain('Pagamentos ficam na caixa local: http://localhost:3000/dev/desk?token=…');
    expect(mail.body + desk.body).not.toContain(DEV_TOKEN);
  });

  test('without it, or with another, a sentence says where the whole address stands', async () => {
    const wrong: Asked[] = [
      {},
      { headers: { 'x-dev-token': `${DEV_TOKEN}x` } },
      { headers: { cookie: 'prosa_dev=%E0%A4%A' } },
      { url: '/dev/mailbox?token=' },
      { url: `/dev/mailbox?token=${DEV_TOKEN}&token=${DEV_TOKEN}` },
      { url: '/dev/desk' },
      { url: '/dev/desk/clock', method: 'POST' },
      { url: '/dev/desk/deliver', method: 'POST' },
      { url: '/%64ev/mailbox' },
    ];
    for (const request of wrong) {
      const { status, body, cookie } = await ask(request);
      expect([request, status, cookie]).toEqual([request, 401, undefined]);
      expect(body).toContain('aparece no terminal');
      expect(body).not.toContain('123456');
    }
  });

  test('a payment’s own page asks for no token: its id cannot be guessed', async () => {
    for (const page of ['checkout', 'portal'])
      expect((await ask({ url: `/dev/desk/${page}/cs_desk_x` })).status).toBe(404);
  });

  test('every spelling of this machine is taken, and no other name: a page that gives its own name our address reads nothing', async () => {
    for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect([from, (await ask({ from, headers: withToken })).status]).toEqual([from, 200]);
    for (const host of ['localhost', 'localhost:5173', '127.0.0.1:3000', '[::1]:8080'])
      expect([host, (await ask({ headers: { ...withToken, host } })).status]).toEqual([host, 200]);
    for (const host of ['outro.example', 'localhost.outro.example', 'localhost@outro.example', 'x y'])
      expect([host, (await ask({ headers: { ...withToken, host } })).status]).toEqual([host, 404]);
    for (const from of ['203.0.113.7', '10.0.0.1', '2001:db8::1'])
      expect([from, (await ask({ from, headers: withToken })).status]).toEqual([from, 404]);
    for (const header of ['x-forwarded-for', 'x-forwarded-host', 'forwarded'])
      expect((await ask({ headers: { ...withToken, [header]: 'localhost' } })).status).toBe(404);
  });

  test('nothing else answers under /dev', async () => {
    for (const url of ['/dev/nada', '/dev/', '/dev/mailbox/1'])
      expect([url, (await ask({ url, headers: withToken })).status]).toEqual([url, 404]);
  });
});

test.each([
  ['a public APP_URL', { APP_URL: 'https://prosa.exemplo.com.br' }],
  ['an APP_URL of the network', { APP_URL: 'http://10.0.0.5:3000' }],
  ['a HOST for every network', { HOST: '0.0.0.0' }],
  ['a HOST for every network, IPv6', { HOST: '::' }],
  ['a public APP_URL in production', { APP_URL: 'https://prosa.exemplo.com.br', production: true }],
])('with %s nothing under /dev exists, also not behind a proxy on the same machine', async (_, env) => {
  const exposed = await startTestServer({ mailbox, env });
  const urls = ['mailbox', 'desk', 'desk/checkout/x', 'desk/portal/x', 'kit'].map((page) => `/dev/${page}`);
  for (const url of [...urls, '/%64ev/mailbox', `/dev/mailbox?token=${DEV_TOKEN}`])
    for (const host of ['localhost', new URL(exposed.context.env.APP_URL).hostname]) {
      const reply = await exposed.app.inject({ url, headers: { ...withToken, host } });
      expect([url, host, reply.statusCode]).toEqual([url, host, 404]);
    }
  const { local } = (await exposed.anyone().get('/config')).body.data;
  expect(local).toMatchObject({ mail: false, payments: false });
  expect(exposed.context.payments).toBeNull();
  await exposed.close();
});
